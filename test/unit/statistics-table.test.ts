import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statisticsContent } from '../../electron/app/statistics-content.ts'
import { arrangeTable, limitRows } from '../../electron/app/statistics-table.ts'
import type { FacetValue } from '../../electron/contract/filters.ts'
import {
  MAX_STATISTIC_SERIES,
  STATISTIC_MEASURES,
  STATISTIC_ORDERS,
  type StatisticRow,
} from '../../electron/contract/statistics.ts'

interface Counted {
  readonly element: FacetValue
  readonly status: FacetValue
  readonly qty: number
}

const items = fc.array(
  fc.record<Counted>({
    element: fc.constantFrom<FacetValue[]>('Poster', 'Wobbler', 'Banner', 'Vinyl', null),
    status: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(null)),
    qty: fc.nat(1_000),
  }),
  { maxLength: 80 },
)
const arrangements = fc.record({
  measure: fc.constantFrom(...STATISTIC_MEASURES),
  order: fc.constantFrom(...STATISTIC_ORDERS),
})

/** Counts the combinations of values, as the store does. */
function rowsOf(list: readonly Counted[], keys: readonly (keyof Counted)[]): readonly StatisticRow[] {
  const rows = new Map<string, { values: FacetValue[]; count: number; qtySum: number }>()
  for (const item of list) {
    const values = keys.map((key) => item[key])
    const row = rows.get(JSON.stringify(values)) ?? { values, count: 0, qtySum: 0 }
    row.count += 1
    row.qtySum += item.qty
    rows.set(JSON.stringify(values), row)
  }
  return [...rows.values()]
}

function tableOf(
  list: readonly Counted[],
  arrangement: Parameters<typeof arrangeTable>[1],
): ReturnType<typeof arrangeTable> {
  const series = rowsOf(list, ['status']).map(({ values: [value = null], count, qtySum }) => ({
    value,
    count,
    qtySum,
  }))
  return arrangeTable({ rows: rowsOf(list, ['element', 'status']), series }, arrangement)
}

describe('a table of statistics', () => {
  it('has the numbers of a plain loop', () => {
    fc.assert(
      fc.property(items, arrangements, (list, arrangement) => {
        const table = tableOf(list, arrangement)
        expect(table.rows).toHaveLength(new Set(list.map(({ element }) => element)).size)
        expect(table.series.length).toBeLessThanOrEqual(MAX_STATISTIC_SERIES)
        const listed = new Set(table.series.map(({ value }) => value))
        for (const row of table.rows) {
          const ofRow = list.filter(({ element }) => element === row.value)
          expect(row.count).toBe(ofRow.length)
          expect(row.qtySum).toBe(ofRow.reduce((sum, { qty }) => sum + qty, 0))
          for (const part of row.parts) {
            const series = table.series[part.series]
            const ofPart = ofRow.filter(({ status }) =>
              series === undefined ? !listed.has(status) : status === series.value,
            )
            expect(part.count).toBe(ofPart.length)
            expect(part.qtySum).toBe(ofPart.reduce((sum, { qty }) => sum + qty, 0))
          }
          expect(row.parts.reduce((sum, { count }) => sum + count, 0)).toBe(row.count)
        }
        expect(table.count).toBe(list.length)
      }),
    )
  })

  it('is sorted, and limited with the sum of the other rows', () => {
    fc.assert(
      fc.property(items, fc.constantFrom(...STATISTIC_MEASURES), fc.nat(6), (list, measure, most) => {
        const table = tableOf(list, { measure, order: 'measure' })
        const valueOf = ({ count, qtySum }: StatisticRow | (typeof table.rows)[number]): number =>
          measure === 'items' ? count : qtySum
        const values = table.rows.map(valueOf)
        expect(values).toEqual(values.toSorted((one, other) => other - one))
        const limited = limitRows(table, most)
        expect(limited.rows).toEqual(table.rows.slice(0, most))
        expect(limited.moreRows?.values ?? 0).toBe(Math.max(0, table.rows.length - most))
        const shown = limited.rows.reduce((sum, { count }) => sum + count, 0)
        expect(shown + (limited.moreRows?.count ?? 0)).toBe(list.length)
      }),
    )
  })

  it('has the days in the order of time, the latest first, and items without a day last', () => {
    const days = ['2026-08-01', '2026-08-02', null].map((value) => ({ values: [value], count: 1, qtySum: 1 }))
    const { rows } = arrangeTable({ rows: days, series: [] }, { measure: 'items', order: 'valueDescending' })
    expect(rows.map(({ value }) => value)).toEqual(['2026-08-02', '2026-08-01', null])
  })

  it('is sorted by the share of the first series', () => {
    const rows: StatisticRow[] = [
      { values: ['a', false], count: 1, qtySum: 0 },
      { values: ['a', true], count: 9, qtySum: 0 },
      { values: ['b', true], count: 50, qtySum: 0 },
      { values: ['c', false], count: 1, qtySum: 0 },
      { values: ['c', true], count: 1, qtySum: 0 },
    ]
    const series = [false, true].map((value) => ({ value, count: 1, qtySum: 0 }))
    const table = arrangeTable({ rows, series }, { measure: 'items', order: 'share' })
    expect(table.rows.map(({ value }) => value)).toEqual(['c', 'a', 'b'])
  })

  it('is written as it is shown, without hidden statuses', () => {
    const list: Counted[] = [
      { element: 'Poster', status: 1, qty: 4 },
      { element: 'Poster', status: null, qty: 2 },
      { element: null, status: 7, qty: 1 },
    ]
    const table = tableOf(list, { measure: 'quantity', order: 'measure' })
    const { columns, rows } = statisticsContent(
      { ...table, series: [...table.series, { value: 8, count: 1, qtySum: 1 }] },
      { keys: ['elementName', 'status'], measure: 'quantity' },
      { labels: [{ value: 1, name: 'Approved', color: 'green' }], campaigns: new Map() },
    )
    expect(columns.map(({ heading }) => heading)).toEqual([
      'Element',
      'Items',
      'Approved',
      'No status',
      'Status 7',
      'Total',
    ])
    expect(rows).toEqual([
      ['Poster', 2, 4, 2, 0, 6],
      ['No element', 1, 0, 0, 1, 1],
    ])
  })
})
