// Memory of the application after its start and after work at several sizes, compared with an empty Electron
// window in the same run: the renderer should use as much for a million items as for ten thousand.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { bundle } from '../../build/bundle.ts'
import { askInTurn, queryOf, type Asked } from './bridge.ts'
import {
  emptyApplication,
  filledDataFolder,
  removeFolder,
  startCampaignDesk,
  startDesktop,
  type Running,
} from './desktop.ts'
import { memoryOf, type MemoryUse, type ProcessMemory } from './memory-use.ts'
import { itemCount, megabytes, percentile, printTable, sizesFromArguments } from './table.ts'

const RUNS = 3
const GOAL_MB = 120
/** Time until memory is stable after the start and after work. */
const REST_MS = 3_000
const PAGES = 40

interface Measured {
  readonly started: ProcessMemory
  readonly worked: ProcessMemory
}

/** Some minutes of work in the list: searches, sorts by all columns, values, and movement through rows. */
async function work(page: Page, connectionId: string): Promise<void> {
  const searches = [
    'poster',
    'half price',
    '4711',
    'pos:pos-0047',
    'qty:>900',
    '^counter .*[0-5]7',
    '\\d\\s.\\s(half|w)',
  ]
  const requests: Asked[] = [
    ...searches.map((search): Asked => ({
      kind: 'open',
      query: queryOf({ search, searchMode: search.includes(':') ? 'fields' : 'pattern' }),
    })),
    ...ITEM_COLUMN_KEYS.map((key): Asked => ({
      kind: 'open',
      query: queryOf({ sort: [{ key, direction: 1 }] }),
    })),
    ...ITEM_COLUMN_KEYS.map((column): Asked => ({ kind: 'values', column, query: queryOf({}) })),
  ]
  await askInTurn(page, connectionId, requests)
  await page.locator('.grid').focus()
  await page.keyboard.press('Control+End')
  for (let press = 0; press < PAGES; press += 1) {
    await page.keyboard.press('PageUp')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

async function measure(running: Running, work: (page: Page) => Promise<void>): Promise<Measured> {
  const { app, page } = running
  await page.waitForTimeout(REST_MS)
  const started = await memoryOf(app)
  await work(page)
  await page.waitForTimeout(REST_MS)
  const worked = await memoryOf(app)
  await app.close()
  return { started, worked }
}

/** Medians of several runs. */
function median(runs: readonly Measured[], of: (measured: Measured) => MemoryUse): MemoryUse {
  const among = (name: keyof MemoryUse): number =>
    percentile(
      runs.map((run) => of(run)[name] ?? Number.NaN),
      0.5,
    )
  return { anonymous: among('anonymous'), share: among('share'), workingSet: among('workingSet') }
}

const written = (bytes: number | null): string =>
  bytes === null || Number.isNaN(bytes) ? '' : megabytes(bytes)

/** The difference to an empty window, with its sign. */
function above(bytes: number | null, floor: number | null): string {
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
    if (own !== null) runs.push(await measure(own, (page) => work(page, connectionId)))
    await removeFolder(folder)
  }
  if (runs.length === 0) break
  for (const when of ['started', 'worked'] as const) {
    const floor = median(floors, (measured) => measured[when].together)
    const together = median(runs, (measured) => measured[when].together)
    rows.push([
      `${itemCount(size)} items, ${when === 'started' ? 'after the start' : 'after work'}`,
      written(median(runs, (measured) => measured[when].renderer).anonymous),
      written(median(runs, (measured) => measured[when].main).anonymous),
      written(together.anonymous),
      above(together.anonymous, floor.anonymous),
      written(together.share),
      above(together.share, floor.share),
      written(together.workingSet),
      above(together.workingSet, floor.workingSet),
    ])
  }
}
await removeFolder(empty)
await removeFolder(emptyData)

if (rows.length === 0) {
  process.stdout.write('\nMemory: left out, there is no Electron here (npm run electron:fallback).\n')
} else {
  const floor = median(floors, ({ started }) => started.together)
  printTable(
    `Memory, median of ${String(RUNS)} (goal: all together ${String(GOAL_MB)} MB above an empty window; the renderer the same at any size)`,
    ['', 'renderer', 'main', 'together', 'above empty', 'shares', 'above', 'working sets', 'above'],
    [
      [
        'empty window',
        written(median(floors, ({ started }) => started.renderer).anonymous),
        written(median(floors, ({ started }) => started.main).anonymous),
        written(floor.anonymous),
        '',
        written(floor.share),
        '',
        written(floor.workingSet),
        '',
      ],
      ...rows,
    ],
  )
  process.stdout.write(
    '\n  The first four: anonymous memory. Shares: all that is resident, what processes have in common divided\n' +
      '  between them. Working sets: the same, counted in each process.\n',
  )
}
