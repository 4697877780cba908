// Waiting times of the window through the real IPC of the real Electron: rows at any position, searches,
// sorting, filters and the values of columns, compared with a call that main answers without a worker, which
// is the minimum.
import type { Page } from 'playwright'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import type { FilterGroup } from '../../electron/contract/filters.ts'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
import type { ItemQuery } from '../../electron/contract/query.ts'
import { bundle } from '../../build/bundle.ts'
import { measureRequests, queryOf, WINDOW_ROWS, type BridgeRequest, type MeasuredRequest } from './bridge.ts'
import { filledDataFolder, removeFolder, startCampaignDesk } from './desktop.ts'
import { campaignIdOf } from './items.ts'
import { itemCount, milliseconds, percentile, printTable, ratio, sizesFromArguments } from './table.ts'

const WINDOWS = 200
const ROUNDS = 15

/** Words and prefixes that find all items, many, and few. */
const WORDS = [
  'e',
  'po',
  'pos',
  'counter',
  'poster a1',
  'half pr',
  'display wi',
  'café',
  '夏祭り',
  '4711',
  '00471',
]
const FIELDS = [
  'status:3,4',
  'qty:>990',
  'locked:yes wobbler',
  'pos:pos-0047',
  'poster -ba',
  'updated:<2026-05-01',
]
const PATTERNS = [
  '^counter .*[0-5]7',
  'poster|strip',
  'w.bb?ler \\d{3}$',
  'pos-\\d{3}[24]',
  '\\d\\s.\\s(half|winter)',
]

/** Returns different filters in each round, so that no result is reused. */
function filtersOf(round: number): FilterGroup {
  const status = hasValue('status', round % 9)
  switch (round % 3) {
    case 0:
      return allOf(status)
    case 1:
      return allOf(status, hasValue('isLocked', round % 2 === 0))
    default:
      return allOf({ column: 'qty', operator: 'between', from: round, to: 200 + round })
  }
}

type Line = readonly string[]

/** One line: the first response, and the later ones. */
function line(name: string, requests: readonly MeasuredRequest[], goalMs?: number): Line {
  const took = requests.map((request) => request.took)
  const later = took.slice(1)
  const p95 = percentile(later, 0.95)
  return [
    name,
    itemCount(Math.max(...requests.map((request) => request.count))),
    ...[took[0] ?? Number.NaN, percentile(later, 0.5), p95].map(milliseconds),
    ...(goalMs === undefined ? [] : [`${String(goalMs)} ms`, ratio(p95 / goalMs)]),
  ]
}

async function measure(page: Page, connectionId: string): Promise<readonly Line[]> {
  const rounds = <Value>(work: (round: number) => Value, count = ROUNDS): readonly Value[] =>
    Array.from({ length: count + 1 }, (_, round) => work(round))
  const send = (requests: readonly BridgeRequest[]): Promise<readonly MeasuredRequest[]> =>
    measureRequests(page, connectionId, requests)
  const open = (changes: Partial<ItemQuery>): BridgeRequest => ({ kind: 'open', query: queryOf(changes) })
  const searches = (texts: readonly string[], changes: Partial<ItemQuery> = {}): readonly BridgeRequest[] =>
    rounds(
      (round) => {
        const search = texts[round % texts.length] ?? ''
        return open({ ...changes, search, searchMode: detectSearchMode(search) })
      },
      texts.length * 2 - 1,
    )

  const lines: Line[] = []
  const add = async (name: string, requests: readonly BridgeRequest[], goalMs?: number): Promise<void> => {
    lines.push(line(name, await send(requests), goalMs))
  }
  await add(
    'response of main alone',
    rounds(() => ({ kind: 'nothing' }), WINDOWS),
  )
  const [, ...windows] = await send([
    open({}),
    ...rounds<BridgeRequest>(
      (round) => ({ kind: 'rows', share: ((round * 7919) % WINDOWS) / WINDOWS }),
      WINDOWS,
    ),
  ])
  lines.push(line(`window of ${String(WINDOW_ROWS)} rows, anywhere`, windows, 8))
  await add('words', searches(WORDS), 50)
  await add('words in one campaign', searches(WORDS, { campaignIds: [campaignIdOf(0)] }), 50)
  await add('fields', searches(FIELDS), 50)
  await add('pattern', searches(PATTERNS))
  await add(
    'filter',
    rounds((round) => open({ filters: filtersOf(round) })),
    150,
  )
  for (const key of ITEM_COLUMN_KEYS) {
    const sorted = rounds((round) => open({ sort: [{ key, direction: round % 2 === 0 ? 1 : -1 }] }))
    await add(`sort by ${key}`, sorted, 150)
  }
  for (const column of ITEM_COLUMN_KEYS) {
    const values = rounds<BridgeRequest>((round) => ({
      kind: 'values',
      column,
      query: queryOf(round === 0 ? {} : { filters: filtersOf(round) }),
    }))
    await add(`values of ${column}`, values, 150)
  }
  return lines
}

await bundle({ quiet: true })
for (const size of sizesFromArguments()) {
  const { folder, connectionId } = await filledDataFolder(size)
  const running = await startCampaignDesk(folder)
  if (running === null) {
    process.stdout.write(
      '\nWindow: skipped, because Electron is not installed (npm run electron:fallback).\n',
    )
    await removeFolder(folder)
    break
  }
  await running.page.locator('.grid [aria-rowindex="2"]').waitFor()
  const lines = await measure(running.page, connectionId)
  await running.app.close()
  await removeFolder(folder)
  printTable(
    `Through the IPC over ${itemCount(size)} items, with the first rows of each opened list`,
    ['', 'max found', 'first', 'median', 'p95', 'goal, p95', 'ratio'],
    lines,
  )
}
