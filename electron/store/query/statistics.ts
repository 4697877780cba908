import { dayOfInstant, PART_OF_DAY_MS } from '../../contract/filter-dates.ts'
import type { FacetValue } from '../../contract/query.ts'
import type { StatisticKey, StatisticKeys, StatisticRow, Statistics } from '../../contract/statistics.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { cellValue, compareValues } from './ranks.ts'
import { forEachSnapshot, type Scope } from './scope.ts'

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
  const dimensions = keys.map((key) => new Dimension(key, campaignIdOf))
  const totals = new Totals()
  const count = (snapshot: CampaignIndex, start: number, part: Int32Array | null): void => {
    const [first, second] = dimensions.map((dimension) => dimension.codesIn(snapshot))
    const { quantities } = snapshot
    const length = part?.length ?? snapshot.count
    for (let at = 0; at < length; at += 1) {
      const index = part === null ? at : (part[at] ?? 0) - start
      totals.add(first?.[index] ?? 0, second?.[index] ?? 0, quantities[index] ?? Number.NaN)
    }
  }
  if (indexes === null) for (const snapshot of scope.snapshots) count(snapshot, 0, null)
  else forEachSnapshot(scope, indexes, count)
  const rows = totals.rows((...codes) =>
    dimensions.map(({ values }, index) => values[codes[index] ?? 0] ?? null),
  )
  const campaigns = keys.includes('campaign')
    ? new Map(scope.snapshots.map((snapshot, order) => [campaignIdOf(snapshot), order]))
    : null
  const placeOf = (value: FacetValue, index: number): FacetValue =>
    keys[index] === 'campaign' ? (campaigns?.get(String(value)) ?? null) : value
  return { rows: rows.sort((one, other) => compareRows(one, other, placeOf)), ...totals.all }
}

/** The values of the items of all snapshots in one dimension, with a code for each. */
class Dimension {
  readonly values: FacetValue[] = []
  readonly #key: StatisticKey
  readonly #campaignIdOf: (snapshot: CampaignIndex) => string
  readonly #codes = new Map<FacetValue, number>()
  /** The codes of parts of days. Few dates are computed. */
  readonly #codesOfParts = new Map<number, number>()

  constructor(key: StatisticKey, campaignIdOf: (snapshot: CampaignIndex) => string) {
    this.#key = key
    this.#campaignIdOf = campaignIdOf
  }

  /** Returns the code of each item of a snapshot. */
  codesIn(snapshot: CampaignIndex): Int32Array {
    if (this.#key === 'campaign')
      return new Int32Array(snapshot.count).fill(this.#codeOf(this.#campaignIdOf(snapshot)))
    // Loops, because `Int32Array.from` takes several times as long.
    const codes = new Int32Array(snapshot.count)
    if (this.#key === 'updatedDay') {
      const { instants } = snapshot
      for (let index = 0; index < codes.length; index += 1)
        codes[index] = this.#codeOfDay(instants[index] ?? Number.NaN)
      return codes
    }
    const { codes: inSnapshot, dictionary } = snapshot.codedValues(this.#key)
    const converted = dictionary.map((value) => this.#codeOf(cellValue(value)))
    for (let index = 0; index < codes.length; index += 1)
      codes[index] = converted[inSnapshot[index] ?? 0] ?? 0
    return codes
  }

  /** Returns the code of a value, and adds the value if it is new. */
  #codeOf(value: FacetValue): number {
    let code = this.#codes.get(value)
    if (code === undefined) {
      code = this.values.push(value) - 1
      this.#codes.set(value, code)
    }
    return code
  }

  /** Returns the code of the day of an instant in local time; that of null for NaN. */
  #codeOfDay(instant: number): number {
    const part = Math.floor(instant / PART_OF_DAY_MS)
    let code = this.#codesOfParts.get(part)
    if (code === undefined) {
      code = this.#codeOf(Number.isNaN(instant) ? null : dayOfInstant(instant))
      this.#codesOfParts.set(part, code)
    }
    return code
  }
}

interface Sum {
  count: number
  qtySum: number
}

/** Counts and sums of the combinations of two codes. Few of all possible combinations exist. */
class Totals {
  readonly all: Sum = { count: 0, qtySum: 0 }
  readonly #byFirst: Map<number, Sum>[] = []

  add(first: number, second: number, quantity: number): void {
    let ofFirst = this.#byFirst[first]
    if (ofFirst === undefined) {
      while (this.#byFirst.length <= first) this.#byFirst.push(new Map())
      ofFirst = this.#byFirst[first] ?? new Map<number, Sum>()
    }
    let sum = ofFirst.get(second)
    if (sum === undefined) {
      sum = { count: 0, qtySum: 0 }
      ofFirst.set(second, sum)
    }
    sum.count += 1
    this.all.count += 1
    if (Number.isNaN(quantity)) return
    sum.qtySum += quantity
    this.all.qtySum += quantity
  }

  rows(valuesOf: (first: number, second: number) => readonly FacetValue[]): StatisticRow[] {
    return this.#byFirst.flatMap((ofFirst, first) =>
      Array.from(ofFirst, ([second, sum]) => ({ values: valuesOf(first, second), ...sum })),
    )
  }
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
