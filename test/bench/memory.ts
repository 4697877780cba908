// Memory of the application after its start and after work at several sizes, compared with an empty Electron
// window in the same run: the renderer should use as much for a million items as for ten thousand.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { bundle } from '../../build/bundle.ts'
import { measureRequests, queryOf, type BridgeRequest } from './bridge.ts'
import {
  emptyApplication,
  filledDataFolder,
  removeFolder,
  startCampaignDesk,
  startDesktop,
  type RunningDesktop,
} from './desktop.ts'
import { memoryOf, type MemoryUse, type ProcessMemory } from './memory-use.ts'
import { recordFigure } from './figures.ts'
import { itemCount, megabytes, percentile, printTable, runCount, sizesFromArguments } from './table.ts'

const RUNS = runCount(3)
const STATES = {
  started: { name: 'after the start', goalMb: 120 },
  worked: { name: 'after work', goalMb: 200 },
} as const
/** Time until memory is stable after the start and after work. */
const SETTLE_MS = 3_000
const PAGES = 40

interface Measured {
  readonly started: ProcessMemory
  readonly worked: ProcessMemory
}

/** Works in the list for some minutes: searches, sorts by all columns, values, and movement through rows. */
async function workInList(page: Page, connectionId: string): Promise<void> {
  const searches = [
    'poster',
    'half price',
    '4711',
    'pos:pos-0047',
    'qty:>900',
    '^counter .*[0-5]7',
    '\\d\\s.\\s(half|w)',
  ]
  const requests: BridgeRequest[] = [
    ...searches.map((search): BridgeRequest => ({
      kind: 'open',
      query: queryOf({ search, searchMode: search.includes(':') ? 'fields' : 'pattern' }),
    })),
    ...ITEM_COLUMN_KEYS.map((key): BridgeRequest => ({
      kind: 'open',
      query: queryOf({ sort: [{ key, direction: 1 }] }),
    })),
    ...ITEM_COLUMN_KEYS.map((column): BridgeRequest => ({ kind: 'values', column, query: queryOf({}) })),
  ]
  await measureRequests(page, connectionId, requests)
  await page.locator('.grid').focus()
  await page.keyboard.press('Control+End')
  for (let press = 0; press < PAGES; press += 1) {
    await page.keyboard.press('PageUp')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

async function measure(running: RunningDesktop, work: (page: Page) => Promise<void>): Promise<Measured> {
  const { app, page } = running
  await page.waitForTimeout(SETTLE_MS)
  const started = await memoryOf(app)
  await work(page)
  await page.waitForTimeout(SETTLE_MS)
  const worked = await memoryOf(app)
  await app.close()
  return { started, worked }
}

/** Medians of several runs. */
function median(runs: readonly Measured[], useOf: (measured: Measured) => MemoryUse): MemoryUse {
  const medianOf = (name: keyof MemoryUse): number =>
    percentile(
      runs.map((run) => useOf(run)[name] ?? Number.NaN),
      0.5,
    )
  return { anonymous: medianOf('anonymous'), share: medianOf('share'), workingSet: medianOf('workingSet') }
}

const formatBytes = (bytes: number | null): string =>
  bytes === null || Number.isNaN(bytes) ? '' : megabytes(bytes)

/** The difference to an empty window, with its sign. */
function formatDifference(bytes: number | null, floor: number | null): string {
  if (bytes === null || floor === null || Number.isNaN(bytes)) return ''
  return `${bytes < floor ? '' : '+'}${megabytes(bytes - floor)}`
}

await bundle({ quiet: true })
const empty = await emptyApplication()
const emptyData = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-data-'))
const floors: Measured[] = []
const rows: string[][] = []
for (const size of sizesFromArguments()) {
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const { folder, connectionId } = await filledDataFolder(size)
    // One after the other: shared memory would count less in two running applications.
    const floor = await startDesktop(empty, emptyData)
    if (floor !== null) floors.push(await measure(floor, () => Promise.resolve()))
    const own = await startCampaignDesk(folder)
    if (own !== null) runs.push(await measure(own, (page) => workInList(page, connectionId)))
    await removeFolder(folder)
  }
  if (runs.length === 0) break
  for (const state of ['started', 'worked'] as const) {
    const { name, goalMb } = STATES[state]
    const floor = median(floors, (measured) => measured[state].together)
    const together = median(runs, (measured) => measured[state].together)
    // Systems other than Linux do not report anonymous memory.
    const bytesOf = ({ anonymous, workingSet }: MemoryUse): number =>
      process.platform === 'linux' ? (anonymous ?? Number.NaN) : workingSet
    recordFigure({
      name: `memory above an empty window, ${name}`,
      items: size,
      value: (bytesOf(together) - bytesOf(floor)) / 2 ** 20,
      unit: 'MB',
      goal: { value: goalMb },
    })
    rows.push([
      `${itemCount(size)} items, ${name}`,
      formatBytes(median(runs, (measured) => measured[state].renderer).anonymous),
      formatBytes(median(runs, (measured) => measured[state].main).anonymous),
      formatBytes(together.anonymous),
      formatDifference(together.anonymous, floor.anonymous),
      formatBytes(together.share),
      formatDifference(together.share, floor.share),
      formatBytes(together.workingSet),
      formatDifference(together.workingSet, floor.workingSet),
    ])
  }
}
await removeFolder(empty)
await removeFolder(emptyData)

if (rows.length === 0) {
  process.stdout.write('\nMemory: skipped, because Electron is not installed (npm run electron:fallback).\n')
} else {
  const floor = median(floors, ({ started }) => started.together)
  printTable(
    `Memory, median of ${String(RUNS)} (goal: all together ${String(STATES.started.goalMb)} MB above an empty window, ${String(STATES.worked.goalMb)} MB after work; the renderer the same at any size)`,
    ['', 'renderer', 'main', 'together', 'above empty', 'shares', 'above', 'working sets', 'above'],
    [
      [
        'empty window',
        formatBytes(median(floors, ({ started }) => started.renderer).anonymous),
        formatBytes(median(floors, ({ started }) => started.main).anonymous),
        formatBytes(floor.anonymous),
        '',
        formatBytes(floor.share),
        '',
        formatBytes(floor.workingSet),
        '',
      ],
      ...rows,
    ],
  )
  process.stdout.write(
    '\n  The first four: anonymous memory. Shares: resident memory, with shared pages divided between processes.\n' +
      '  Working sets: resident memory, with shared pages counted in each process.\n',
  )
}
