import { isNumberText } from '../../contract/number-text.ts'
import type { FacetValue } from '../../contract/query.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { compareTexts, naturalKey } from './natural-key.ts'

/** For each of some items its rank in the order of a column: equal values share one. */
export interface Ranks {
  /** {@link EMPTY_RANK} for an item without a value. */
  readonly ranks: Int32Array
  /** Ranks go from 0 to below this. */
  readonly distinct: number
}

export const EMPTY_RANK = -1

/** Ranks of numbers; one that is not a number is an empty cell. */
export function ranksOfNumbers(numbers: Float64Array): Ranks {
  const range = rangeOf(numbers)
  if (range.areWhole && range.most - range.least < numbers.length) return ranksOfNarrow(numbers, range)
  const ranks = new Int32Array(numbers.length).fill(EMPTY_RANK)
  let distinct = 0
  let before = Number.NaN
  const order = inOrder(numbers, range)
  for (const at of order) {
    const number = numbers[at] ?? 0
    // Not by their bits: the two zeros are one number.
    if (number !== before) distinct += 1
    ranks[at] = distinct - 1
    before = number
  }
  releaseBuffers(order)
  return { ranks, distinct }
}

interface Range {
  readonly least: number
  readonly most: number
  readonly areWhole: boolean
}

/**
 * From where to where numbers go, and whether all are whole; infinite the wrong way round where there are
 * none.
 */
function rangeOf(numbers: Float64Array): Range {
  let least = Infinity
  let most = -Infinity
  let areWhole = true
  for (const number of numbers) {
    if (Number.isNaN(number)) continue
    if (number < least) least = number
    if (number > most) most = number
    areWhole &&= Number.isInteger(number)
  }
  return { least, most, areWhole }
}

/**
 * Of whole numbers that are no further apart than there are of them, as quantities are: which there are is
 * ticked off.
 */
function ranksOfNarrow(numbers: Float64Array, { least, most }: Range): Ranks {
  const ranks = new Int32Array(numbers.length).fill(EMPTY_RANK)
  const rankOf = new Int32Array(Math.max(0, most - least + 1))
  for (const number of numbers) if (!Number.isNaN(number)) rankOf[number - least] = 1
  let distinct = 0
  for (let at = 0; at < rankOf.length; at += 1) {
    if (rankOf[at] !== 1) continue
    rankOf[at] = distinct
    distinct += 1
  }
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? Number.NaN
    if (!Number.isNaN(number)) ranks[at] = rankOf[number - least] ?? EMPTY_RANK
  }
  releaseBuffers(rankOf)
  return { ranks, distinct }
}

/** Bits of a number that one pass sorts by. */
const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/**
 * The places of what is a number, in the order of the numbers. Whole numbers that are not far apart, as
 * quantities and instants are, are sorted digit by digit, which takes a few passes over them all.
 */
function inOrder(numbers: Float64Array, { least, most, areWhole }: Range): Uint32Array<ArrayBuffer> {
  let places = new Uint32Array(numbers.length)
  let count = 0
  for (let at = 0; at < numbers.length; at += 1) {
    if (Number.isNaN(numbers[at])) continue
    places[count] = at
    count += 1
  }
  places = places.subarray(0, count)
  if (!areWhole || !Number.isSafeInteger(most - least)) {
    return places.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
  }
  const above = new Float64Array(count)
  for (let at = 0; at < count; at += 1) above[at] = (numbers[places[at] ?? 0] ?? 0) - least
  return inOrderOfDigits(places, above, most - least)
}

/** The places in the order of their whole numbers, which go from 0 to `most`. */
function inOrderOfDigits(
  places: Uint32Array<ArrayBuffer>,
  numbers: Float64Array<ArrayBuffer>,
  most: number,
): Uint32Array<ArrayBuffer> {
  let from = { places, numbers }
  let to = { places: new Uint32Array(places.length), numbers: new Float64Array(places.length) }
  const digits = new Uint16Array(places.length)
  for (let unit = 1; unit <= most; unit *= DIGITS) {
    const ends = new Uint32Array(DIGITS + 1)
    for (let at = 0; at < digits.length; at += 1) {
      const digit = Math.floor((from.numbers[at] ?? 0) / unit) % DIGITS
      digits[at] = digit
      ends[digit + 1] = (ends[digit + 1] ?? 0) + 1
    }
    for (let digit = 1; digit <= DIGITS; digit += 1) ends[digit] = (ends[digit] ?? 0) + (ends[digit - 1] ?? 0)
    for (let at = 0; at < digits.length; at += 1) {
      const digit = digits[at] ?? 0
      const end = ends[digit] ?? 0
      to.places[end] = from.places[at] ?? 0
      to.numbers[end] = from.numbers[at] ?? 0
      ends[digit] = end + 1
    }
    ;[from, to] = [to, from]
  }
  releaseBuffers(from.numbers, to.places, to.numbers, digits)
  return from.places
}

/** The order of the values of a column: numbers and flags by what they are, then texts naturally. */
export function compareValues(a: FacetValue, b: FacetValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(naturalKey(a), naturalKey(b))
  const [first, second] = [numberOf(a), numberOf(b)]
  if (Number.isNaN(first) || Number.isNaN(second))
    return Number(Number.isNaN(first)) - Number(Number.isNaN(second))
  return first - second
}

/** A value as a number: also a text with more digits than a double keeps. Not a number for any other text. */
export function numberOf(value: FacetValue): number {
  return typeof value === 'string' && !isNumberText(value) ? Number.NaN : Number(value)
}
