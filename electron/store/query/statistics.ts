import { dayOfInstant } from '../../contract/filter-dates.ts'
import { MINUTE_MS } from '../../contract/instant.ts'
import type { FacetValue } from '../../contract/query.ts'
import type { StatisticKey, StatisticKeys, StatisticRow, Statistics } from '../../contract/statistics.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { cellValue, compareValues } from './ranks.ts'
import { forEachSnapshot, type Scope } from './scope.ts'

/** Maximum cells of a matrix of two dimensions in a snapshot; larger ones are counted in a map. */
const MAX_MATRIX = 1_000_000

/** Distinct values of a dimension; the product of two is an exact integer. */
const MAX_CODES = 2 ** 26

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
  const values = keys.map((): FacetValue[] => [])
  const codes = keys.map(() => new Map<FacetValue, number>())
  const totals = new Map<number, { count: number; qtySum: number }>()
  let total = { count: 0, qtySum: 0 }
  const dayOf = createDayReader()
  forEachSnapshot(scope, indexes, (snapshot, start, part) => {
    const dimensions = keys.map((key) => dimensionOf(snapshot, key, campaignIdOf, dayOf))
    const { counts, sums } = countCombinations(snapshot, start, part, dimensions)
    const width = dimensions[1]?.values.length ?? 1
    // Snapshots have different dictionaries. Codes of all of them are compared instead of values.
    const [firstCodes, secondCodes] = dimensions.map((dimension, index) =>
      dimension.values.map((value) => codeOf(value, codes[index], values[index])),
    )
    for (const [code, count] of counts.entries()) {
      if (count === 0) continue
      const qtySum = (sums instanceof Map ? sums.get(code) : sums[code]) ?? 0
      const combination =
        (firstCodes?.[Math.floor(code / width)] ?? 0) * MAX_CODES + (secondCodes?.[code % width] ?? 0)
      const sum = totals.get(combination)
      if (sum === undefined) totals.set(combination, { count, qtySum })
      else {
        sum.count += count
        sum.qtySum += qtySum
      }
      total = { count: total.count + count, qtySum: total.qtySum + qtySum }
    }
  })
  const rows = [...totals].map(([combination, sum]): StatisticRow => ({
    values: keys.map((_, index) => {
      const code = index === 0 ? Math.floor(combination / MAX_CODES) : combination % MAX_CODES
      return values[index]?.[code] ?? null
    }),
    ...sum,
  }))
  const campaigns = new Map(scope.snapshots.map((snapshot, order) => [campaignIdOf(snapshot), order]))
  const placeOf = (value: FacetValue, index: number): FacetValue =>
    keys[index] === 'campaign' ? (campaigns.get(String(value)) ?? null) : value
  return { rows: rows.sort((one, other) => compareRows(one, other, placeOf)), ...total }
}

function dimensionOf(
  snapshot: CampaignIndex,
  key: StatisticKey,
  campaignIdOf: (snapshot: CampaignIndex) => string,
  dayOf: (instant: number) => string,
): Dimension {
  if (key === 'campaign') return { codeAt: () => 0, values: [campaignIdOf(snapshot)] }
  if (key === 'updatedDay') return daysOf(snapshot.instants, dayOf)
  const { codes, dictionary } = snapshot.codedValues(key)
  return { codeAt: (index) => codes[index] ?? 0, values: dictionary.map(cellValue) }
}

/** Returns the code of a value, and adds the value if it is new. */
function codeOf(
  value: FacetValue,
  codes: Map<FacetValue, number> | undefined,
  values: FacetValue[] | undefined,
): number {
  let code = codes?.get(value)
  if (code === undefined) {
    code = (values?.push(value) ?? 1) - 1
    codes?.set(value, code)
  }
  return code
}

/** Offsets of time zones are multiples of this, so that instants of one part are on the same day. */
const PART_OF_DAY_MS = 15 * MINUTE_MS

/** Returns a function that returns the day of an instant in local time. It computes few dates. */
function createDayReader(): (instant: number) => string {
  const days = new Map<number, string>()
  return (instant) => {
    const part = Math.floor(instant / PART_OF_DAY_MS)
    let day = days.get(part)
    if (day === undefined) {
      day = dayOfInstant(instant)
      days.set(part, day)
    }
    return day
  }
}

/** Returns the day of each instant; null for NaN. */
function daysOf(instants: Float64Array, dayOf: (instant: number) => string): Dimension {
  const values: FacetValue[] = [null]
  const codeOfDay = new Map<FacetValue, number>()
  const codes = new Int32Array(instants.length)
  for (const [index, instant] of instants.entries())
    if (!Number.isNaN(instant)) codes[index] = codeOf(dayOf(instant), codeOfDay, values)
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
