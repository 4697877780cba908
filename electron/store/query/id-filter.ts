import type { ReadHandle } from '../database/handles.ts'
import type { IdFilter } from '../types.ts'
import { KeySet } from './key-set.ts'
import { consecutive, type Scope } from './scope.ts'

/** Those of the places (null: all) whose items are among the named ones, or with `outside` are not. */
export function indexesOfIds(
  handle: ReadHandle,
  scope: Scope,
  places: Int32Array | null,
  { campaignItemIds, outside }: IdFilter,
): Int32Array {
  const named = handle
    .values<number>(
      `SELECT item_key FROM json_each(?) AS asked CROSS JOIN campaigns
        CROSS JOIN item_ids ON item_ids.copy_key = campaigns.copy_key AND campaign_item_id = asked.value`,
    )
    .all(JSON.stringify(campaignItemIds))
  return indexesOfKeys(scope, places, Int32Array.from(named), outside)
}

/** Those of the places (null: all) whose items have one of these keys, or with `outside` none of them. */
export function indexesOfKeys(
  scope: Scope,
  places: Int32Array | null,
  wanted: Int32Array,
  outside = false,
): Int32Array {
  const some = places ?? consecutive(0, scope.total)
  if (wanted.length === 0) return outside ? some : new Int32Array()
  const keys = new KeySet(wanted)
  let copyAt = 0
  return some.filter((place) => {
    while (place >= (scope.starts[copyAt + 1] ?? Infinity)) copyAt += 1
    const key = scope.copies[copyAt]?.keys[place - (scope.starts[copyAt] ?? 0)] ?? 0
    return keys.has(key) !== outside
  })
}
