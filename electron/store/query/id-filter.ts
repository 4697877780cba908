import type { ReadHandle } from '../database/handles.ts'
import type { IdFilter } from '../types.ts'
import { KeySet } from './key-set.ts'
import { consecutive, type Scope } from './scope.ts'

/**
 * Returns the indexes of items whose ids of campaign items are in a list, or are not with `exclude`.
 * @param indexes ascending candidates; null for all items
 */
export function indexesOfIds(
  handle: ReadHandle,
  scope: Scope,
  indexes: Int32Array | null,
  { campaignItemIds, exclude }: IdFilter,
): Int32Array {
  const keys = handle
    .values<number>(
      `SELECT item_key FROM json_each(?) AS requested CROSS JOIN campaigns
        CROSS JOIN item_ids ON item_ids.copy_key = campaigns.copy_key AND campaign_item_id = requested.value`,
    )
    .all(JSON.stringify(campaignItemIds))
  return indexesOfKeys(scope, indexes, Int32Array.from(keys), exclude)
}

/**
 * Returns the indexes of items with unseen changes; see changes/unseen-changes.ts.
 * @param indexes ascending candidates; null for all items
 */
export function unseenIndexes(handle: ReadHandle, scope: Scope, indexes: Int32Array | null): Int32Array {
  // Deleted items, which are `gone`, are in no snapshot.
  const keys = handle.values<number>("SELECT item_key FROM item_marks WHERE kind <> 'gone'").all()
  return indexesOfKeys(scope, indexes, Int32Array.from(keys))
}

/**
 * Returns the indexes of items that have one of these keys, or none of them with `exclude`.
 * @param indexes ascending candidates; null for all items
 */
export function indexesOfKeys(
  scope: Scope,
  indexes: Int32Array | null,
  filterKeys: Int32Array,
  exclude = false,
): Int32Array {
  const candidates = indexes ?? consecutive(0, scope.total)
  if (filterKeys.length === 0) return exclude ? candidates : new Int32Array()
  const keySet = new KeySet(filterKeys)
  let snapshotIndex = 0
  return candidates.filter((index) => {
    while (index >= (scope.starts[snapshotIndex + 1] ?? Infinity)) snapshotIndex += 1
    const key = scope.snapshots[snapshotIndex]?.keys[index - (scope.starts[snapshotIndex] ?? 0)] ?? 0
    return keySet.has(key) !== exclude
  })
}
