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
import { fillCache } from './filled-cache.ts'
import { campaignIdOf } from './items.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { itemCount, milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

const WINDOW_ROWS = 100
const WINDOWS = 200
const RUNS = 15

interface Line {
  readonly what: string
  readonly first: number
  readonly later: readonly number[]
  readonly goal: string
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
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
): Promise<Omit<Line, 'what' | 'goal'>> {
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
  const lines: Line[] = []
  const line = async (
    what: string,
    goal: string,
    work: (run: number) => Promise<unknown>,
    runs?: number,
  ): Promise<void> => {
    lines.push({ what, goal, ...(await measureRepeatedly(work, runs)) })
  }
  await line('one campaign, as listed', '', () => open({ campaignIds: oneCampaign }))
  await line('one campaign, by name', '', () =>
    open({ campaignIds: oneCampaign, sort: [{ key: 'itemName', direction: 1 }] }),
  )
  await line('all items, as listed', '', () => open({}))
  await line('all items, by name', '150 ms', (run) =>
    open({ sort: [{ key: 'itemName', direction: run % 2 === 0 ? 1 : -1 }] }),
  )
  await line('all items, by POS number', '150 ms', () => open({ sort: [{ key: 'posNumber', direction: 1 }] }))
  await line('all items, by status, quantity', '150 ms', () =>
    open({
      sort: [
        { key: 'status', direction: 1 },
        { key: 'qty', direction: -1 },
      ],
    }),
  )
  await line('all items, by date', '150 ms', () => open({ sort: [{ key: 'updatedAt', direction: -1 }] }))
  await line('filtered', '150 ms', (run) =>
    open({ filters: allOf(hasValue('status', run % 9), hasValue('isLocked', false)) }),
  )
  await line('search, literal', '50 ms', (run) =>
    open({ search: `${terms[run % terms.length] ?? ''}${run < terms.length ? '' : ' '}` }),
  )
  await line('search, expression', '', (run) =>
    untilTooSlow(open({ search: `${patterns[run % patterns.length] ?? ''}|~${String(run)}` })),
  )
  await line('values of status under a search', '', async (run) => {
    const searched = { ...EMPTY_QUERY, search: `poster ${String(run)}` }
    await untilTooSlow(store.columnValues(searched, 'status', '', 'bench'))
  })
  await line('quantities and dates in a range', '150 ms', (run) =>
    open({
      filters: allOf(
        { column: 'qty', operator: 'between', from: run, to: 200 + run },
        { column: 'updatedAt', operator: 'atLeast', value: '1970-01-01T00:00:00Z' },
      ),
    }),
  )
  await line('duplicate POS numbers', '150 ms', (run) =>
    open({
      filters: allOf(
        { column: 'posNumber', operator: 'isDuplicated' },
        { column: 'qty', operator: 'atLeast', value: run },
      ),
    }),
  )
  await line('selected names', '150 ms', (run) =>
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
    await line(`${column} ${operator}`, '150 ms', (run) =>
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
      await line(`${column} ${operator}`, '150 ms', () => open({ filters: allOf({ column, operator }) }), 3)
  }
  await line('updated in the last days', '150 ms', (run) =>
    open({ filters: allOf({ column: 'updatedAt', operator: 'inLast', count: 200 + run, unit: 'days' }) }),
  )
  await line('nested groups', '150 ms', (run) =>
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
  await line('grouped by element, by quantity', '150 ms', (run) =>
    open({ group: 'elementName', sort: [{ key: 'qty', direction: run % 2 === 0 ? 1 : -1 }] }),
  )
  for (const column of ITEM_COLUMN_KEYS) {
    await line(`values of ${column}`, '150 ms', (run) =>
      store.columnValues(
        { ...EMPTY_QUERY, filters: allOf(hasValue('status', run % 9)) },
        column,
        '',
        'bench',
      ),
    )
  }
  await line('names that contain a text', '150 ms', (run) =>
    store.columnValues(EMPTY_QUERY, 'itemName', String(100 + run), 'bench'),
  )
  const result = await store.openResult(
    { ...EMPTY_QUERY, sort: [{ key: 'itemName', direction: 1 }] },
    'bench',
  )
  await line('totals of a selection', '', (run) =>
    store.totalsOf(result.resultId, [[run, Math.max(run, size - run - 1)]]),
  )
  const half = await store.openResult({ ...EMPTY_QUERY, search: '5', searchMode: 'words' }, 'bench-statuses')
  await line('statuses of all', '50 ms', () => store.statusesOf(result.resultId, null))
  await line(`statuses of ${itemCount(half.count)}`, '50 ms', () => store.statusesOf(half.resultId, null))
  await line(
    `window of ${String(WINDOW_ROWS)}, anywhere`,
    '8 ms',
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
  printTable(
    `Queries over ${size.toLocaleString('en-GB')} items (the store opened in ${milliseconds(opening)})`,
    ['', 'first', 'median', 'p95', 'goal at a million'],
    lines.map(({ what, first, later, goal }) => [
      what,
      milliseconds(first),
      milliseconds(percentile(later, 0.5)),
      milliseconds(percentile(later, 0.95)),
      goal,
    ]),
  )
}
