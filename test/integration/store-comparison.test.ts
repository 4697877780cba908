import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ColumnKey } from '../../electron/contract/columns.ts'
import {
  COMPARED_COLUMNS,
  COMPARISON_LISTS,
  COMPARISON_SORTS,
  type ComparisonLine,
  type ComparisonQuery,
} from '../../electron/contract/comparison.ts'
import { ComparisonReader } from '../../electron/store/comparison/comparison-reader.ts'
import { buildInner, buildItem, fillCampaign, temporaryEngine, temporaryStore } from '../support/store.ts'

/** An item by what is compared. */
interface Sketch {
  readonly pos: string | null
  readonly name: string
  readonly qty: number | null
  readonly isLocked: boolean
  readonly sku: number | string | null
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  pos: fc.constantFrom('1', '2', ' 2', '3', '4', '5', '', null),
  name: fc.constantFrom('Poster', 'Wobbler', 'Strip'),
  qty: fc.constantFrom(1, 2, null),
  isLocked: fc.boolean(),
  sku: fc.constantFrom(7, '7', 8, 9, null),
})

const build = (campaign: string, offset: number) => (item: Sketch, index: number) =>
  buildItem(offset + index, {
    campaignId: { _id: campaign, name: campaign },
    status: 1,
    qty: item.qty,
    isLocked: item.isLocked,
    sku: item.sku,
    itemId: buildInner(1, { name: item.name, posNumber: item.pos }),
  })

/** Returns what the item is matched by; null without a value. */
function matchOf({ pos, name, sku }: Sketch, by: ColumnKey): string | null {
  if (by === '/sku') return sku === null ? null : JSON.stringify(sku)
  const text = by === 'posNumber' ? (pos ?? '') : name
  return text.trim() === '' ? null : text.trim()
}

/** Compares in a plain loop: a line for each item that is not equal. */
function compare(first: readonly Sketch[], second: readonly Sketch[], by: ColumnKey) {
  const find = (items: readonly Sketch[], match: string | null) =>
    items.filter((item) => matchOf(item, by) === match)
  const lines: string[] = []
  let equal = 0
  const unmatched = (item: Sketch, side: string): boolean => {
    const match = matchOf(item, by)
    const isAmbiguous = find(first, match).length > 1 || find(second, match).length > 1
    if (match === null) lines.push(`notMatched ${side} missing`)
    else if (isAmbiguous) lines.push(`notMatched ${side} ambiguous`)
    return match === null || isAmbiguous
  }
  for (const item of first) {
    if (unmatched(item, 'first')) continue
    const [other] = find(second, matchOf(item, by))
    if (other === undefined) {
      lines.push('onlyFirst')
      continue
    }
    const differing = [
      ...(item.name === other.name || by === 'itemName' ? [] : ['itemName']),
      ...((item.pos ?? '').trim() === (other.pos ?? '').trim() ? [] : ['posNumber']),
      ...(item.qty === other.qty ? [] : ['qty']),
      ...(item.isLocked === other.isLocked ? [] : ['isLocked']),
    ]
    if (differing.length === 0) equal += 1
    else lines.push(`different ${differing.join(' ')}`)
  }
  for (const item of second)
    if (!unmatched(item, 'second') && find(first, matchOf(item, by)).length === 0) lines.push('onlySecond')
  return { lines, equal }
}

/** The compared columns that differ in sketches. */
const SKETCHED = ['itemName', 'posNumber', 'qty', 'isLocked'] as const

const ALL: ComparisonQuery = {
  campaignIds: ['a', 'b'],
  by: 'posNumber',
  columns: COMPARED_COLUMNS,
  list: 'different',
  column: null,
  search: '',
  sort: null,
}

