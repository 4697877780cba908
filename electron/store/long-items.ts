import type { ReadHandle } from './database/handles.ts'

/**
 * Bytes of the body of an ordinary item. A longer item is in the table `long_items`: it is read alone, and
 * its texts are not in the index of its snapshot. Otherwise some hundred of them would take gigabytes.
 */
export const MAX_ORDINARY_BODY_BYTES = 32 * 1024

/** Returns which of the items with these keys are long. */
export function longItemsAmong(handle: ReadHandle, keys: Int32Array): ReadonlySet<number> {
  let [least, most] = [Infinity, -Infinity]
  for (const key of keys) {
    if (key < least) least = key
    if (key > most) most = key
  }
  if (least > most) return new Set()
  return new Set(
    handle.values<number>('SELECT item_key FROM long_items WHERE item_key BETWEEN ? AND ?').all(least, most),
  )
}

/**
 * Returns up to `most` keys from an index on of items that can be read together: ordinary ones, or a single
 * long one.
 */
export function nextRun(
  keys: Int32Array,
  start: number,
  most: number,
  long: ReadonlySet<number>,
): Int32Array {
  const run = keys.subarray(start, start + most)
  if (long.size === 0) return run
  const end = run.findIndex((key) => long.has(key))
  return end < 0 ? run : run.subarray(0, Math.max(1, end))
}
