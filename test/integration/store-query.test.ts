import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS, columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'
import { filterKindOf, operandOf, operatorsOfKind } from '../../electron/contract/filter-operators.ts'
import { allOf, conditionsOf, withoutColumn } from '../../electron/contract/filter-tree.ts'
import {
  FILTER_MATCHES,
  NO_FILTERS,
  type FilterCondition,
  type FilterGroup,
  type FilterNode,
  type FilterOperator,
} from '../../electron/contract/filters.ts'
import {
  isReviewSortKey,
  EMPTY_QUERY,
  GROUP_KEYS,
  MAX_VALUES,
  type FacetValue,
  type GroupKey,
  type ItemQuery,
} from '../../electron/contract/query.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import { toItemRow, ROW_SELECTION, type StoredRow } from '../../electron/store/item-columns.ts'
import { matchesFilters } from '../support/naive-filters.ts'
import { buildItem, temporaryEngine, type JsonObject } from '../support/store.ts'
import { repetitions } from '../support/repetitions.ts'

const CAMPAIGNS = { 'c-10': 'Spring 10', 'c-9': 'spring 9', 'c-x': null, 'c-empty': 'Autumn' } as const
type CampaignId = keyof typeof CAMPAIGNS
/** The campaigns by name in natural order; without a name by id. */
const CAMPAIGN_ORDER: readonly CampaignId[] = ['c-x', 'c-9', 'c-10']

const itemName = fc.option(
  fc.constantFrom('Poster 2', 'poster 10', 'POSTER 2', 'Poster 02', '', ' Banner', 'Banner', 'a b'),
  { freq: 4 },
)
const updatedAt = fc.constantFrom(
  null,
  '2026-01-01T00:00:00Z',
  '2026-01-01T02:00:00+02:00',
  '2025-12-31T23:00:00.000Z',
  'yesterday 9',
  'yesterday 10',
  '',
  ' ',
)
const itemFields = fc.record({
  name: itemName,
  posNumber: fc.option(fc.constantFrom('7', '007', '10', 'A-1', 7, 10003, true), { freq: 4 }),
  element: fc.constantFrom(null, ' ', 'Wobbler', 'wobbler', 'wobbler ', 'Strip', 'A\nB'),
  artworks: fc.array(fc.constantFrom('Front', 'Back', 'a; b', 'x\ny'), { maxLength: 2 }),
  workflow: fc.constantFrom(null, 'Fast', 'Slow'),
  // Some are texts, some numeric texts; the last has more digits than a double keeps.
  status: fc.constantFrom<FacetValue>(
    null,
    -1,
    0,
    1,
    2.5,
    10,
    'draft',
    'Draft 9',
    'draft 10',
    ' 1 ',
    '9007199254740993',
  ),
  qty: fc.constantFrom<FacetValue>(null, 0, 3, 12, '3', 'a dozen', ' ', '12 pcs', '9007199254740993', true),
  isLocked: fc.constantFrom<FacetValue>(null, true, false, 1, 'false', 'maybe', 2),
  updatedAt,
})

function itemsOf(campaignId: CampaignId, count: number, seed: number): readonly JsonObject[] {
  return fc.sample(itemFields, { numRuns: count, seed }).map((fields, index) => {
    const number = seed * 1_000 + index
    return buildItem(number, {
      campaignId: { _id: campaignId, name: CAMPAIGNS[campaignId] },
      itemId: {
        _id: `item-${String(number % 7)}`,
        name: fields.name,
        posNumber: fields.posNumber,
        elementId: { name: fields.element },
        artworks: fields.artworks.map((artwork) => ({ name: artwork })),
        workflowTemplateName: fields.workflow,
      },
      status: fields.status,
      qty: fields.qty,
      isLocked: fields.isLocked,
      updatedAt: fields.updatedAt,
    })
  })
}

/** Compares texts in natural order, implemented differently from the store. */
function compareNaturally(left: string, right: string): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()]
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [numberA] = /^\d+/.exec(a.slice(i)) ?? []
    const [numberB] = /^\d+/.exec(b.slice(j)) ?? []
    if (numberA !== undefined && numberB !== undefined) {
      if (BigInt(numberA) !== BigInt(numberB)) return BigInt(numberA) < BigInt(numberB) ? -1 : 1
      i += numberA.length
      j += numberB.length
    } else {
      if (a[i] !== b[j]) return (a[i] ?? '') < (b[j] ?? '') ? -1 : 1
      i += 1
      j += 1
    }
  }
  if (i < a.length || j < b.length) return i < a.length ? 1 : -1
  return a.length - b.length
}

