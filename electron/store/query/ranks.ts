import type { FacetValue } from '../../contract/query.ts'
import { compareTexts, naturalKey } from './natural-key.ts'
import type { CheckTurn } from './turn.ts'

/** For each of some items its rank in the order of a column: equal values share one. */
export interface Ranks {
  /** {@link EMPTY} for an item without a value. */
  readonly ranks: Int32Array
  /** Ranks go from 0 to below this. */
  readonly distinct: number
}

export const EMPTY = -1

/** How often a running sort asks whether it is still wanted. */
const COMPARISONS_A_CHECK = 1 << 16

/** Ranks of keys that compare as plain strings; null is an empty cell. */
export function ranksOfTexts(keys: readonly (string | null)[], checkTurn: CheckTurn): Ranks {
  const order: number[] = []
  for (const [at, key] of keys.entries()) if (key !== null) order.push(at)
  let comparisons = 0
  order.sort((a, b) => {
    comparisons += 1
    if (comparisons % COMPARISONS_A_CHECK === 0) checkTurn()
    return compareTexts(keys[a] ?? '', keys[b] ?? '')
  })
  return rankInOrder(keys.length, order, (a, b) => keys[a] === keys[b])
}

/** Ranks of numbers; one that is not a number is an empty cell. */
export function ranksOfNumbers(numbers: Float64Array): Ranks {
  const sorted = numbers.filter((number) => !Number.isNaN(number)).sort()
  let distinct = 0
  for (const number of sorted) {
    if (distinct === 0 || number !== sorted[distinct - 1]) {
      sorted[distinct] = number
      distinct += 1
    }
  }
  const values = sorted.subarray(0, distinct)
  const ranks = new Int32Array(numbers.length)
  for (const [at, number] of numbers.entries())
    ranks[at] = Number.isNaN(number) ? EMPTY : placeOf(values, number)
  return { ranks, distinct }
}

/** The order of the values of a coded column: numbers and booleans by what they are, texts naturally. */
export function compareValues(a: FacetValue, b: FacetValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(naturalKey(a), naturalKey(b))
  return Number(a) - Number(b)
}

function rankInOrder(
  count: number,
  order: readonly number[],
  isSame: (a: number, b: number) => boolean,
): Ranks {
  const ranks = new Int32Array(count).fill(EMPTY)
  let distinct = 0
  let before = -1
  for (const at of order) {
    if (before < 0 || !isSame(before, at)) distinct += 1
    ranks[at] = distinct - 1
    before = at
  }
  return { ranks, distinct }
}

/** Where a value stands among ascending ones, of which it is one. */
function placeOf(values: Float64Array, value: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
