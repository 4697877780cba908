import type { ReadHandle } from './database/handles.ts'

/**
 * Maximum bytes of an ordinary item's body. Longer items are in the table `long_items`: they are read one at
 * a time and have no texts in the index, because a few hundred of them could take gigabytes.
 */
export const MAX_ORDINARY_BODY_BYTES = 32 * 1024

/** Returns the keys of the long items among these. */
export function findLongItems(handle: ReadHandle, keys: Int32Array): ReadonlySet<number> {
  let [minKey, maxKey] = [Infinity, -Infinity]
  for (const key of keys) {
    if (key < minKey) minKey = key
    if (key > maxKey) maxKey = key
  }
  if (minKey > maxKey) return new Set()
  return new Set(
    handle
      .values<number>('SELECT item_key FROM long_items WHERE item_key BETWEEN ? AND ?')
      .all(minKey, maxKey),
  )
}

/** Returns up to `maxCount` keys of items that can be read together: ordinary ones, or one long one. */
export function nextRun(
  keys: Int32Array,
  start: number,
  maxCount: number,
  longKeys: ReadonlySet<number>,
): Int32Array {
  const run = keys.subarray(start, start + maxCount)
  if (longKeys.size === 0) return run
  const end = run.findIndex((key) => longKeys.has(key))
  return end < 0 ? run : run.subarray(0, Math.max(1, end))
}
