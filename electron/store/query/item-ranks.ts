import type { ReadHandle } from '../database/handles.ts'
import type { ItemOrder } from '../types.ts'
import { EMPTY_RANK, type Ranks } from './ranks.ts'
import { keysAt, type Scope } from './scope.ts'

/**
 * Ranks of the items at these places (null: all) in an order of ids, in their order; none for an item that is
 * not in it.
 */
export function ranksOfItems(
  handle: ReadHandle,
  scope: Scope,
  places: Int32Array | null,
  order: ItemOrder,
): Ranks {
  const ids: string[] = []
  const rankOfId: number[] = []
  for (const [rank, equal] of order.entries()) {
    for (const id of equal) {
      ids.push(id)
      rankOfId.push(rank)
    }
  }
  const named = handle
    .tuples<[at: number, key: number]>(
      `SELECT asked.key, item_key FROM json_each(?) AS asked CROSS JOIN campaigns
        CROSS JOIN item_ids ON item_ids.copy_key = campaigns.copy_key AND campaign_item_id = asked.value`,
    )
    .all(JSON.stringify(ids))
  const rankOf = new Map(named.map(([at, key]) => [key, rankOfId[at] ?? EMPTY_RANK]))
  return {
    ranks: Int32Array.from(keysAt(scope, places), (key) => rankOf.get(key) ?? EMPTY_RANK),
    distinct: order.length,
  }
}