/** Trims white space; an empty cell is null. */
function trimmedCell(value: FacetValue): FacetValue {
  if (typeof value !== 'string') return value
  return value.trim() === '' ? null : value.trim()
}

/** The value as filters compare it: dates by instant. */
function comparedCell(column: ItemColumnKey, value: FacetValue): FacetValue {
  if (typeof value !== 'string' || value.trim() === '') return trimmedCell(value)
  const instant = column === 'updatedAt' ? (parseInstant(value) ?? Number.NaN) : Number.NaN
  return Number.isNaN(instant) ? value.trim() : instant
}

/** The value as a number; NaN for other texts. */
function numeric(value: FacetValue): number {
  return typeof value !== 'string' || /^-?\d+(\.\d+)?$/u.test(value) ? Number(value) : Number.NaN
}

/** The quantity in sums: 0 if it is not a number. */
function quantityOf({ qty }: Pick<ItemRow, 'qty'>): number {
  const number = numeric(trimmedCell(qty))
  return Number.isNaN(number) ? 0 : number
}

/** The last digits of a sum of doubles depend on their order. */
const rounded = (sum: number): number => Number(sum.toPrecision(12))

function compareCells(column: ItemColumnKey, a: ItemRow, b: ItemRow, direction: number): number {
  const [left, right] = [trimmedCell(a[column]), trimmedCell(b[column])]
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (column === 'qty' || typeof left !== 'string' || typeof right !== 'string' || column === 'status') {
    const [leftNumber, rightNumber] = [numeric(left), numeric(right)]
    const [leftIsText, rightIsText] = [Number.isNaN(leftNumber), Number.isNaN(rightNumber)]
    if (leftIsText !== rightIsText) return (leftIsText ? 1 : -1) * direction
    if (!leftIsText) return (leftNumber - rightNumber) * direction
  }
  if (typeof left !== 'string' || typeof right !== 'string') return 0
  if (column === 'updatedAt') {
    const [leftInstant, rightInstant] = [left, right].map((text) => parseInstant(text) ?? Number.NaN) as [
      number,
      number,
    ]
    const [leftIsInvalid, rightIsInvalid] = [Number.isNaN(leftInstant), Number.isNaN(rightInstant)]
    if (leftIsInvalid !== rightIsInvalid) return (leftIsInvalid ? 1 : -1) * direction
    if (!leftIsInvalid) return (leftInstant - rightInstant) * direction
  }
  return compareNaturally(left, right) * direction
}

const hasConditions = (filters: FilterGroup): boolean => conditionsOf(filters).length > 0

function add(counts: Map<FacetValue, number>, value: FacetValue): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

/** Columns with few values, which are all returned. */
const COLUMNS_WITH_FEW_VALUES = [
  'status',
  'isLocked',
  'hasArtwork',
  'hasAllocations',
  'elementName',
  'workflowTemplateName',
] as const

