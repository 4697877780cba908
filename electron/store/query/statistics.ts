import type { FacetValue } from '../../contract/query.ts'
import type { StatisticKey, StatisticKeys } from '../../contract/statistics.ts'
import type { PackedStatistics } from '../packed-statistics.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { LocalDays } from './local-days.ts'
import { compareTexts, naturalKey } from './natural-key.ts'
import { PairTotals, type ItemValues } from './pair-totals.ts'
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
): PackedStatistics {
  const [firstKey, secondKey] = keys
  const first = new Dimension(firstKey, campaignIdOf)
  const second = secondKey === undefined ? null : new Dimension(secondKey, campaignIdOf)
  const totals = new PairTotals()
  const count = (snapshot: CampaignIndex, start: number, part: Int32Array | null): void => {
    const firstValues = first.valuesIn(snapshot)
    const secondValues = second?.valuesIn(snapshot) ?? sameValue(snapshot.count, 0)
    totals.addItems(firstValues, secondValues, snapshot.quantities, part, start)
  }
  if (indexes === null) for (const snapshot of scope.snapshots) count(snapshot, 0, null)
  else forEachSnapshot(scope, indexes, count)
  const { firsts, seconds, counts, qtySums } = totals.inOrder(first.ranks(), second?.ranks() ?? [0])
  const dimensions = [{ values: first.values, codes: firsts }]
  if (second !== null) dimensions.push({ values: second.values, codes: seconds })
  return { dimensions, counts, qtySums, ...totals.all }
}

/** The values of the items of all snapshots in one dimension, with a code for each. */
class Dimension {
  readonly values: FacetValue[] = []
  readonly #key: StatisticKey
  readonly #campaignIdOf: (snapshot: CampaignIndex) => string
  readonly #codes = new Map<FacetValue, number>()
  readonly #days = new LocalDays((day) => this.#codeOf(day))
  /** By the codes of days, their indexes in the snapshot that is read. */
  readonly #indexesOfDays: number[] = []

  constructor(key: StatisticKey, campaignIdOf: (snapshot: CampaignIndex) => string) {
    this.#key = key
    this.#campaignIdOf = campaignIdOf
  }

  /** Returns the values of the items of a snapshot. */
  valuesIn(snapshot: CampaignIndex): ItemValues {
    if (this.#key === 'campaign') return sameValue(snapshot.count, this.#codeOf(this.#campaignIdOf(snapshot)))
    if (this.#key === 'updatedDay') return this.#daysIn(snapshot)
    const { codes, dictionary } = snapshot.codedValues(this.#key)
    return { indexes: codes, codes: dictionary.map((value) => this.#codeOf(cellValue(value))) }
  }

  #daysIn({ instants }: CampaignIndex): ItemValues {
    const indexes = new Int32Array(instants.length)
    const codes: number[] = []
    for (let item = 0; item < instants.length; item += 1) {
      const code = this.#days.codeOf(instants[item] ?? Number.NaN)
      let index = this.#indexesOfDays[code] ?? NO_INDEX
      if (index === NO_INDEX) {
        index = codes.push(code) - 1
        this.#indexesOfDays[code] = index
      }
      indexes[item] = index
    }
    for (const code of codes) this.#indexesOfDays[code] = NO_INDEX
    return { indexes, codes }
  }

  /** Returns the rank of each code in the order of the values; values that compare as equal share a rank. */
  ranks(): readonly number[] {
    // Snapshots are visited in the order of their campaigns.
    if (this.#key === 'campaign') return [...this.values.keys()]
    const ordered = this.values
      .map((value, code): KeyedValue => ({
        code,
        value,
        key: typeof value === 'string' ? naturalKey(value) : null,
      }))
      .sort(compareKeyed)
    const ranks = Array<number>(ordered.length).fill(0)
    let rank = 0
    for (const [index, each] of ordered.entries()) {
      const previous = ordered[index - 1]
      if (previous !== undefined && compareKeyed(previous, each) !== 0) rank += 1
      ranks[each.code] = rank
    }
    return ranks
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
}

const NO_INDEX = -1

/** Returns the values of items that all have the same one. */
function sameValue(count: number, code: number): ItemValues {
  return { indexes: new Uint8Array(count), codes: [code] }
}

/** A value with its code, and the natural key of a text. */
interface KeyedValue {
  readonly code: number
  readonly value: FacetValue
  readonly key: string | null
}

/** Compares values; empty cells are last. */
function compareKeyed(one: KeyedValue, other: KeyedValue): number {
  if (one.key !== null && other.key !== null) return compareTexts(one.key, other.key)
  return one.value === null || other.value === null
    ? Number(one.value === null) - Number(other.value === null)
    : compareValues(one.value, other.value)
}
