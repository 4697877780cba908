// Queries: first and later results, windows, searches, filters, groups and values, at several sizes.
import { join } from 'node:path'
import { AppError } from '../../electron/contract/app-error.ts'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import type { ItemQuery } from '../../electron/contract/query.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { temporaryFolder } from '../support/store.ts'
import { recordFigure } from './figures.ts'
import { fillCache } from './filled-cache.ts'
import { campaignIdOf } from './items.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { itemCount, milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

const WINDOW_ROWS = 100
const WINDOWS = 200
const RUNS = 15

/** The goals at a million items in milliseconds. */
const GOALS_MS = {
  search: 50,
  'literal pattern': 50,
  window: 2,
  sort: 150,
  filter: 150,
  'filter by a pattern': 150,
  counts: 150,
  statuses: 50,
} as const
type Kind = keyof typeof GOALS_MS

interface Line {
  readonly what: string
  readonly kind: Kind | null
  readonly first: number
  readonly later: readonly number[]
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Reports the figures that the lines back. */
function recordFigures(items: number, lines: readonly Line[]): void {
  const percentilesOf = (kind: Kind, share: number): readonly number[] =>
    lines.filter((line) => line.kind === kind).map(({ later }) => percentile(later, share))
  const record = (name: string, kind: Kind, share: number): void => {
    const value = Math.max(...percentilesOf(kind, share))
    recordFigure({ name, items, value, unit: 'ms', goal: { value: GOALS_MS[kind] } })
  }
  record('keystroke to rows in the engine, p95', 'search', 0.95)
  record('window of 100 rows, p95', 'window', 0.95)
  for (const kind of ['sort', 'filter', 'filter by a pattern', 'counts'] as const)
    record(`${kind}, slowest median`, kind, 0.5)
}

/** A search that exceeds its time limit on a busy machine is measured up to that. */
async function untilTooSlow(search: Promise<unknown>): Promise<void> {
  try {
    await search
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.endsWith('TooSlow')) throw error
  }
}

async function measureRepeatedly(
  work: (run: number) => Promise<unknown>,
  runs = RUNS,
): Promise<Omit<Line, 'what' | 'kind'>> {
  const first = await measureTime(() => work(0))
  const later: number[] = []
  for (let run = 1; run <= runs; run += 1) later.push(await measureTime(() => work(run)))
  return { first, later }
}