describe('a query', () => {
  const items = {
    'c-10': itemsOf('c-10', 60, 1),
    'c-9': itemsOf('c-9', 1_250, 2),
    'c-x': itemsOf('c-x', 25, 3),
    'c-empty': [],
  }
  let opened: Awaited<ReturnType<typeof temporaryEngine>>
  /** All rows in the default order. */
  let rows: readonly ItemRow[] = []
  beforeAll(async () => {
    opened = await temporaryEngine(items)
    const stored = opened.reader.rows<StoredRow>(`SELECT ${ROW_SELECTION} FROM items ORDER BY key`).all()
    const all = stored.map(toItemRow)
    rows = CAMPAIGN_ORDER.flatMap((id) => all.filter((row) => row.campaignId === id))
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  function matchesSearch(row: ItemRow, search: string): boolean {
    const expression = new RegExp(search, 'iu')
    const artworks = row.artworkNames?.split(/; (?!b)/) ?? []
    return [row.itemName, row.posNumber, row.elementName, ...artworks].some(
      (text) => text !== null && expression.test(text),
    )
  }

  /** Filters rows; duplicates are counted across all campaigns of the query. */
  function filterRows(query: ItemQuery, except?: ItemColumnKey): readonly ItemRow[] {
    const filters = except === undefined ? query.filters : withoutColumn(query.filters, except)
    const scopeRows = rows.filter((row) => query.campaignIds?.includes(row.campaignId ?? '') ?? true)
    return rows.filter(
      (row) =>
        (query.campaignIds === null || query.campaignIds.includes(row.campaignId ?? '')) &&
        (query.search === '' || matchesSearch(row, query.search)) &&
        matchesFilters(row, filters, { rows: scopeRows }),
    )
  }

  function compareGroups(key: GroupKey, a: ItemRow, b: ItemRow, { sort }: ItemQuery): number {
    const direction = sort.find((entry) => entry.key === key)?.direction ?? 1
    const order = compareCells(key, a, b, direction)
    if (order !== 0) return order
    const [left, right] = [String(comparedCell(key, a[key])), String(comparedCell(key, b[key]))]
    return left === right ? 0 : (left < right ? -1 : 1) * direction
  }

  function sortRows(query: ItemQuery): readonly ItemRow[] {
    return filterRows(query).toSorted((a, b) => {
      const inGroups = query.group === null ? 0 : compareGroups(query.group, a, b, query)
      if (inGroups !== 0) return inGroups
      for (const { key, direction } of query.sort) {
        const order = isFieldKey(key) || isReviewSortKey(key) ? 0 : compareCells(key, a, b, direction)
        if (order !== 0) return order
      }
      return 0
    })
  }

  const facetValues: Readonly<Record<ItemColumnKey, readonly FacetValue[]>> = {
    itemName: [null, 'Poster 2', 'poster 2', 'POSTER 2', 'Banner', 'nothing'],
    posNumber: [null, '7', '007', 'A-1', '10003', 'true'],
    artworkNames: [null, 'Front', 'Front; Back', 'a; b'],
    campaignName: [null, 'Spring 10', 'spring 9'],
    qty: [null, 0, 3, 5, 'a dozen', 'true', '9007199254740993'],
    updatedAt: [null, '2026-01-01T00:00:00Z', 'yesterday 9'],
    campaignItemId: [null, 'nothing'],
    campaignId: ['c-10', 'c-x'],
    itemId: ['item-1', 'item-6'],
    elementId: [null, 'nothing'],
    clientId: [null, 'nothing'],
    status: [null, -1, 0, 1, 2.5, 10, 99, 'draft', 'Draft 9', '9007199254740993'],
    isLocked: [null, true, false, 'maybe', '2'],
    hasArtwork: [true, false],
    hasAllocations: [false],
    elementName: [null, 'Wobbler', 'wobbler', 'Strip', 'A\nB', 'nothing'],
    workflowTemplateName: [null, 'Fast', 'Slow'],
  }
  const bounds: Readonly<Record<'number' | 'dateTime', readonly (number | string)[]>> = {
    number: [-1, 0, 2.5, 3, 12],
    dateTime: ['2026-01-01', '2025-12-31', '2026-01-01T00:00:00Z', '2025-12-31T23:00:00Z'],
  }
  const texts = ['poster', 'PO', ' 2', 'r', 'Banner ', 'a b', '7', '0', 'front; back', 'x', 'wöbbler', 'é']
  const patterns = ['^po', '2$', 'ster|ban', '^[^\\s]*$', 'front; b', '[ae]']
  const conditionOf = (column: ItemColumnKey, operator: FilterOperator): fc.Arbitrary<FilterCondition> => {
    const bound = fc.constantFrom(...bounds[columnKindOf(column) === 'number' ? 'number' : 'dateTime'])
    switch (operandOf(operator)) {
      case 'values':
        return fc
          .subarray([...facetValues[column]], { minLength: 1 })
          .map((values) => ({ column, operator, values }) as FilterCondition)
      case 'text': {
        const text =
          operator === 'matchesPattern'
            ? fc.constantFrom(...patterns)
            : operator === 'doesNotMatchFormat'
              ? fc.constantFrom('#', 'A-#', '@*', '*')
              : fc.constantFrom(...texts)
        return text.map((each) => ({ column, operator, text: each }) as FilterCondition)
      }
      case 'bound':
        return bound.map((value) => ({ column, operator, value }) as FilterCondition)
      case 'bounds':
        return fc.tuple(bound, bound).map(([from, to]) => ({ column, operator, from, to }) as FilterCondition)
      case 'period':
      case 'none':
        return fc.constant({ column, operator } as FilterCondition)
    }
  }
  const condition = fc
    .constantFrom(
      ...ITEM_COLUMN_KEYS.flatMap((column) =>
        operatorsOfKind(filterKindOf(column)).map((operator) => [column, operator] as const),
      ),
    )
    // Relative dates depend on the time of the test.
    .filter(([, operator]) => operandOf(operator) !== 'period')
    .chain(([column, operator]) => conditionOf(column, operator))
  const { filters: filterGroup } = fc.letrec<{ node: FilterNode; filters: FilterGroup }>((tie) => ({
    node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, condition, tie('filters')),
    filters: fc.record({
      match: fc.constantFrom(...FILTER_MATCHES),
      conditions: fc.array(tie('node'), { maxLength: 3 }),
    }),
  }))
  const query: fc.Arbitrary<ItemQuery> = fc.record({
    campaignIds: fc.option(fc.subarray(['c-10', 'c-9', 'c-x', 'c-empty', 'unknown'])),
    search: fc.constantFrom(
      '',
      '',
      'poster',
      '^po',
      '2$',
      'wobbler|strip',
      'front',
      'nothing at all',
      '^[^\\s]*$',
    ),
    searchMode: fc.constant('pattern'),
    list: fc.constant(null),
    filters: fc.oneof(fc.constant(NO_FILTERS), filterGroup),
    group: fc.option(fc.constantFrom<GroupKey>(...GROUP_KEYS), { freq: 1 }),
    sort: fc.array(
      fc.record({ key: fc.constantFrom(...ITEM_COLUMN_KEYS), direction: fc.constantFrom<1 | -1>(1, -1) }),
      { maxLength: 3 },
    ),
  })

  it('returns the same rows in the same order as a full scan', () => {
    fc.assert(
      fc.property(query, (itemQuery) => {
        const result = opened.engine.run(itemQuery, () => undefined)
        const expected = sortRows(itemQuery)
        expect([...result.keys]).toEqual(expected.map(({ key }) => key))
        expect(rounded(result.qtySum)).toBe(rounded(expected.reduce((sum, row) => sum + quantityOf(row), 0)))
        expect(result.total).toBe(filterRows({ ...EMPTY_QUERY, campaignIds: itemQuery.campaignIds }).length)
        const { group } = itemQuery
        const groups = Map.groupBy(expected.entries(), ([, row]) =>
          group === null ? null : comparedCell(group, row[group]),
        )
        const expectedGroups = [...groups].map(([value, members]) => ({
          value,
          first: members[0]?.[0],
          count: members.length,
          qtySum: rounded(members.reduce((sum, [, row]) => sum + quantityOf(row), 0)),
        }))
        const returnedGroups =
          result.groups?.map((each) => ({ ...each, qtySum: rounded(each.qtySum) })) ?? null
        expect(returnedGroups).toEqual(group === null ? null : expectedGroups)
      }),
      { numRuns: repetitions(100, 400) },
    )
  })

  it('finds the first of several filters that matches each row of a page, as the filters would', () => {
    const page = fc.record({
      campaignIds: fc.option(fc.subarray(['c-10', 'c-9', 'c-x'], { minLength: 1 })),
      rules: fc.array(filterGroup, { maxLength: 4 }),
      start: fc.nat(1_400),
      count: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(page, ({ campaignIds, rules, start, count }) => {
        const inScope = { ...EMPTY_QUERY, campaignIds }
        const keys = opened.engine.keys(inScope, () => undefined).slice(start, start + count)
        const matching = rules.map((filters) =>
          hasConditions(filters)
            ? new Set(opened.engine.keys({ ...inScope, filters }, () => undefined))
            : new Set<number>(),
        )
        const expected = Array.from(keys, (key) => {
          const rule = matching.findIndex((all) => all.has(key))
          return rule < 0 ? null : rule
        })
        expect(opened.engine.ruleMatches(campaignIds, keys, rules)).toEqual({ matches: expected, faults: [] })
        // In any order, and without the rows that were deleted.
        const reversed = Int32Array.from([...keys].reverse())
        const withDeleted = Int32Array.of(999_999_999, ...reversed)
        expect(opened.engine.ruleMatches(campaignIds, withDeleted, rules).matches).toEqual([
          null,
          ...expected.toReversed(),
        ])
      }),
      { numRuns: repetitions(300, 3_000) },
    )
  })

  it('counts every value of columns with few values', () => {
    fc.assert(
      fc.property(query, (itemQuery) => {
        for (const key of COLUMNS_WITH_FEW_VALUES) {
          const { values, empty } = opened.engine.values(itemQuery, key, '', () => undefined)
          const counts = new Map<FacetValue, number>()
          for (const row of filterRows(itemQuery, key)) add(counts, comparedCell(key, row[key]))
          expect(empty).toBe(counts.get(null) ?? 0)
          counts.delete(null)
          expect(new Map(values.map(({ value, count }) => [value, count]))).toEqual(counts)
        }
      }),
      { numRuns: repetitions(50, 200) },
    )
  })

  it('returns values, range and counts of every column under the search and other filters', () => {
    fc.assert(
      fc.property(
        query,
        fc.constantFrom(...ITEM_COLUMN_KEYS),
        fc.constantFrom('', '', 'post', 'WOB', 'er 2', 'a b', ' ', '1', 'nothing'),
        (itemQuery, column, find) => {
          const reported = opened.engine.values(itemQuery, column, find, () => undefined)
          const counts = new Map<FacetValue, number>()
          for (const row of filterRows(itemQuery, column)) add(counts, comparedCell(column, row[column]))
          const empty = counts.get(null) ?? 0
          counts.delete(null)
          const hasRange = ['number', 'dateTime'].includes(columnKindOf(column))
          const numbers = hasRange
            ? [...counts.keys()].map(numeric).filter((value) => !Number.isNaN(value))
            : []
          expect(reported.empty).toBe(empty)
          expect(reported.min).toBe(numbers.length === 0 ? null : Math.min(...numbers))
          expect(reported.max).toBe(numbers.length === 0 ? null : Math.max(...numbers))
          expect(reported.distinct).toBeLessThanOrEqual(counts.size)
          expect(reported.values).toHaveLength(Math.min(reported.distinct, MAX_VALUES))
          const frequencies = reported.values.map(({ count }) => count)
          expect(frequencies).toEqual(frequencies.toSorted((a, b) => b - a))
          for (const { value, count } of reported.values)
            expect(counts.get(comparedCell(column, value))).toBe(count)
          const names = reported.values.map(({ value }) => String(value).toLowerCase())
          expect(names.every((name) => name.includes(find.toLowerCase()))).toBe(true)
          if (column === 'updatedAt') return
          const expected = [...counts].filter(([value]) =>
            String(value).toLowerCase().includes(find.toLowerCase()),
          )
          expect(reported.distinct).toBe(expected.length)
          const shown = expected.map(([, count]) => count).toSorted((a, b) => b - a)
          expect(frequencies).toEqual(shown.slice(0, MAX_VALUES))
        },
      ),
      { numRuns: repetitions(75, 300) },
    )
  })

  it('rejects a condition that a column does not have', () => {
    const unsupported: readonly FilterCondition[] = [
      { column: 'itemName', operator: 'lessThan', value: 1 },
      { column: 'isLocked', operator: 'atMost', value: 1 },
      { column: 'status', operator: 'atLeast', value: 1 },
      { column: 'qty', operator: 'isDuplicated' },
      { column: 'qty', operator: 'atLeast', value: '2026-01-01' },
      { column: 'updatedAt', operator: 'isDuplicated' },
      { column: 'updatedAt', operator: 'atLeast', value: 5 },
      { column: 'updatedAt', operator: 'contains', text: '2026' },
      { column: 'unseen', operator: 'isNotEmpty' },
      { column: 'review', operator: 'is', values: ['problem'] },
    ]
    for (const each of unsupported) {
      const filters = allOf(each)
      expect(() => opened.engine.run({ ...EMPTY_QUERY, filters }, () => undefined)).toThrow(
        expect.objectContaining({ code: 'badInput' }),
      )
    }
  })

  it('sorts by every column, with empty cells last in both directions', () => {
    for (const key of ITEM_COLUMN_KEYS) {
      for (const direction of [1, -1] as const) {
        const itemQuery: ItemQuery = { ...EMPTY_QUERY, sort: [{ key, direction }] }
        const { keys } = opened.engine.run(itemQuery, () => undefined)
        expect([...keys], `${key} ${String(direction)}`).toEqual(sortRows(itemQuery).map((row) => row.key))
      }
    }
  })
})
