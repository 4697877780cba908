import type { PackedKeys } from './packed-keys.ts'
import { EMPTY_RANK, type Ranks } from './ranks.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** Up to this many keys use an insertion sort. */
const MAX_INSERTION_SORT = 12
/** A number of 53 bits combines the bytes of a key with its position in the range. */
const MAX_POSITIONS = 2 ** 21
/** Keys between two checks for cancellation. */
const KEYS_PER_CHECK = 100_000

/** Keys whose bytes before `offset` are equal: a range in the order. */
type Range = readonly [start: number, end: number, offset: number]

/** Ranks keys; equal keys share a rank. Throws what `throwIfCancelled` throws. */
export function ranksOfKeys(keys: PackedKeys, throwIfCancelled: ThrowIfCancelled): Ranks {
  const order = sortIndexes(keys, throwIfCancelled)
  const ranks = new Int32Array(keys.count).fill(EMPTY_RANK)
  let distinct = 0
  for (let position = 0; position < order.length; position += 1) {
    const index = order[position] ?? 0
    if (position === 0 || keys.compare(order[position - 1] ?? 0, index, 0) !== 0) distinct += 1
    ranks[index] = distinct - 1
  }
  return { ranks, distinct }
}

/**
 * Returns the indexes of the non-empty keys in sorted order. Some bytes of each key are combined with its
 * position into a number, which the engine sorts natively; equal ones are sorted by their next bytes.
 */
function sortIndexes(keys: PackedKeys, throwIfCancelled: ThrowIfCancelled): Uint32Array {
  const order = new Uint32Array(keys.count)
  let count = 0
  for (let index = 0; index < keys.count; index += 1) {
    if (keys.isEmpty(index)) continue
    order[count] = index
    count += 1
  }
  const unsorted = new Uint32Array(count)
  const numbers = new Float64Array(count)
  const ranges: Range[] = [[0, count, 0]]
  let sinceCheck = 0
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [start, end, offset] = range
    sinceCheck += end - start
    if (sinceCheck > KEYS_PER_CHECK) {
      throwIfCancelled()
      sinceCheck = 0
    }
    // More positions leave fewer bytes for the key.
    const [bytes, positions] =
      end - start <= MAX_POSITIONS ? [4, MAX_POSITIONS] : [2, MAX_POSITIONS * 2 ** 16]
    const rangeNumbers = numbers.subarray(0, end - start)
    for (let position = 0; position < rangeNumbers.length; position += 1) {
      const index = order[start + position] ?? 0
      unsorted[position] = index
      rangeNumbers[position] = keys.word(index, offset, bytes) * positions + position
    }
    rangeNumbers.sort()
    let runStart = start
    let runWord = -1
    for (let position = 0; position <= rangeNumbers.length; position += 1) {
      const number = rangeNumbers[position] ?? Infinity
      const word = Math.floor(number / positions)
      if (word !== runWord) {
        // A word that ends with zero contains the end of the key, so the keys are equal.
        if (runWord % 256 !== 0) sortRun(keys, order, ranges, [runStart, start + position, offset + bytes])
        runStart = start + position
        runWord = word
      }
      if (position < rangeNumbers.length) order[start + position] = unsorted[number - word * positions] ?? 0
    }
  }
  return order.subarray(0, count)
}

/** Sorts a short run at once, and queues a long one. */
function sortRun(keys: PackedKeys, order: Uint32Array, ranges: Range[], run: Range): void {
  const [start, end, offset] = run
  if (end - start > MAX_INSERTION_SORT) {
    ranges.push(run)
    return
  }
  for (let position = start + 1; position < end; position += 1) {
    const index = order[position] ?? 0
    let target = position
    while (target > start && keys.compare(order[target - 1] ?? 0, index, offset) > 0) {
      order[target] = order[target - 1] ?? 0
      target -= 1
    }
    order[target] = index
  }
}