/** Compares in a plain loop, as {@link compare} does, and applies the rest of a query. */
function expectedLines(first: readonly Sketch[], second: readonly Sketch[], query: ComparisonQuery) {
  const { by } = query
  const counts = {
    different: 0,
    equal: 0,
    onlyFirst: 0,
    onlySecond: 0,
    notMatched: 0,
    missing: 0,
    ambiguous: 0,
  }
  const fields: Record<string, number> = {}
  const lines: string[] = []
  const matches = (item: Sketch, other: Sketch) => matchOf(item, by) === matchOf(other, by)
  const isFound = (...items: readonly (Sketch | undefined)[]) =>
    items.some((item) => item?.name.toLowerCase().includes(query.search) === true)
  const value = (item: Sketch, column: string) =>
    column === 'posNumber'
      ? (item.pos ?? '').trim()
      : column === 'itemName'
        ? item.name
        : column === 'qty'
          ? item.qty
          : item.isLocked
  const visit = (
    item: Sketch,
    own: readonly Sketch[],
    others: readonly Sketch[],
    side: 'first' | 'second',
  ) => {
    const match = matchOf(item, by)
    const partners = match === null ? [] : others.filter((other) => matches(item, other))
    const isAmbiguous = partners.length > 1 || own.filter((other) => matches(item, other)).length > 1
    const [partner] = partners
    const isPair = match !== null && !isAmbiguous && partner !== undefined
    if (isPair && side === 'second') return
    if (!isFound(item, isPair ? partner : undefined)) return
    if (match === null || isAmbiguous) {
      const reason = match === null ? 'missing' : 'ambiguous'
      counts[reason] += 1
      counts.notMatched += 1
      if (query.list === null || query.list === 'notMatched') lines.push(`notMatched ${side} ${reason}`)
    } else if (partner === undefined) {
      const list = side === 'first' ? 'onlyFirst' : 'onlySecond'
      counts[list] += 1
      if (query.list === null || query.list === list) lines.push(list)
    } else {
      const differing = SKETCHED.filter(
        (column) =>
          query.columns.includes(column) && column !== by && value(item, column) !== value(partner, column),
      )
      for (const column of differing) fields[column] = (fields[column] ?? 0) + 1
      const list = differing.length === 0 ? 'equal' : 'different'
      counts[list] += 1
      if (query.list === 'equal' && list === 'equal') lines.push('equal')
      if (list === 'different' && (query.list === null || query.list === 'different'))
        for (const column of differing)
          if (query.column === null || query.column === column) lines.push(`different ${column}`)
    }
  }
  for (const item of first) visit(item, first, second, 'first')
  for (const item of second) visit(item, second, first, 'second')
  return { counts, fields, lines }
}

function lineText({ list, first, field, reason }: ComparisonLine): string {
  if (list === 'notMatched') return `notMatched ${first === null ? 'second' : 'first'} ${String(reason)}`
  return field === null ? list : `different ${field.column}`
}

function changeOf({ list, first, second }: ComparisonLine): number {
  if (list !== 'different' && list !== 'equal') return 0
  const [one, other] = [first?.qty, second?.qty]
  return typeof one === 'number' && typeof other === 'number' ? Math.abs(other - one) : 0
}

