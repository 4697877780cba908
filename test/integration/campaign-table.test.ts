import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CAMPAIGN_COLUMN_KEYS,
  campaignColumnKindOf,
  type CampaignTableColumn,
} from '../../electron/contract/campaign-columns.ts'
import {
  campaignFilterKindOf,
  type CampaignCondition,
  type CampaignFilters,
  type CampaignQuery,
} from '../../electron/contract/campaign-query.ts'
import { operandOf, operatorsOfKind } from '../../electron/contract/filter-operators.ts'
import { isGroup } from '../../electron/contract/filter-tree.ts'
import { FILTER_MATCHES, type FacetValue, type FilterOperator } from '../../electron/contract/filters.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import { CampaignTable } from '../../electron/store/campaign-table/campaign-table.ts'
import { isEntries, type CampaignCell } from '../../electron/contract/campaign-query.ts'
import { valuesOf } from '../../electron/store/campaign-table/read-cell.ts'
import { fieldSortKey } from '../../electron/store/query/field-cells.ts'
import { compareTexts, naturalKey } from '../../electron/store/query/natural-key.ts'
import { meetsRequirement } from '../support/naive-filters.ts'
import { buildItem, temporaryEngine, type JsonObject } from '../support/store.ts'

/** What the cells of a campaign must be. */
type Cells = Readonly<Partial<Record<CampaignTableColumn, CampaignCell>>>

interface Example {
  readonly record: string | null
  readonly items: readonly JsonObject[]
  readonly cells: Cells
}

const NO_CELLS: Cells = {
  number: null,
  isLocked: null,
  brand: null,
  startAt: null,
  owner: null,
  'owner.email': null,
  status: null,
  elementGroups: null,
  'priceMeta.delivery': null,
  meta: null,
  '/extra': null,
  '/x/y': null,
}

const item = (campaign: string, number: number, changes: JsonObject): JsonObject =>
  buildItem(number, { campaignId: { _id: campaign, name: null }, ...changes })

