import type { PackedKeys } from './packed-keys.ts'
import { EMPTY_RANK, type Ranks } from './ranks.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** Up to so many keys are sorted by moving each to its place. */
const FEW = 12
/**
 * How many numbers a sort compares as one with the place of what they stand for: together 53 bits, all that a
 * number has.
 */
const PLACES = 2 ** 21
/** Keys that are sorted between two questions whether the query is still wanted. */
const KEYS_A_CHECK = 100_000

/** Keys that have the same bytes up to `from`: where they begin and end in the order. */
type Range = readonly [start: number, end: number, from: number]

/** The ranks of keys, of which equal ones share one. Throws what `throwIfCancelled` throws. */
export function ranksOfKeys(keys: PackedKeys, throwIfCancelled: ThrowIfCancelled): Ranks {
  const order = sorted(keys, throwIfCancelled)
  const ranks = new Int32Array(keys.count).fill(EMPTY_RANK)
  let distinct = 0
  for (let at = 0; at < order.length; at += 1) {
    const index = order[at] ?? 0
    if (at === 0 || keys.compare(order[at - 1] ?? 0, index, 0) !== 0) distinct += 1
    ranks[index] = distinct - 1
  }
  return { ranks, distinct }
}

/**
 * The indices of the keys that are not empty, in the order of their keys. Some bytes of each key at a time
 * are made one number with the place at which it stands, and these numbers are sorted by the engine itself;
 * keys of which these bytes are the same go on with the next ones.
 */
function sorted(keys: PackedKeys, throwIfCancelled: ThrowIfCancelled): Uint32Array {
  const order = new Uint32Array(keys.count)
  let count = 0
  for (let index = 0; index < keys.count; index += 1) {
    if (keys.isEmpty(index)) continue
    order[count] = index
    count += 1
  }
  const before = new Uint32Array(count)
  const numbers = new Float64Array(count)
  const ranges: Range[] = [[0, count, 0]]
  let sinceCheck = 0
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [start, end, from] = range
    sinceCheck += end - start
    if (sinceCheck > KEYS_A_CHECK) {
      throwIfCancelled()
      sinceCheck = 0
    }
    // With more keys than places fewer bytes are left for the key.
    const [bytes, places] = end - start <= PLACES ? [4, PLACES] : [2, PLACES * 2 ** 16]
    const some = numbers.subarray(0, end - start)
    for (let at = 0; at < some.length; at += 1) {
      const index = order[start + at] ?? 0
      before[at] = index
      some[at] = keys.word(index, from, bytes) * places + at
    }
    some.sort()
    let runStart = start
    let runWord = -1
    for (let at = 0; at <= some.length; at += 1) {
      const number = some[at] ?? Infinity
      const word = Math.floor(number / places)
      if (word !== runWord) {
        // A word that ends with zero has the end of the key in it: all of the run are the same.
        if (runWord % 256 !== 0) sortRun(keys, order, ranges, [runStart, start + at, from + bytes])
        runStart = start + at
        runWord = word
      }
      if (at < some.length) order[start + at] = before[number - word * places] ?? 0
    }
  }
  return order.subarray(0, count)
}

/** Sorts a run at once when it is short, and has it sorted later when it is not. */
function sortRun(keys: PackedKeys, order: Uint32Array, ranges: Range[], run: Range): void {
  const [start, end, from] = run
  if (end - start > FEW) {
    ranges.push(run)
    return
  }
  for (let at = start + 1; at < end; at += 1) {
    const index = order[at] ?? 0
    let to = at
    while (to > start && keys.compare(order[to - 1] ?? 0, index, from) > 0) {
      order[to] = order[to - 1] ?? 0
      to -= 1
    }
    order[to] = index
  }
}
