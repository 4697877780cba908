import type { FacetValue } from '../contract/filters.ts'
import {
  MAX_STATISTIC_SERIES,
  type StatisticMeasure,
  type StatisticOrder,
  type StatisticPart,
  type StatisticRow,
  type StatisticSeries,
  type StatisticsQuery,
  type StatisticsTable,
  type StatisticTableRow,
  type StatisticTotals,
} from '../contract/statistics.ts'

/** A table with all rows. */
export type WholeTable = Omit<StatisticsTable, 'moreRows'>

/** The rows of a table by their values, and the series that divide them. */
interface TableContent {
  /** With one value, or two, of which the second one is the series. */
  readonly rows: readonly StatisticRow[]
  /** All values of the series in their order. */
  readonly series: readonly StatisticSeries[]
}

/** Arranges counts by one or two dimensions as rows and series. */
export function arrangeTable(
  { rows, series: allSeries }: TableContent,
  { measure, order }: Pick<StatisticsQuery, 'measure' | 'order'>,
): WholeTable {
  const { series, rest } = largest(allSeries, measure)
  const indexOf = new Map<FacetValue, number>(series.map(({ value }, index) => [value, index]))
  const byValue = new Map<FacetValue, { total: StatisticTotals; parts: Map<number, StatisticTotals> }>()
  for (const row of rows) {
    const [value = null, second] = row.values
    const entry = byValue.get(value) ?? { total: NOTHING, parts: new Map<number, StatisticTotals>() }
    entry.total = plus(entry.total, row)
    if (second !== undefined) {
      const index = indexOf.get(second) ?? series.length
      entry.parts.set(index, plus(entry.parts.get(index) ?? NOTHING, row))
    }
    byValue.set(value, entry)
  }
  const tableRows = [...byValue].map(([value, { total, parts }]): StatisticTableRow => ({
    value,
    ...total,
    parts: partsInOrder(parts),
  }))
  const sum = tableRows.reduce<StatisticTotals>(plus, NOTHING)
  return {
    rows: sortRows(tableRows, measure, order),
    series,
    moreSeries:
      rest.length === 0 ? null : { values: rest.length, ...rest.reduce<StatisticTotals>(plus, NOTHING) },
    ...sum,
  }
}

function sortRows(
  rows: readonly StatisticTableRow[],
  measure: StatisticMeasure,
  order: StatisticOrder,
): readonly StatisticTableRow[] {
  switch (order) {
    case 'value':
      return rows
    case 'valueDescending':
      return [
        ...rows.filter(({ value }) => value !== null).toReversed(),
        ...rows.filter(({ value }) => value === null),
      ]
    case 'measure':
      return rows.toSorted((one, other) => compare(one, other, measure))
    case 'share':
      return rows.toSorted(
        (one, other) => firstShare(other) - firstShare(one) || compare(one, other, measure),
      )
  }
}

/** Returns the share of the first series in the items of a row. */
function firstShare({ parts: [first], count }: StatisticTableRow): number {
  return first?.series === 0 && count > 0 ? first.count / count : 0
}

/** Returns a table with at most `most` rows, and the sum of the others. */
export function limitRows(table: WholeTable, most: number): StatisticsTable {
  const rest = table.rows.slice(most)
  return {
    ...table,
    rows: table.rows.slice(0, most),
    moreRows:
      rest.length === 0 ? null : { values: rest.length, ...rest.reduce<StatisticTotals>(plus, NOTHING) },
  }
}

const NOTHING: StatisticTotals = { count: 0, qtySum: 0 }

function plus(one: StatisticTotals, other: StatisticTotals): StatisticTotals {
  return { count: one.count + other.count, qtySum: one.qtySum + other.qtySum }
}

/** Compares rows in descending order; equal ones stay in the order of their values. */
function compare(one: StatisticTotals, other: StatisticTotals, measure: StatisticMeasure): number {
  return measure === 'items'
    ? other.count - one.count || other.qtySum - one.qtySum
    : other.qtySum - one.qtySum || other.count - one.count
}

function partsInOrder(parts: ReadonlyMap<number, StatisticTotals>): readonly StatisticPart[] {
  return [...parts]
    .map(([series, totals]) => ({ series, ...totals }))
    .sort((one, other) => one.series - other.series)
}

/** Returns the largest series, in their order, and the others. */
function largest(
  all: readonly StatisticSeries[],
  measure: StatisticMeasure,
): { readonly series: readonly StatisticSeries[]; readonly rest: readonly StatisticSeries[] } {
  if (all.length <= MAX_STATISTIC_SERIES) return { series: all, rest: [] }
  const chosen = new Set(
    all.toSorted((one, other) => compare(one, other, measure)).slice(0, MAX_STATISTIC_SERIES),
  )
  return { series: all.filter((each) => chosen.has(each)), rest: all.filter((each) => !chosen.has(each)) }
}