/** Records as the service documents them, and with other types. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  'c-1': {
    record: JSON.stringify({
      name: 'Summer 10 ',
      number: 7,
      isLocked: true,
      brand: ['Nova', ' Aurora ', ''],
      startAt: '2026-06-01T08:00:00Z',
      owner: { id: 'u1', firstName: 'Ana', lastName: 'Lima', email: 'ana@example.com' },
      status: 3,
      elementGroups: [{ elementId: 'e', campaignItems: [] }, { elementId: 'f' }],
      priceMeta: { delivery: 12.5 },
      meta: { 'a b': '1' },
      extra: 'Zoë',
      x: { y: 5 },
    }),
    items: [
      item('c-1', 1, { qty: 5, hasArtwork: true, isLocked: false }),
      item('c-1', 2, { qty: 2.5, hasArtwork: false, isLocked: true }),
      item('c-1', 3, { qty: null, hasArtwork: null, isLocked: 'draft' }),
    ],
    cells: {
      name: 'Summer 10',
      number: 7,
      isLocked: true,
      brand: ['Nova', 'Aurora'],
      startAt: '2026-06-01T08:00:00Z',
      owner: 'Ana Lima',
      'owner.email': 'ana@example.com',
      status: 3,
      elementGroups: 2,
      'priceMeta.delivery': 12.5,
      meta: '{"a b":"1"}',
      '/extra': '"Zoë"',
      '/x/y': '5',
      items: 3,
      quantity: 7.5,
      withArtwork: 100 / 3,
      withoutArtwork: 2,
      lockedItems: 1,
    },
  },
  'c-2': {
    record: JSON.stringify({
      name: 'Summer 9',
      number: '12',
      isLocked: 'no idea',
      brand: 'Nova',
      startAt: 'soon',
      owner: 'u7',
      status: 'draft',
      elementGroups: 'none',
      priceMeta: { delivery: '8' },
      extra: 12,
      x: { y: '2026-06-01' },
    }),
    items: [],
    cells: {
      name: 'Summer 9',
      number: 12,
      isLocked: 'no idea',
      brand: 'Nova',
      startAt: 'soon',
      owner: 'u7',
      'owner.email': null,
      status: 'draft',
      elementGroups: 'none',
      'priceMeta.delivery': 8,
      meta: null,
      '/extra': '12',
      '/x/y': '"2026-06-01"',
      items: 0,
      quantity: 0,
      withArtwork: null,
      withoutArtwork: 0,
      lockedItems: 0,
    },
  },
  'c-3': {
    // The digits of a number that a double does not have, and a member that comes twice.
    record:
      '{"name":"Winter","number":12345678901234567890,"number":9007199254740993,"brand":[],"startAt":1780300800,' +
      '"owner":{"firstName":"Bo","lastName":""},"status":3.0,"extra":{"deep":[1, 2]},"x":null}',
    items: [item('c-3', 4, { qty: 4, hasArtwork: true })],
    cells: {
      ...NO_CELLS,
      name: 'Winter',
      number: '9007199254740993',
      startAt: '2026-06-01T08:00:00.000Z',
      owner: 'Bo',
      status: 3,
      '/extra': '{"deep":[1,2]}',
      items: 1,
      quantity: 4,
      withArtwork: 100,
      withoutArtwork: 0,
      lockedItems: 1,
    },
  },
  'c-4': {
    record: null,
    items: [item('c-4', 5, { qty: 1, hasArtwork: false, isLocked: true })],
    cells: {
      ...NO_CELLS,
      name: null,
      items: 1,
      quantity: 1,
      withArtwork: 0,
      withoutArtwork: 1,
      lockedItems: 1,
    },
  },
}

const COLUMNS = Object.keys(EXAMPLES['c-1']?.cells ?? {}) as readonly CampaignTableColumn[]
const NOTHING: CampaignQuery = {
  search: '',
  searchMode: 'words',
  filters: { match: 'all', conditions: [] },
  sort: [],
}

let opened: Awaited<ReturnType<typeof temporaryEngine>>
let table: CampaignTable

const idsOf = (query: Partial<CampaignQuery>): readonly string[] =>
  table.run({ ...NOTHING, ...query }, [], () => undefined).rows.map(({ id }) => id)

beforeAll(async () => {
  opened = await temporaryEngine(
    Object.fromEntries(Object.entries(EXAMPLES).map(([id, { items }]) => [id, items])),
    {
      records: Object.fromEntries(
        Object.entries(EXAMPLES).flatMap(([id, { record }]) => (record === null ? [] : [[id, record]])),
      ),
    },
  )
  table = new CampaignTable(opened.reader)
})
afterAll(() => opened[Symbol.asyncDispose]())

describe('the table of campaigns', () => {
  it('has the values of records and items, whatever their types', () => {
    const { rows, total } = table.run(NOTHING, COLUMNS, () => undefined)
    expect(total).toBe(4)
    for (const { id, cells } of rows) {
      const shown = Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index]]))
      expect(shown, id).toEqual({ ...EXAMPLES[id]?.cells })
    }
  })

  it('reads the same from records whose cells are not stored, and stores them while idle', () => {
    const read = (columns: readonly CampaignTableColumn[]) =>
      ['', 'lima', 'c-1', 'sum nova'].map(
        (search) =>
          new CampaignTable(opened.reader).run({ ...NOTHING, search }, columns, () => undefined).rows,
      )
    const countStored = () => opened.reader.values<number>('SELECT count(*) FROM campaign_cells').get()
    const fromStored = read(CAMPAIGN_COLUMN_KEYS)
    expect(countStored()).toBe(3)
    opened.execute("UPDATE campaign_cells SET version = 'earlier'")
    expect(read(CAMPAIGN_COLUMN_KEYS)).toEqual(fromStored)
    opened.execute('DELETE FROM campaign_cells')
    expect(read(CAMPAIGN_COLUMN_KEYS)).toEqual(fromStored)
    opened.runIdleWork()
    expect(countStored()).toBe(3)
    expect(read(CAMPAIGN_COLUMN_KEYS)).toEqual(fromStored)
  })

  it('reads long values from the record', async () => {
    const notes = 'word '.repeat(50_000).trim()
    await using long = await temporaryEngine({ a: [] }, { records: { a: JSON.stringify({ notes }) } })
    expect(long.reader.values<string | null>('SELECT cells FROM campaign_cells').get()).toBeNull()
    const longTable = new CampaignTable(long.reader)
    expect(longTable.run(NOTHING, ['notes'], () => undefined).rows[0]?.cells).toEqual([notes])
    const found = (search: string) => longTable.run({ ...NOTHING, search }, [], () => undefined).rows.length
    expect([found('WORD'), found('sword')]).toEqual([1, 0])
  })

  it('lists campaigns in the natural order of their names', () => {
    expect(idsOf({})).toEqual(['c-4', 'c-2', 'c-1', 'c-3'])
  })

  it('reads every column of every campaign', () => {
    const { rows } = table.run(NOTHING, CAMPAIGN_COLUMN_KEYS, () => undefined)
    expect(rows.map(({ cells }) => cells.length)).toEqual(Array(4).fill(CAMPAIGN_COLUMN_KEYS.length))
  })

  it('finds words, fields and patterns', () => {
    expect(idsOf({ search: 'SUM nova' })).toEqual(['c-2', 'c-1'])
    expect(idsOf({ search: 'lima' })).toEqual(['c-1'])
    expect(idsOf({ search: 'brand:aurora', searchMode: 'fields' })).toEqual(['c-1'])
    expect(idsOf({ search: '-brand:nova name:winter', searchMode: 'fields' })).toEqual(['c-3'])
    expect(idsOf({ search: 'start:2026-06', searchMode: 'fields' })).toEqual(['c-1', 'c-3'])
    expect(idsOf({ search: 'locked:yes unseen:0', searchMode: 'fields' })).toEqual(['c-1'])
    expect(idsOf({ search: '"summer 9"', searchMode: 'fields' })).toEqual(['c-2'])
    expect(idsOf({ search: '^(summer 1|win)', searchMode: 'pattern' })).toEqual(['c-1', 'c-3'])
  })

  it('refuses an invalid search, pattern or condition', () => {
    expect(() => idsOf({ search: 'brand:', searchMode: 'fields' })).toThrow(
      expect.objectContaining({ code: 'searchInvalid' }),
    )
    expect(() => idsOf({ search: '(', searchMode: 'pattern' })).toThrow(
      expect.objectContaining({ code: 'searchInvalid' }),
    )
    const conditions: readonly CampaignCondition[] = [
      { column: 'startAt', operator: 'contains', text: 'a' },
      { column: 'downloaded', operator: 'is', values: ['maybe'] },
      { column: 'number', operator: 'lessThan', value: '2026-01-01' },
    ]
    for (const condition of conditions)
      expect(() => idsOf({ filters: { match: 'all', conditions: [condition] } })).toThrow(
        expect.objectContaining({ code: 'badInput' }),
      )
  })

  it('notices a record that another download replaced', async () => {
    await using changing = await temporaryEngine({ 'c-1': [] }, { records: { 'c-1': '{"reference":"A"}' } })
    const cache = new CampaignTable(changing.reader)
    const reference = () => cache.run(NOTHING, ['reference'], () => undefined).rows[0]?.cells
    expect(reference()).toEqual(['A'])
    changing.replaceRecord('c-1', '{"reference":"B"}')
    expect(reference()).toEqual(['B'])
  })

  it('counts items again after another download, whether counts are stored or not', async () => {
    const [one, other] = [
      item('c-1', 1, { qty: 5, hasArtwork: true }),
      item('c-1', 2, { qty: 2, hasArtwork: false }),
    ]
    await using changing = await temporaryEngine({ 'c-1': [one] }, { idleSteps: 0 })
    const counts = () =>
      new CampaignTable(changing.reader).run(
        NOTHING,
        ['items', 'quantity', 'withoutArtwork'],
        () => undefined,
      ).rows[0]?.cells
    expect(counts()).toEqual([1, 5, 0])
    changing.runIdleWork()
    expect(counts()).toEqual([1, 5, 0])
    changing.replaceItems('c-1', [one, other])
    expect(counts()).toEqual([2, 7, 1])
    changing.runIdleWork()
    expect(counts()).toEqual([2, 7, 1])
  })
})

describe('a query of campaigns', () => {
  const values: Readonly<Partial<Record<CampaignTableColumn, readonly FacetValue[]>>> = {
    name: ['Winter', 'summer 9', null],
    number: [7, 12, '9007199254740993', null],
    isLocked: [true, false, null],
    brand: ['Nova', 'Aurora', null, 'Other'],
    startAt: ['2026-06-01', '2026-06-01T08:00:00Z', null],
    status: [3, 'draft', null],
    '/extra': ['"Zoë"', '12', '{"deep":[1,2]}', null],
    downloaded: ['complete', 'no'],
  }
  const tested = [...COLUMNS, 'downloaded'] as const
  const conditionOf = (
    column: CampaignTableColumn,
    operator: FilterOperator,
  ): fc.Arbitrary<CampaignCondition> => {
    const isDate = campaignColumnKindOf(column) === 'dateTime'
    const bound = isDate
      ? fc.constantFrom('2026-06-01', '2026-06-01T08:00:00Z', '2026-05-31')
      : fc.constantFrom(0, 3, 7.5, 12)
    const make = (operands: object): CampaignCondition =>
      ({ column, operator, ...operands }) as CampaignCondition
    switch (operandOf(operator)) {
      case 'values':
        return fc
          .subarray([...(values[column] ?? [0, 3, null])], { minLength: 1 })
          .map((each) => make({ values: each }))
      case 'text':
        return operator === 'matchesPattern'
          ? fc.constantFrom('^s', 'a$', 'o').map((text) => make({ text }))
          : fc.constantFrom('summer', 'NOVA', 'a', 'zoe', '1').map((text) => make({ text }))
      case 'bound':
        return bound.map((value) => make({ value }))
      case 'bounds':
        return fc.tuple(bound, bound).map(([from, to]) => make({ from, to }))
      case 'period':
      case 'none':
        return fc.constant(make({}))
    }
  }
  const condition = fc
    .constantFrom(
      ...tested.flatMap((column) =>
        operatorsOfKind(campaignFilterKindOf(column)).map((operator) => [column, operator] as const),
      ),
    )
    // Relative dates depend on the time of the test.
    .filter(([, operator]) => operandOf(operator) !== 'period')
    .chain(([column, operator]) => conditionOf(column, operator))
  const { filters } = fc.letrec<{ node: CampaignCondition | CampaignFilters; filters: CampaignFilters }>(
    (tie) => ({
      node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, condition, tie('filters')),
      filters: fc.record({
        match: fc.constantFrom(...FILTER_MATCHES),
        conditions: fc.array(tie('node'), { maxLength: 3 }),
      }),
    }),
  )
  const sort = fc.array(
    fc.record({ key: fc.constantFrom(...tested), direction: fc.constantFrom<1 | -1>(1, -1) }),
    { maxLength: 3 },
  )

  const cellOf = (id: string, column: CampaignTableColumn): CampaignCell =>
    column === 'downloaded' ? 'complete' : (EXAMPLES[id]?.cells[column] ?? null)

  function matches(id: string, { match, conditions }: CampaignFilters): boolean | null {
    const parts = conditions
      .map((node) => {
        if (isGroup(node)) return matches(id, node)
        const { column } = node
        return meetsRequirement(valuesOf(cellOf(id, column)), campaignColumnKindOf(column), node, () =>
          Object.keys(EXAMPLES).flatMap((other) => valuesOf(cellOf(other, column))),
        )
      })
      .filter((part) => part !== null)
    if (parts.length === 0) return null
    return match === 'all' ? parts.every(Boolean) : parts.some(Boolean)
  }

  /** Returns the place of a cell among those of its column. */
  function place(column: CampaignTableColumn, cell: CampaignCell): readonly [number, string] {
    const text = isEntries(cell) ? cell.join('; ') : String(cell)
    const kind = campaignColumnKindOf(column)
    if (kind === 'any') return [Infinity, fieldSortKey(text)]
    const number =
      kind === 'dateTime' ? parseInstant(text) : kind === 'text' || cell === '' ? null : Number(cell)
    return number === null || Number.isNaN(number) ? [Infinity, naturalKey(text)] : [number, '']
  }

  function compare(one: string, other: string, keys: CampaignQuery['sort']): number {
    for (const { key, direction } of keys) {
      const [a, b] = [cellOf(one, key), cellOf(other, key)]
      if (a === null && b === null) continue
      if (a === null || b === null) return a === null ? 1 : -1
      const [[firstNumber, firstText], [secondNumber, secondText]] = [place(key, a), place(key, b)]
      const order =
        firstNumber === secondNumber
          ? compareTexts(firstText, secondText)
          : firstNumber < secondNumber
            ? -1
            : 1
      if (order !== 0) return order * direction
    }
    return 0
  }

  it('returns the same campaigns in the same order as a plain loop', () => {
    fc.assert(
      fc.property(filters, sort, (filterGroup, sortKeys) => {
        const expected = ['c-4', 'c-2', 'c-1', 'c-3']
          .filter((id) => matches(id, filterGroup) ?? true)
          .sort((one, other) => compare(one, other, sortKeys))
        expect(idsOf({ filters: filterGroup, sort: sortKeys })).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})
