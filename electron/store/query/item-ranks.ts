import type { ReadHandle } from '../database/handles.ts'
import { itemsWithIds } from '../items-with-ids.ts'
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
  const rankOfId = new Map(order.flatMap((equalIds, rank) => equalIds.map((id) => [id, rank])))
  const items = itemsWithIds(handle, scope.snapshots, [...rankOfId.keys()])
  const rankOf = new Map(items.map(([id, itemKey]) => [itemKey, rankOfId.get(id) ?? EMPTY_RANK]))
  return {
    ranks: Int32Array.from(keysAt(scope, indexes), (key) => rankOf.get(key) ?? EMPTY_RANK),
    distinct: order.length,
  }
}
