import { LRUCache } from 'lru-cache'
import type { ColumnKey } from '../../contract/columns.ts'
import { isReviewSortKey, type SortDirection } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { isCoded } from '../index-columns.ts'
import { ranksOfAll, ranksOfCodes, ranksOfSome } from './column-ranks.ts'
import type { StoreQuery } from '../types.ts'
import { ranksOfItems } from './item-ranks.ts'
import { readStoredRanks } from './stored-ranks.ts'
import { EMPTY_RANK, type Ranks } from './ranks.ts'
import type { Scope } from './scope.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** Orders that are held for the next query: some megabytes each at a million items. */
const MAX_CACHED_ORDERS = 6
/**
 * With fewer than one of so many items in a result, their texts are read one by one, and not those of all.
 */
const SMALL_SHARE = 8

/**
 * Sorts places. What it works out for all items of a scope is held, so that a filter or a search sorts at
 * once.
 */
export class Orders {
  readonly #handle: ReadHandle
  readonly #cache = new LRUCache<string, Ranks>({ max: MAX_CACHED_ORDERS })

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /**
   * The places (null: all) in the order of the sort keys, the first of which weighs most. Equal ones stay as
   * they are; empty cells come last in both directions. Must run inside a snapshot.
   */
  sort(
    scope: Scope,
    places: Int32Array | null,
    { sort: keys, orders }: Pick<StoreQuery, 'sort' | 'orders'>,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array | null {
    let order: Int32Array<ArrayBuffer> | null = null
    for (const { key, direction } of keys.toReversed()) {
      throwIfCancelled()
      const ranks = isReviewSortKey(key)
        ? ranksOfItems(this.#handle, scope, places, orders?.[key] ?? [])
        : this.#ranks(scope, places, key, throwIfCancelled)
      const before = order
      order = sortByRanks(before, ranks, direction)
      if (before !== null) releaseBuffers(before)
    }
    // All places, in their order, are what they stand at.
    if (order === null || places === null) return order ?? places
    const sorted = order.map((at) => places[at] ?? 0)
    releaseBuffers(order)
    return sorted
  }

  /** Ranks of the items at these places (null: all), in their order. */
  #ranks(
    scope: Scope,
    places: Int32Array | null,
    column: ColumnKey,
    throwIfCancelled: ThrowIfCancelled,
  ): Ranks {
    if (isCoded(column)) return ranksOfCodes(scope, places, column)
    const held = this.#cache.get(`${scope.signature} ${column}`)
    if (held === undefined && places !== null && places.length * SMALL_SHARE < scope.total) {
      return ranksOfSome(this.#handle, scope, places, column, throwIfCancelled)
    }
    const all =
      held ??
      readStoredRanks(this.#handle, scope, column) ??
      ranksOfAll(this.#handle, scope, column, throwIfCancelled)
    this.#cache.set(`${scope.signature} ${column}`, all)
    if (places === null || places.length === scope.total) return all
    return { ranks: places.map((place) => all.ranks[place] ?? EMPTY_RANK), distinct: all.distinct }
  }

  /** Gives back what is held; nothing is sorted any more. */
  close(): void {
    for (const { ranks } of this.#cache.values()) releaseBuffers(ranks)
    this.#cache.clear()
  }
}

/**
 * Sorts indices (null: all, as they come) by the ranks of what they stand for, by counting: stable, and it
 * takes only a few passes.
 */
function sortByRanks(
  order: Int32Array<ArrayBuffer> | null,
  { ranks, distinct }: Ranks,
  direction: SortDirection,
): Int32Array<ArrayBuffer> {
  const slotOf = (rank: number): number =>
    rank === EMPTY_RANK ? distinct : direction === 1 ? rank : distinct - 1 - rank
  const ends = new Int32Array(distinct + 2)
  for (const rank of ranks) {
    const next = slotOf(rank) + 1
    ends[next] = (ends[next] ?? 0) + 1
  }
  for (let slot = 1; slot < ends.length; slot += 1) ends[slot] = (ends[slot] ?? 0) + (ends[slot - 1] ?? 0)
  const sorted = new Int32Array(ranks.length)
  for (let index = 0; index < ranks.length; index += 1) {
    const at = order === null ? index : (order[index] ?? 0)
    const slot = slotOf(ranks[at] ?? EMPTY_RANK)
    const end = ends[slot] ?? 0
    sorted[end] = at
    ends[slot] = end + 1
  }
  releaseBuffers(ends)
  return sorted
}
