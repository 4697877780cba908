import { dayOfInstant, extentOfMoment } from '../../contract/filter-dates.ts'
import type { FacetValue } from '../../contract/query.ts'
import type { StatisticKey, StatisticKeys, StatisticRow, Statistics } from '../../contract/statistics.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { cellValue, compareValues } from './ranks.ts'
import { forEachSnapshot, type Scope } from './scope.ts'

/** Maximum cells of a matrix of two dimensions in a snapshot; larger ones are counted in a map. */
const MAX_MATRIX = 1_000_000

/** The value of each item of a snapshot in one dimension. */
interface Dimension {
  readonly codeAt: (indexInSnapshot: number) => number
  readonly values: readonly FacetValue[]
}

/** Counts and sums of the combinations of codes in a snapshot. */
interface Totals {
  readonly counts: Map<number, number> | Int32Array
  readonly sums: Map<number, number> | Float64Array
}

/**
 * Counts the items at these ascending indexes (null for all) by one or two dimensions.
 * @param campaignIdOf returns the campaign of a snapshot
 */
export function countItems(
  scope: Scope,
  indexes: Int32Array | null,
  keys: StatisticKeys,
  campaignIdOf: (snapshot: CampaignIndex) => string,
): Statistics {
  const rows = new Map<string, { values: readonly FacetValue[]; count: number; qtySum: number }>()
  let total = { count: 0, qtySum: 0 }
  forEachSnapshot(scope, indexes, (snapshot, start, part) => {
    const dimensions = keys.map((key) => dimensionOf(snapshot, key, campaignIdOf))
    const { counts, sums } = countCombinations(snapshot, start, part, dimensions)
    const [first, second] = dimensions
    const width = second?.values.length ?? 1
    for (const [code, count] of counts.entries()) {
      if (count === 0) continue
      const qtySum = (sums instanceof Map ? sums.get(code) : sums[code]) ?? 0
      const values = [
        first?.values[Math.floor(code / width)] ?? null,
        ...(second === undefined ? [] : [second.values[code % width] ?? null]),
      ]
      const name = JSON.stringify(values)
      const row = rows.get(name) ?? { values, count: 0, qtySum: 0 }
      rows.set(name, { values, count: row.count + count, qtySum: row.qtySum + qtySum })
      total = { count: total.count + count, qtySum: total.qtySum + qtySum }
    }
  })
  const campaigns = new Map(scope.snapshots.map((snapshot, order) => [campaignIdOf(snapshot), order]))
  const placeOf = (value: FacetValue, index: number): FacetValue =>
    keys[index] === 'campaign' ? (campaigns.get(String(value)) ?? null) : value
  return { rows: [...rows.values()].sort((one, other) => compareRows(one, other, placeOf)), ...total }
}

function dimensionOf(
  snapshot: CampaignIndex,
  key: StatisticKey,
  campaignIdOf: (snapshot: CampaignIndex) => string,
): Dimension {
  if (key === 'campaign') return { codeAt: () => 0, values: [campaignIdOf(snapshot)] }
  if (key === 'updatedDay') return daysOf(snapshot.instants)
  const { codes, dictionary } = snapshot.codedValues(key)
  return { codeAt: (index) => codes[index] ?? 0, values: dictionary.map(cellValue) }
}

/** Returns the day of each instant in local time; null for NaN. */
function daysOf(instants: Float64Array): Dimension {
  const values: FacetValue[] = [null]
  const codeOfDay = new Map<string, number>()
  const codes = new Int32Array(instants.length)
  // Consecutive items were often updated on the same day, so that few instants become a date.
  let [first, last, code] = [0, -1, 0]
  for (const [index, instant] of instants.entries()) {
    if (Number.isNaN(instant)) continue
    if (instant < first || instant > last) {
      const day = dayOfInstant(instant)
      const extent = extentOfMoment(day)
      ;[first, last] = extent === null ? [instant, instant] : [extent.first, extent.last]
      code = codeOfDay.get(day) ?? values.push(day) - 1
      codeOfDay.set(day, code)
    }
    codes[index] = code
  }
  return { codeAt: (index) => codes[index] ?? 0, values }
}

function countCombinations(
  snapshot: CampaignIndex,
  start: number,
  part: Int32Array,
  [first, second]: readonly Dimension[],
): Totals {
  const width = second?.values.length ?? 1
  const size = (first?.values.length ?? 1) * width
  const { quantities } = snapshot
  const totals: Totals =
    size > MAX_MATRIX
      ? { counts: new Map(), sums: new Map() }
      : { counts: new Int32Array(size), sums: new Float64Array(size) }
  const add = (values: Map<number, number> | Int32Array | Float64Array, code: number, by: number): void => {
    if (values instanceof Map) values.set(code, (values.get(code) ?? 0) + by)
    else values[code] = (values[code] ?? 0) + by
  }
  for (const index of part) {
    const indexInSnapshot = index - start
    const code = (first?.codeAt(indexInSnapshot) ?? 0) * width + (second?.codeAt(indexInSnapshot) ?? 0)
    add(totals.counts, code, 1)
    const quantity = quantities[indexInSnapshot] ?? Number.NaN
    if (!Number.isNaN(quantity)) add(totals.sums, code, quantity)
  }
  return totals
}

/**
 * Compares rows by their values; empty cells are last.
 * @param placeOf returns what a value is compared by
 */
function compareRows(
  one: StatisticRow,
  other: StatisticRow,
  placeOf: (value: FacetValue, index: number) => FacetValue,
): number {
  for (const index of one.values.keys()) {
    const value = placeOf(one.values[index] ?? null, index)
    const otherValue = placeOf(other.values[index] ?? null, index)
    const order =
      value === null || otherValue === null
        ? Number(value === null) - Number(otherValue === null)
        : compareValues(value, otherValue)
    if (order !== 0) return order
  }
  return 0
}
