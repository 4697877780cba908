import { isNumberText } from '../../contract/json-text.ts'
import type { FacetValue } from '../../contract/query.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { compareTexts, naturalKey } from './natural-key.ts'

/** Ranks of items in the order of a column; equal values share a rank. */
export interface Ranks {
  /** {@link EMPTY_RANK} for an empty cell. */
  readonly ranks: Int32Array
  /** Number of distinct ranks, which start at 0. */
  readonly distinct: number
}

export const EMPTY_RANK = -1

/** Ranks numbers; NaN is an empty cell. */
export function ranksOfNumbers(numbers: Float64Array): Ranks {
  const range = rangeOf(numbers)
  if (range.areIntegers && range.max - range.min < numbers.length) return ranksOfIntegers(numbers, range)
  const ranks = new Int32Array(numbers.length).fill(EMPTY_RANK)
  let distinct = 0
  let previous = Number.NaN
  const order = sortNumbers(numbers, range)
  for (const index of order) {
    const number = numbers[index] ?? 0
    // 0 and -0 are equal.
    if (number !== previous) distinct += 1
    ranks[index] = distinct - 1
    previous = number
  }
  releaseBuffers(order)
  return { ranks, distinct }
}

interface Range {
  readonly min: number
  readonly max: number
  readonly areIntegers: boolean
}

/** Returns the range of numbers, and whether all are integers. The range is inverted if there are none. */
function rangeOf(numbers: Float64Array): Range {
  let min = Infinity
  let max = -Infinity
  let areIntegers = true
  for (const number of numbers) {
    if (Number.isNaN(number)) continue
    if (number < min) min = number
    if (number > max) max = number
    areIntegers &&= Number.isInteger(number)
  }
  return { min, max, areIntegers }
}

/** Ranks integers in a range that is not larger than their count, such as quantities, with a table. */
function ranksOfIntegers(numbers: Float64Array, { min, max }: Range): Ranks {
  const ranks = new Int32Array(numbers.length).fill(EMPTY_RANK)
  const rankOf = new Int32Array(Math.max(0, max - min + 1))
  for (const number of numbers) if (!Number.isNaN(number)) rankOf[number - min] = 1
  let distinct = 0
  for (let index = 0; index < rankOf.length; index += 1) {
    if (rankOf[index] !== 1) continue
    rankOf[index] = distinct
    distinct += 1
  }
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] ?? Number.NaN
    if (!Number.isNaN(number)) ranks[index] = rankOf[number - min] ?? EMPTY_RANK
  }
  releaseBuffers(rankOf)
  return { ranks, distinct }
}

/** Bits per pass of the radix sort. */
const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/**
 * Returns the indexes of the numbers in sorted order. Integers in a moderate range are sorted by radix sort.
 */
function sortNumbers(numbers: Float64Array, { min, max, areIntegers }: Range): Uint32Array<ArrayBuffer> {
  let indexes = new Uint32Array(numbers.length)
  let count = 0
  for (let index = 0; index < numbers.length; index += 1) {
    if (Number.isNaN(numbers[index])) continue
    indexes[count] = index
    count += 1
  }
  indexes = indexes.subarray(0, count)
  if (!areIntegers || !Number.isSafeInteger(max - min)) {
    return indexes.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
  }
  const offsets = new Float64Array(count)
  for (let index = 0; index < count; index += 1) offsets[index] = (numbers[indexes[index] ?? 0] ?? 0) - min
  return radixSort(indexes, offsets, max - min)
}

/** Sorts indexes by integers from 0 to `max`. */
function radixSort(
  indexes: Uint32Array<ArrayBuffer>,
  numbers: Float64Array<ArrayBuffer>,
  max: number,
): Uint32Array<ArrayBuffer> {
  let source = { indexes, numbers }
  let target = { indexes: new Uint32Array(indexes.length), numbers: new Float64Array(indexes.length) }
  const digits = new Uint16Array(indexes.length)
  for (let unit = 1; unit <= max; unit *= DIGITS) {
    const ends = new Uint32Array(DIGITS + 1)
    for (let index = 0; index < digits.length; index += 1) {
      const digit = Math.floor((source.numbers[index] ?? 0) / unit) % DIGITS
      digits[index] = digit
      ends[digit + 1] = (ends[digit + 1] ?? 0) + 1
    }
    for (let digit = 1; digit <= DIGITS; digit += 1) ends[digit] = (ends[digit] ?? 0) + (ends[digit - 1] ?? 0)
    for (let index = 0; index < digits.length; index += 1) {
      const digit = digits[index] ?? 0
      const end = ends[digit] ?? 0
      target.indexes[end] = source.indexes[index] ?? 0
      target.numbers[end] = source.numbers[index] ?? 0
      ends[digit] = end + 1
    }
    ;[source, target] = [target, source]
  }
  releaseBuffers(source.numbers, target.indexes, target.numbers, digits)
  return source.indexes
}

/** Compares values of a column: numbers and flags by value, then texts naturally. */
export function compareValues(a: FacetValue, b: FacetValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(naturalKey(a), naturalKey(b))
  const [first, second] = [numberOf(a), numberOf(b)]
  if (Number.isNaN(first) || Number.isNaN(second))
    return Number(Number.isNaN(first)) - Number(Number.isNaN(second))
  return first - second
}

/** Converts a value to a number, also a text with many digits; NaN for other texts. */
export function numberOf(value: FacetValue): number {
  return typeof value === 'string' && !isNumberText(value) ? Number.NaN : Number(value)
}

/**
 * Returns a cell for filters and groups: trimmed, because people cannot see the difference, and null if it is
 * empty.
 */
export function cellValue(value: FacetValue): FacetValue {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? null : text
}
