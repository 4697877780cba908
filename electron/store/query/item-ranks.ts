import type { ReadHandle } from '../database/handles.ts'
import type { ItemOrder } from '../types.ts'
import { EMPTY_RANK, type Ranks } from './ranks.ts'
import { keysAt, type Scope } from './scope.ts'

/**
 * Ranks the items at these indexes (null for all) by an order of ids. Items without a position have no rank.
 */
export function ranksOfItems(
  handle: ReadHandle,
  scope: Scope,
  indexes: Int32Array | null,
  order: ItemOrder,
): Ranks {
  const ids: string[] = []
  const rankOfId: number[] = []
  for (const [rank, equalIds] of order.entries()) {
    for (const id of equalIds) {
      ids.push(id)
      rankOfId.push(rank)
    }
  }
  const rows = handle
    .tuples<[position: number, key: number]>(
      `SELECT requested.key, item_key FROM json_each(?) AS requested CROSS JOIN campaigns
        CROSS JOIN item_ids ON item_ids.copy_key = campaigns.copy_key AND campaign_item_id = requested.value`,
    )
    .all(JSON.stringify(ids))
  const rankOf = new Map(rows.map(([position, key]) => [key, rankOfId[position] ?? EMPTY_RANK]))
  return {
    ranks: Int32Array.from(keysAt(scope, indexes), (key) => rankOf.get(key) ?? EMPTY_RANK),
    distinct: order.length,
  }
}
