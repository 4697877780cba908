import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPictureFetch, MAX_CONCURRENT_PICTURES } from '../../electron/artwork/picture-client.ts'
import { createPictureLists } from '../../electron/artwork/lists.ts'
import { createPictureFetcher } from '../../electron/artwork/picture-fetcher.ts'
import { openPictureCache } from '../../electron/artwork/open-cache.ts'
import { fetchPictures } from '../../electron/artwork/fetch-pictures.ts'
import type { Fetch } from '../../electron/service/types.ts'

const ROUNDS = 3
const PAGE = 500

export interface Measured {
  /** Milliseconds of each round. */
  readonly stored: readonly number[]
  readonly discarded: readonly number[]
  /** Milliseconds of processor time in all rounds. */
  readonly storedProcessor: number
  readonly discardedProcessor: number
  /** Milliseconds of the first round until the list of needed pictures is ready. */
  readonly listMs: number
  /** Maximum growth of the process in megabytes. */
  readonly grown: number
}

export interface PictureRounds {
  /** The network of the runtime. */
  readonly fetch: Fetch
  readonly workerUrl: URL
  readonly origin: string
  readonly pictures: number
}

/** Fetches the addresses with as many concurrent requests as a job, and discards them. */
async function discard(fetch: Fetch, addresses: readonly string[]): Promise<number> {
  const start = performance.now()
  const remaining = addresses.values()
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT_PICTURES }, async () => {
      for (const address of remaining) await (await fetch(new Request(address))).arrayBuffer()
    }),
  )
  return performance.now() - start
}

/** Fetches them like a job, into an empty cache. */
async function fetchIntoEmptyCache(
  { fetch, workerUrl, origin }: PictureRounds,
  addresses: readonly string[],
): Promise<{ took: number; listMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-desk-bench-'))
  const cache = openPictureCache({ file: join(folder, 'pictures.db'), workerUrl })
  // The thread runs, as in an application that has shown a picture.
  await cache.lookUp(origin)
  const lists = createPictureLists({
    cache,
    store: {
      getCampaign: () =>
        Promise.resolve({
          summary: { copy: 'complete', fetchedAt: 1, itemCount: addresses.length, newestUpdatedAt: 1 },
        } as never),
      listDownloads: () => Promise.resolve([]),
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
  let listMs = 0
  const counts = await fetchPictures({
    cache,
    lists,
    fetchIntoCache: createPictureFetcher({
      cache,
      purpose: 'advance',
      fetchPicture: createPictureFetch({
        baseUrl: origin,
        key: () => Promise.resolve(null),
        fetch,
        fetchFromOtherHosts: fetch,
      }),
      renew: () => Promise.resolve(null),
    }),
    campaignId: 'campaign',
    choice: 'thumbnails',
    signal: new AbortController().signal,
    onProgress: () => {
      if (listMs === 0) listMs = performance.now() - start
    },
  })
  const took = performance.now() - start
  if (counts.available !== addresses.length)
    throw new Error(`Only ${String(counts.available)} pictures were fetched`)
  await cache.close()
  await rm(folder, { recursive: true })
  return { took, listMs }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Fetches the same pictures in turn to discard and to store them, so that a varying machine affects both. */
export async function measureRounds(rounds: PictureRounds): Promise<Measured> {
  const addresses = Array.from({ length: rounds.pictures }, (_, index) => `${rounds.origin}/${String(index)}`)
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const stored: number[] = []
  const discarded: number[] = []
  let firstListMs = 0
  let storedProcessor = 0
  let discardedProcessor = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = processorTime()
    discarded.push(await discard(rounds.fetch, addresses))
    const between = processorTime()
    const { took, listMs } = await fetchIntoEmptyCache(rounds, addresses)
    stored.push(took)
    firstListMs ||= listMs
    discardedProcessor += between - start
    storedProcessor += processorTime() - between
  }
  clearInterval(watch)
  return {
    stored,
    discarded,
    storedProcessor,
    discardedProcessor,
    listMs: firstListMs,
    grown: (peak - before) / 1e6,
  }
}
