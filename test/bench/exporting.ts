// Effects of an export: the time until a cancellation takes effect, the time of concurrent searches, and the
// growth of a process that writes its first file. Each size in a separate process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundle } from '../../build/bundle.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { temporaryFolder } from '../support/store.ts'
import { COLUMNS, exported, startExported } from './exported.ts'
import { fillCache } from './filled-cache.ts'
import { growth } from './memory-use.ts'
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

const FORMATS = ['csv', 'xlsx'] as const
type Format = (typeof FORMATS)[number]

const CANCELLATIONS = 15
const ROUNDS = 8
const SEARCHES_A_ROUND = 10
/** Words and prefixes. Each is searched for with another number, so that no result is reused. */
const TERMS = ['wobbler', 'banner', 'POS-00', 'aisle', 'floor st', 'artwork', 'poster', 'counter']

interface Measured {
  /** Maximum growth in bytes of the process while it writes its first file. */
  readonly grown: number
  /** Milliseconds from a cancellation to the end of the export. */
  readonly answers: readonly number[]
  /** Milliseconds of searches alone and during exports. */
  readonly alone: readonly number[]
  readonly beside: readonly number[]
}

const how = (format: Format) => ({ columns: COLUMNS, format, header: 'labels' }) as const

/** Cancels exports at times distributed over their duration. */
async function cancelled(database: string, file: string, format: Format): Promise<readonly number[]> {
  const start = performance.now()
  await exported(database, file, EMPTY_QUERY, how(format))
  const whole = performance.now() - start
  const answers: number[] = []
  for (let time = 0; time < CANCELLATIONS; time += 1) {
    const running = startExported(database, file, EMPTY_QUERY, how(format))
    const done = running.done.then(
      () => false,
      () => true,
    )
    await pause((whole * time) / CANCELLATIONS)
    const canceledAt = performance.now()
    running.cancel()
    if (await done) answers.push(performance.now() - canceledAt)
  }
  return answers
}

/** Searches alone and during exports, in turns. */
async function searches(
  database: string,
  file: string,
  format: Format,
): Promise<Pick<Measured, 'alone' | 'beside'>> {
  const store = await openStore({ file: database, workerUrl: STORE_WORKER_URL })
  const alone: number[] = []
  const beside: number[] = []
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
    const searching = search(beside)
    const ended = { searches: false }
    void searching.finally(() => {
      ended.searches = true
    })
    while (!ended.searches) {
      const running = startExported(database, file, EMPTY_QUERY, how(format))
      const done = running.done.catch(() => undefined)
      await Promise.race([searching, done])
      running.cancel()
      await done
    }
  }
  await store.close()
  return { alone, beside }
}

async function measure(database: string, file: string, format: Format): Promise<Measured> {
  const grown = await growth(() => exported(database, file, EMPTY_QUERY, how(format)))
  const answers = await cancelled(database, file, format)
  return { grown, answers, ...(await searches(database, file, format)) }
}

async function measureApart(database: string, file: string, format: Format): Promise<Measured> {
  const child = fork(import.meta.filename, ['--measure', database, file, format])
  const [measured] = (await once(child, 'message')) as [Measured]
  return measured
}

const [what, database = '', file = '', format] = process.argv.slice(2)
if (what === '--measure') {
  process.send?.(await measure(database, file, format === 'xlsx' ? 'xlsx' : 'csv'))
  process.disconnect()
} else {
  await bundle({ quiet: true })
  const rows: string[][] = []
  for (const size of sizesFromArguments(ALL_SIZES)) {
    const folder = await temporaryFolder()
    const cache = join(folder.path, 'cache.db')
    await fillCache(cache, size)
    for (const each of FORMATS) {
      const { grown, answers, alone, beside } = await measureApart(
        cache,
        join(folder.path, `items.${each}`),
        each,
      )
      const [lone, joined] = [percentile(alone, 0.5), percentile(beside, 0.5)]
      rows.push([
        `${itemCount(size)} items, ${each}`,
        `+${(grown / 1e6).toFixed(0)} MB`,
        String(answers.length),
        milliseconds(percentile(answers, 0.5)),
        milliseconds(Math.max(...answers)),
        milliseconds(lone),
        milliseconds(joined),
        ratio(joined / lone),
        ratio(percentile(beside, 0.95) / percentile(alone, 0.95)),
      ])
    }
    await folder.remove()
  }
  printTable(
    'Beside an export (goals: +50 MB at any size, a cancellation answered within 100 ms, a search no slower)',
    ['', 'memory', 'cancelled', 'median', 'longest', 'search alone', 'beside it', 'ratio', 'p95'],
    rows,
  )
}