async function measure(store: Store, size: number): Promise<readonly Line[]> {
  const open = (changes: Partial<ItemQuery>): Promise<unknown> =>
    store.openResult({ ...EMPTY_QUERY, ...changes }, 'bench')
  const oneCampaign = [campaignIdOf(0)]
  const terms = ['wobbler 1', 'banner', 'POS-0001', 'aisle', 'ΣΟΚΟΛΆΤΑ', 'floor st', 'artwork 2', '夏']
  const patterns = [
    '^counter .*[0-5]7',
    'poster|strip',
    'w.bb?ler \\d{3}$',
    'pos-\\d{3}[24]',
    '\\d\\s.\\s(half|winter)',
  ]
  /** A search for each typed character. */
  const keystrokes = terms.flatMap((term) => Array.from(term, (_, at) => term.slice(0, at + 1)))
  const lines: Line[] = []
  const line = async (
    what: string,
    kind: Kind | null,
    work: (run: number) => Promise<unknown>,
    runs?: number,
  ): Promise<void> => {
    lines.push({ what, kind, ...(await measureRepeatedly(work, runs)) })
  }
  await line('one campaign, as listed', null, () => open({ campaignIds: oneCampaign }))
  await line('one campaign, by name', null, () =>
    open({ campaignIds: oneCampaign, sort: [{ key: 'itemName', direction: 1 }] }),
  )
  await line('all items, as listed', null, () => open({}))
  await line('all items, by name', 'sort', (run) =>
    open({ sort: [{ key: 'itemName', direction: run % 2 === 0 ? 1 : -1 }] }),
  )
  await line('all items, by POS number', 'sort', () => open({ sort: [{ key: 'posNumber', direction: 1 }] }))
  await line('all items, by status, quantity', 'sort', () =>
    open({
      sort: [
        { key: 'status', direction: 1 },
        { key: 'qty', direction: -1 },
      ],
    }),
  )
  await line('all items, by date', 'sort', () => open({ sort: [{ key: 'updatedAt', direction: -1 }] }))
  await line('filtered', 'filter', (run) =>
    open({ filters: allOf(hasValue('status', run % 9), hasValue('isLocked', false)) }),
  )
  await line(
    'search, words while they are typed, with the first rows',
    'search',
    async (run) => {
      const typed = { ...EMPTY_QUERY, search: keystrokes[run] ?? '', searchMode: 'words' } as const
      const { resultId } = await store.openResult(typed, 'bench')
      await store.readWindow(resultId, 0, WINDOW_ROWS)
    },
    keystrokes.length - 1,
  )
  await line('search, literal', 'literal pattern', (run) =>
    open({ search: `${terms[run % terms.length] ?? ''}${run < terms.length ? '' : ' '}` }),
  )
  await line('search, expression', null, (run) =>
    untilTooSlow(open({ search: `${patterns[run % patterns.length] ?? ''}|~${String(run)}` })),
  )
  await line('values of status under a search', null, async (run) => {
    const searched = { ...EMPTY_QUERY, search: `poster ${String(run)}` }
    await untilTooSlow(store.columnValues(searched, 'status', '', 'bench'))
  })
  await line('quantities and dates in a range', 'filter', (run) =>
    open({
      filters: allOf(
        { column: 'qty', operator: 'between', from: run, to: 200 + run },
        { column: 'updatedAt', operator: 'atLeast', value: '1970-01-01T00:00:00Z' },
      ),
    }),
  )
  await line('duplicate POS numbers', 'filter', (run) =>
    open({
      filters: allOf(
        { column: 'posNumber', operator: 'isDuplicated' },
        { column: 'qty', operator: 'atLeast', value: run },
      ),
    }),
  )
  await line('selected names', 'filter', (run) =>
    open({ filters: allOf(hasValue('itemName', `Wobbler ${String(run)}`, null)) }),
  )
  const texts = ['wobbler', 'e', 'poster', '7', 'half price', 'σοκολάτα', 'POS-0', 'display', '4711', 'zzz']
  const conditions = [
    ...(
      [
        'contains',
        'doesNotContain',
        'beginsWith',
        'endsWith',
        'matchesPattern',
        'doesNotMatchFormat',
      ] as const
    ).flatMap((operator) =>
      (['itemName', 'posNumber', 'artworkNames', 'elementName', 'clientId', 'itemId'] as const).map(
        (column) => ({ column, operator }),
      ),
    ),
  ]
  for (const { column, operator } of conditions) {
    // Each run has another text, because the items of a condition are cached.
    const kind = /match/iu.test(operator) ? 'filter by a pattern' : 'filter'
    await line(`${column} ${operator}`, kind, (run) =>
      untilTooSlow(
        open({
          filters: allOf({
            column,
            operator,
            text: `${texts[run % texts.length] ?? ''}${run < texts.length ? '' : String(run)}`,
          }),
        }),
      ),
    )
  }
  for (const operator of ['isEmpty', 'isNotEmpty'] as const) {
    for (const column of ITEM_COLUMN_KEYS)
      await line(`${column} ${operator}`, 'filter', () => open({ filters: allOf({ column, operator }) }), 3)
  }
  await line('updated in the last days', 'filter', (run) =>
    open({ filters: allOf({ column: 'updatedAt', operator: 'inLast', count: 200 + run, unit: 'days' }) }),
  )
  await line('nested groups', 'filter', (run) =>
    open({
      filters: allOf(hasValue('status', run % 9), {
        match: 'any',
        conditions: [
          { column: 'qty', operator: 'between', from: run, to: 500 },
          allOf(hasValue('isLocked', true), { column: 'updatedAt', operator: 'isNotEmpty' }),
        ],
      }),
    }),
  )
  await line('grouped by element, by quantity', 'sort', (run) =>
    open({ group: 'elementName', sort: [{ key: 'qty', direction: run % 2 === 0 ? 1 : -1 }] }),
  )
  for (const column of ITEM_COLUMN_KEYS) {
    await line(`values of ${column}`, 'counts', (run) =>
      store.columnValues(
        { ...EMPTY_QUERY, filters: allOf(hasValue('status', run % 9)) },
        column,
        '',
        'bench',
      ),
    )
  }
  await line('names that contain a text', 'counts', (run) =>
    store.columnValues(EMPTY_QUERY, 'itemName', String(100 + run), 'bench'),
  )
  const result = await store.openResult(
    { ...EMPTY_QUERY, sort: [{ key: 'itemName', direction: 1 }] },
    'bench',
  )
  await line('totals of a selection', null, (run) =>
    store.totalsOf(result.resultId, [[run, Math.max(run, size - run - 1)]]),
  )
  const half = await store.openResult({ ...EMPTY_QUERY, search: '5', searchMode: 'words' }, 'bench-statuses')
  await line('statuses of all', 'statuses', () => store.statusesOf(result.resultId, null))
  await line(`statuses of ${itemCount(half.count)}`, 'statuses', () => store.statusesOf(half.resultId, null))
  await line(
    `window of ${String(WINDOW_ROWS)}, anywhere`,
    'window',
    (run) => {
      const start = Math.floor((((run * 7919) % WINDOWS) / WINDOWS) * Math.max(0, size - WINDOW_ROWS))
      return store.readWindow(result.resultId, start, WINDOW_ROWS)
    },
    WINDOWS,
  )
  return lines
}

for (const size of sizesFromArguments()) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'cache.db')
  await fillCache(file, size)
  const startOpening = performance.now()
  const opened = await openStore({ file, workerUrl: STORE_WORKER_URL })
  const opening = performance.now() - startOpening
  const lines = await measure(opened, size)
  await opened.close()
  await folder.remove()
  recordFigures(size, lines)
  printTable(
    `Queries over ${size.toLocaleString('en-GB')} items (the store opened in ${milliseconds(opening)})`,
    ['', 'first', 'median', 'p95', 'goal at a million'],
    lines.map(({ what, kind, first, later }) => [
      what,
      milliseconds(first),
      milliseconds(percentile(later, 0.5)),
      milliseconds(percentile(later, 0.95)),
      kind === null ? '' : `${String(GOALS_MS[kind])} ms`,
    ]),
  )
}