describe('a comparison of two campaigns', () => {
  it('equals that of a plain loop', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sketch, { maxLength: 7 }),
        fc.array(sketch, { maxLength: 7 }),
        fc.constantFrom<ColumnKey>('posNumber', 'itemName', '/sku'),
        async (first, second, by) => {
          await using opened = await temporaryEngine({
            a: first.map(build('a', 0)),
            b: second.map(build('b', 100)),
          })
          const { rows, equal } = new ComparisonReader(opened.reader, opened.engine).all('a', 'b', by)
          const lines = rows.map((row) => {
            if (row.kind === 'notMatched') return `notMatched ${row.side} ${row.reason}`
            if (row.kind !== 'different') return row.kind
            return `different ${row.fields.map(({ column }) => column).join(' ')}`
          })
          expect({ lines, equal }).toEqual(compare(first, second, by))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('counts and lists the items of each list as a plain loop does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sketch, { maxLength: 7 }),
        fc.array(sketch, { maxLength: 7 }),
        fc.record({
          by: fc.constantFrom<ColumnKey>('posNumber', 'itemName', '/sku'),
          columns: fc.subarray([...SKETCHED], { minLength: 1 }),
          list: fc.option(fc.constantFrom(...COMPARISON_LISTS)),
          column: fc.option(fc.constantFrom(...SKETCHED)),
          search: fc.constantFrom('', 'poster', 'strip'),
          sort: fc.option(fc.constantFrom(...COMPARISON_SORTS)),
        }),
        fc.nat(5),
        async (first, second, choice, start) => {
          await using opened = await temporaryEngine({
            a: first.map(build('a', 0)),
            b: second.map(build('b', 100)),
          })
          const comparisons = new ComparisonReader(opened.reader, opened.engine)
          const query: ComparisonQuery = { campaignIds: ['a', 'b'], ...choice }
          const all = comparisons.window(query, 0, 1_000)
          const expected = expectedLines(first, second, query)
          expect(all.counts).toEqual(expected.counts)
          expect(all.totals).toEqual({ first: first.length, second: second.length })
          expect(Object.fromEntries(all.fields.map(({ column, count }) => [column, count]))).toEqual(
            expected.fields,
          )
          const texts = all.lines.map(lineText)
          if (query.sort === null) expect(texts).toEqual(expected.lines)
          else expect(texts.toSorted()).toEqual(expected.lines.toSorted())
          expect(all.count).toBe(expected.lines.length)
          expect(all.itemCount).toBe(all.lines.filter(({ isFirst }) => isFirst).length)
          expect(all.lines.filter(({ isFirst }) => isFirst).map(({ index }) => index)).toEqual(
            Array.from({ length: all.itemCount }, (_, index) => index),
          )
          // The lines of an item are together, and any part is a part of all.
          expect(all.lines.filter(({ isLast }) => isLast)).toHaveLength(all.itemCount)
          expect(comparisons.window(query, start, 3).lines).toEqual(all.lines.slice(start, start + 3))
          if (query.sort === 'difference') {
            const changes = all.lines.map(changeOf)
            expect(changes).toEqual(changes.toSorted((one, other) => other - one))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('sorts naturally by POS number and by name', async () => {
    const item = (pos: string, name: string): Sketch => ({ pos, name, qty: 1, isLocked: false, sku: null })
    await using opened = await temporaryEngine({
      a: [item('P10', 'b'), item('P9', 'c')].map(build('a', 0)),
      b: [item('P100', 'a')].map(build('b', 100)),
    })
    const comparisons = new ComparisonReader(opened.reader, opened.engine)
    const names = (sort: ComparisonQuery['sort']) =>
      comparisons
        .window({ ...ALL, list: null, sort }, 0, 10)
        .lines.map(({ first: one, second: other }) => (one ?? other)?.posNumber)
    expect(names('posNumber')).toEqual(['P9', 'P10', 'P100'])
    expect(names('itemName')).toEqual(['P100', 'P10', 'P9'])
    expect(names(null)).toEqual(['P10', 'P9', 'P100'])
  })

  it('clips long values for the window, and compares them whole', async () => {
    const long = 'x'.repeat(40_000)
    const item = (end: string): Sketch => ({
      pos: '1',
      name: `${long}${end}`,
      qty: 1,
      isLocked: false,
      sku: null,
    })
    await using opened = await temporaryEngine({
      a: [item('a')].map(build('a', 0)),
      b: [item('b')].map(build('b', 100)),
    })
    const comparisons = new ComparisonReader(opened.reader, opened.engine)
    const [line] = comparisons.window({ ...ALL, list: 'different' }, 0, 10, 'clipped').lines
    expect(line?.field?.column).toBe('itemName')
    expect(String(line?.field?.first).length).toBeLessThanOrEqual(10_000)
    expect(comparisons.window({ ...ALL, list: 'different' }, 0, 10).lines[0]?.field?.second).toBe(`${long}b`)
  })

  it('is canceled at any check, and is complete afterwards', async () => {
    const items: Sketch[] = Array.from({ length: 6_000 }, (_, index) => ({
      pos: String(index),
      name: 'Poster',
      qty: 1,
      isLocked: false,
      sku: index,
    }))
    await using opened = await temporaryEngine({
      a: items.map(build('a', 0)),
      b: items.map(build('b', 10_000)),
    })
    const query: ComparisonQuery = { ...ALL, list: 'equal', search: 'poster', sort: 'itemName' }
    for (const by of ['posNumber', '/sku'] as const) {
      const comparisons = new ComparisonReader(opened.reader, opened.engine)
      let maxChecks = 0
      for (let isCanceled = true; isCanceled; maxChecks += 1) {
        let checks = 0
        const throwIfCancelled = (): void => {
          checks += 1
          if (checks > maxChecks) throw new AppError('superseded')
        }
        try {
          const window = comparisons.window({ ...query, by }, 0, 10, 'whole', throwIfCancelled)
          expect(window).toMatchObject({ count: 6_000, totals: { first: 6_000, second: 6_000 } })
          isCanceled = false
        } catch (error) {
          expect(error).toMatchObject({ code: 'superseded' })
        }
      }
      // Several times while values are read, and in the search and the order.
      expect(maxChecks).toBeGreaterThan(8)
    }
  })

  it('is ended by a newer one of its slot or by the person, but not by further lines', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    const item = (pos: string): Sketch => ({ pos, name: 'Poster', qty: 1, isLocked: false, sku: null })
    await fillCampaign(store, 'a', [item('1'), item('2')].map(build('a', 0)))
    await fillCampaign(store, 'b', [item('2')].map(build('b', 100)))
    const query: ComparisonQuery = { ...ALL, list: null }
    const open = (change: Partial<ComparisonQuery>, slot: string) =>
      store.openComparison({ ...query, ...change }, 10, slot).then(
        ({ count }) => count,
        (error: unknown) => (error instanceof AppError ? error.code : 'unknown'),
      )
    const outcomes = [
      open({ by: 'itemName' }, 'one'),
      open({}, 'one'),
      store.readComparison(query, 0, 1, 'one').then(({ lines }) => lines.length),
      open({ by: 'elementName' }, 'other'),
    ]
    store.cancelComparison('other')
    expect(await Promise.all(outcomes)).toEqual(['superseded', 1, 1, 'superseded'])
    expect(await open({ by: 'elementName' }, 'other')).toBe(3)
  })

  it('needs both campaigns', async () => {
    await using opened = await temporaryEngine({ a: [] })
    const comparisons = new ComparisonReader(opened.reader, opened.engine)
    expect(() => comparisons.all('a', 'b', 'posNumber')).toThrow(
      expect.objectContaining({ code: 'notFound' }),
    )
  })
})
