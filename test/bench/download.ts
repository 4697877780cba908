// Download from an HTTP service on this computer into the store, compared with fetching the same pages with
// as many concurrent requests and discarding them. Each size runs in a separate process to compare memory.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDownloads } from '../../electron/download/downloads.ts'
import { createService } from '../../electron/service/create-service.ts'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { temporaryFolder } from '../support/store.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { recordFigure } from './figures.ts'
import {
  milliseconds,
  percentile,
  perSecond,
  printTable,
  ratio,
  runCount,
  sizesFromArguments,
} from './table.ts'
import '../support/messages-setup.ts'

const ROUNDS = runCount(5)
/** The goal, and the number of items at which it applies. */
const GOAL = 1.15
const GOAL_ITEMS = 100_000
const PAGES_IN_FLIGHT = 4
const SAMPLE_EVERY_MS = 20

interface Measured {
  /** Milliseconds of each round. */
  readonly downloads: readonly number[]
  readonly discards: readonly number[]
  readonly pages: number
  /** Maximum growth of the process in megabytes during the first download. */
  readonly grown: number
}

/** Starts the service in a separate process; returns its address. */
async function startService(
  items: number,
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const script = join(import.meta.dirname, '../support/service/run.ts')
  const service = spawn(process.execPath, [script, '--items', String(items), '--campaigns', '1', '--plain'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
  return { url, process: service }
}

/** Fetches the addresses with as many concurrent requests as a download, and discards them. */
async function discard(addresses: readonly string[]): Promise<number> {
  const start = performance.now()
  const remaining = addresses.values()
  await Promise.all(
    Array.from({ length: PAGES_IN_FLIGHT }, async () => {
      for (const address of remaining) {
        const response = await fetch(address, { headers: { authorization: 'bench' } })
        await response.arrayBuffer()
      }
    }),
  )
  return performance.now() - start
}

/** Downloads the only campaign into an empty store; returns the time and the requests. */
async function download(
  store: Store,
  url: string,
  campaignId: string,
): Promise<{ took: number; addresses: string[] }> {
  const addresses: string[] = []
  const downloads = createDownloads({
    connectionId: 'bench',
    service: createService({
      baseUrl: url,
      key: 'bench',
      fetch: (request) => {
        addresses.push(request.url)
        return fetch(request)
      },
    }),
    store,
    onProgress: () => undefined,
    onChanged: () => undefined,
  })
  const start = performance.now()
  const [job] = downloads.start([campaignId])
  const ended = await downloads.waitForEnd(job?.jobId ?? '')
  const took = performance.now() - start
  if (ended.state !== 'done') throw new Error(ended.error?.message ?? ended.state)
  await downloads.close()
  await store.removeCampaigns([campaignId])
  return { took, addresses }
}

async function measure(url: string): Promise<Measured> {
  const first = (await (
    await fetch(`${url}/campaign-items?limit=1`, { headers: { authorization: 'bench' } })
  ).json()) as {
    readonly campaignItemEntities: Readonly<Record<string, { readonly campaignId: { readonly _id: string } }>>
  }
  const campaignId = Object.values(first.campaignItemEntities)[0]?.campaignId._id ?? ''
  // One store for all rounds, as in the application: its threads are warm after the first.
  const folder = await temporaryFolder()
  const store = await openStore({ file: join(folder.path, 'cache.db'), workerUrl: STORE_WORKER_URL })
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, SAMPLE_EVERY_MS)
  const downloads: number[] = []
  const discards: number[] = []
  let pages = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const { took, addresses } = await download(store, url, campaignId)
    clearInterval(watch)
    downloads.push(took)
    discards.push(await discard(addresses))
    pages = addresses.length
  }
  await store.close()
  await folder.remove()
  return { downloads, discards, pages, grown: (peak - before) / 1e6 }
}

async function measureInProcess(url: string): Promise<Measured> {
  const child = fork(import.meta.filename, ['--measure', url])
  const [measured] = (await once(child, 'message')) as [Measured]
  await once(child, 'exit')
  return measured
}

if (process.argv[2] === '--measure') {
  process.send?.(await measure(process.argv[3] ?? ''))
  process.disconnect()
} else {
  const rows: string[][] = []
  for (const size of sizesFromArguments()) {
    const service = await startService(size)
    const { downloads, discards, pages, grown } = await measureInProcess(service.url)
    service.process.kill()
    const [took, floor] = [percentile(downloads, 0.5), percentile(discards, 0.5)]
    recordFigure({
      name: 'download',
      items: size,
      value: took,
      unit: 'ms',
      limit: { name: 'fetch and discard', value: floor },
      ...(size === GOAL_ITEMS ? { goal: { ratio: GOAL } } : {}),
    })
    rows.push([
      `${size.toLocaleString('en-GB')} items`,
      pages.toLocaleString('en-GB'),
      milliseconds(took),
      perSecond(size, took),
      milliseconds(floor),
      ratio(took / floor),
      `+${grown.toFixed(0)} MB`,
    ])
  }
  printTable(
    `Download, median of ${String(ROUNDS)} (goal at 100,000: ${ratio(GOAL)} fetching the same pages and discarding them; the same memory at any size)`,
    ['', 'requests', 'download', 'items', 'discarded', 'ratio', 'memory'],
    rows,
  )
}
