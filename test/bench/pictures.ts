// Pictures: a campaign's thumbnails from an HTTP server on this computer into the cache, beside fetching the very same
// pictures with as many requests in flight and throwing them away. Each number of pictures in a process of its own.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createPictureFetch, MOST_IN_FLIGHT } from '../../electron/artwork/fetch-picture.ts'
import { createPictureLists } from '../../electron/artwork/lists.ts'
import { createObtain } from '../../electron/artwork/obtain.ts'
import { openPictureCache } from '../../electron/artwork/open-cache.ts'
import { fetchPictures } from '../../electron/artwork/run.ts'
import { jpeg } from '../support/pictures.ts'
import { temporaryFolder } from '../support/store.ts'
import { milliseconds, percentile, perSecond, printTable, ratio, sizesFromArguments } from './table.ts'

const ROUNDS = 3
/** A thumbnail has some kilobytes. */
const PICTURE_BYTES = 12_000
const PAGE = 500
const WORKER = new URL('../../electron/artwork/worker.ts', import.meta.url)

interface Measured {
  /** Milliseconds of each round. */
  readonly kept: readonly number[]
  readonly discarded: readonly number[]
  /** Milliseconds of a processor, all rounds together. */
  readonly keptProcessor: number
  readonly discardedProcessor: number
  /** Of the first round: milliseconds until the list of what is wanted is made. */
  readonly listed: number
  /** Megabytes that the process grew by at most. */
  readonly grown: number
}

/** Serves a picture at `/<number>`, each another one. */
async function serve(): Promise<void> {
  const picture = Buffer.from(jpeg())
  const filler = Buffer.alloc(PICTURE_BYTES - picture.byteLength, 7)
  const server = createServer(({ url = '/' }, response) => {
    // What comes behind the beginning of a JPEG is a comment, which makes each of them another picture.
    const comment = Buffer.from(filler)
    comment.writeUInt16BE(0xfffe, 0)
    comment.writeUInt16BE(comment.byteLength - 2, 2)
    comment.writeUInt32BE(Number(url.slice(1)), 4)
    const body = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)])
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': body.byteLength })
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  process.send?.((server.address() as AddressInfo).port)
}

const addressesOf = (origin: string, pictures: number): readonly string[] =>
  Array.from({ length: pictures }, (_, index) => `${origin}/${String(index)}`)

/** Fetches the addresses with as many requests in flight as a run has, and keeps nothing. */
async function discard(addresses: readonly string[]): Promise<number> {
  const start = performance.now()
  const left = addresses.values()
  await Promise.all(
    Array.from({ length: MOST_IN_FLIGHT }, async () => {
      for (const address of left) await (await fetch(address)).arrayBuffer()
    }),
  )
  return performance.now() - start
}

/** Fetches them as a run does, into a cache that has none of them. */
async function keep(origin: string, addresses: readonly string[]): Promise<{ took: number; listed: number }> {
  const folder = await temporaryFolder()
  const cache = openPictureCache({ file: join(folder.path, 'pictures.db'), workerUrl: WORKER })
  // The thread runs, as it does in an application that has shown a picture.
  await cache.find(origin)
  const lists = createPictureLists({
    cache,
    store: {
      getCampaign: () =>
        Promise.resolve({
          summary: { copy: 'complete', fetchedAt: 1, itemCount: addresses.length, newestUpdatedAt: 1 },
        } as never),
      listPictures: (_campaignId, _size, after) => {
        const from = Number(after)
        const next = from + PAGE
        return Promise.resolve({
          pictures: addresses
            .slice(from, next)
            .map((address, index) => ({ address, itemKey: from + index, artworkIndex: 0 })),
          next: next < addresses.length ? String(next) : null,
        })
      },
    },
  })
  const start = performance.now()
  let listed = 0
  const counts = await fetchPictures({
    cache,
    lists,
    obtain: createObtain({
      cache,
      fetchPicture: createPictureFetch({ baseUrl: origin, key: () => Promise.resolve(null), fetch }),
      renew: () => Promise.resolve(null),
    }),
    campaignId: 'campaign',
    choice: 'thumbnails',
    signal: new AbortController().signal,
    tell: () => {
      if (listed === 0) listed = performance.now() - start
    },
  })
  const took = performance.now() - start
  if (counts.here !== addresses.length) throw new Error(`Only ${String(counts.here)} pictures came`)
  await cache.close()
  await folder.remove()
  return { took, listed }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function measure(origin: string, pictures: number): Promise<Measured> {
  const addresses = addressesOf(origin, pictures)
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const kept: number[] = []
  const discarded: number[] = []
  let firstListed = 0
  let keptProcessor = 0
  let discardedProcessor = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const atFirst = processorTime()
    discarded.push(await discard(addresses))
    const between = processorTime()
    const { took, listed } = await keep(origin, addresses)
    kept.push(took)
    firstListed ||= listed
    discardedProcessor += between - atFirst
    keptProcessor += processorTime() - between
  }
  clearInterval(watch)
  return {
    kept,
    discarded,
    keptProcessor,
    discardedProcessor,
    listed: firstListed,
    grown: (most - before) / 1e6,
  }
}

async function started(...parameters: readonly string[]): Promise<[child: ChildProcess, message: unknown]> {
  const child = fork(import.meta.filename, parameters)
  const [message] = (await once(child, 'message')) as [unknown]
  return [child, message]
}

const [what, origin = '', pictures = ''] = process.argv.slice(2)
if (what === '--serve') await serve()
else if (what === '--measure') {
  process.send?.(await measure(origin, Number(pictures)))
  process.disconnect()
} else {
  const rows: string[][] = []
  for (const size of sizesFromArguments([2_000, 20_000])) {
    const [server, port] = await started('--serve')
    const [, message] = await started('--measure', `http://127.0.0.1:${String(port)}`, String(size))
    server.kill()
    const { kept, discarded, keptProcessor, discardedProcessor, listed, grown } = message as Measured
    const [took, floor] = [percentile(kept, 0.5), percentile(discarded, 0.5)]
    rows.push([
      `${size.toLocaleString('en-GB')} pictures`,
      milliseconds(took),
      perSecond(size, took),
      milliseconds(listed),
      milliseconds(floor),
      perSecond(size, floor),
      ratio(took / floor),
      ratio(keptProcessor / discardedProcessor),
      `+${grown.toFixed(0)} MB`,
    ])
  }
  printTable(
    `Pictures of ${String(PICTURE_BYTES)} bytes, median of ${String(ROUNDS)} (goal: 1.3 × fetching the same pictures and throwing them away)`,
    ['', 'kept', '', 'of that, list', 'thrown away', '', 'ratio', 'processor', 'memory'],
    rows,
  )
}
