// Effects of an export: the time until a cancellation takes effect, the time of concurrent searches, and the
// growth of a process that writes its first file. Each size in a separate process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundle } from '../../build/bundle.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { temporaryFolder } from '../support/store.ts'
import { COLUMNS, exportItems, startItemsExport } from './export-items.ts'
import { fillCache } from './filled-cache.ts'
import { memoryGrowth } from './memory-use.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import {
  ALL_SIZES,
  itemCount,
  milliseconds,
  percentile,
  printTable,
  ratio,
  sizesFromArguments,
} from './table.ts'
import '../support/messages-setup.ts'

const FORMATS = ['csv', 'xlsx'] as const
type Format = (typeof FORMATS)[number]

const CANCELLATIONS = 15
const ROUNDS = 8
const SEARCHES_A_ROUND = 10
/** Words and prefixes. Each is searched for with another number, so that no result is reused. */
const TERMS = ['wobbler', 'banner', 'POS-00', 'aisle', 'floor st', 'artwork', 'poster', 'counter']

interface Measured {
  /** Maximum growth in bytes of the process while it writes its first file. */
  readonly growthBytes: number
  /** Milliseconds from a cancellation to the end of the export. */
  readonly cancellations: readonly number[]
  /** Milliseconds of searches alone and during exports. */
  readonly alone: readonly number[]
  readonly concurrent: readonly number[]
}

const settingsOf = (format: Format) => ({ columns: COLUMNS, format, header: 'labels' }) as const

/** Cancels exports at times distributed over their duration. */
async function measureCancellations(
  database: string,
  file: string,
  format: Format,
): Promise<readonly number[]> {
  const start = performance.now()
  await exportItems(database, file, EMPTY_QUERY, settingsOf(format))
  const duration = performance.now() - start
  const cancellations: number[] = []
  for (let index = 0; index < CANCELLATIONS; index += 1) {
    const running = startItemsExport(database, file, EMPTY_QUERY, settingsOf(format))
    const done = running.done.then(
      () => false,
      () => true,
    )
    await sleep((duration * index) / CANCELLATIONS)
    const canceledAt = performance.now()
    running.cancel()
    if (await done) cancellations.push(performance.now() - canceledAt)
  }
  return cancellations
}

/** Searches alone and during exports, in turns. */
async function measureSearches(
  database: string,
  file: string,
  format: Format,
): Promise<Pick<Measured, 'alone' | 'concurrent'>> {
  const store = await openStore({ file: database, workerUrl: STORE_WORKER_URL })
  const alone: number[] = []
  const concurrent: number[] = []
  let number = 0
  const search = async (times: number[]): Promise<void> => {
    for (let count = 0; count < SEARCHES_A_ROUND; count += 1) {
      number += 1
      const word = `${TERMS[number % TERMS.length] ?? ''} ${String(number)}`
      const start = performance.now()
      await store.openResult({ ...EMPTY_QUERY, search: word }, 'bench')
      times.push(performance.now() - start)
    }
  }
  await search([])
  for (let round = 0; round < ROUNDS; round += 1) {
    await search(alone)
    const searching = search(concurrent)
    const state = { isSearching: true }
    void searching.finally(() => {
      state.isSearching = false
    })
    while (state.isSearching) {
      const running = startItemsExport(database, file, EMPTY_QUERY, settingsOf(format))
      const done = running.done.catch(() => undefined)
      await Promise.race([searching, done])
      running.cancel()
      await done
    }
  }
  await store.close()
  return { alone, concurrent }
}

async function measure(database: string, file: string, format: Format): Promise<Measured> {
  const growthBytes = await memoryGrowth(() => exportItems(database, file, EMPTY_QUERY, settingsOf(format)))
  const cancellations = await measureCancellations(database, file, format)
  return { growthBytes, cancellations, ...(await measureSearches(database, file, format)) }
}

async function measureInProcess(database: string, file: string, format: Format): Promise<Measured> {
  const child = fork(import.meta.filename, ['--measure', database, file, format])
  const [measured] = (await once(child, 'message')) as [Measured]
  return measured
}

const [task, database = '', file = '', format] = process.argv.slice(2)
if (task === '--measure') {
  process.send?.(await measure(database, file, format === 'xlsx' ? 'xlsx' : 'csv'))
  process.disconnect()
} else {
  await bundle({ quiet: true })
  const rows: string[][] = []
  for (const size of sizesFromArguments(ALL_SIZES)) {
    const folder = await temporaryFolder()
    const cache = join(folder.path, 'cache.db')
    await fillCache(cache, size)
    for (const formatName of FORMATS) {
      const { growthBytes, cancellations, alone, concurrent } = await measureInProcess(
        cache,
        join(folder.path, `items.${formatName}`),
        formatName,
      )
      const [aloneMedian, concurrentMedian] = [percentile(alone, 0.5), percentile(concurrent, 0.5)]
      rows.push([
        `${itemCount(size)} items, ${formatName}`,
        `+${(growthBytes / 1e6).toFixed(0)} MB`,
        String(cancellations.length),
        milliseconds(percentile(cancellations, 0.5)),
        milliseconds(Math.max(...cancellations)),
        milliseconds(aloneMedian),
        milliseconds(concurrentMedian),
        ratio(concurrentMedian / aloneMedian),
        ratio(percentile(concurrent, 0.95) / percentile(alone, 0.95)),
      ])
    }
    await folder.remove()
  }
  printTable(
    'During an export (goals: +50 MB at any size, canceled within 100 ms, searches no slower)',
    ['', 'memory', 'canceled', 'median', 'max', 'search alone', 'concurrent', 'ratio', 'p95'],
    rows,
  )
}
