import type { ColumnKey } from '../../contract/columns.ts'
import { isReviewSortKey, type SortDirection } from '../../contract/query.ts'
import type { CacheBudget, SharedCache } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { isCoded } from '../index-columns.ts'
import { ranksOfAll, ranksOfCodes, ranksOfSome } from './column-ranks.ts'
import type { StoreQuery } from '../types.ts'
import { ranksOfItems } from './item-ranks.ts'
import { readStoredRanks } from './stored-ranks.ts'
import { EMPTY_RANK, type Ranks } from './ranks.ts'
import type { Scope } from './scope.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** 4 MB each at a million items; most are read from the file in some milliseconds. */
const MAX_CACHED_ORDERS = 3
/** Below this share of all items, texts are read one by one. */
const SMALL_RESULT_DIVISOR = 8

/** Sorts indexes, and caches the ranks of all items of a scope. */
export class Orders {
  readonly #handle: ReadHandle
  readonly #cache: SharedCache<Ranks>

  constructor(handle: ReadHandle, caches: CacheBudget) {
    this.#handle = handle
    this.#cache = caches.createCache({
      maxEntries: MAX_CACHED_ORDERS,
      bytesOf: ({ ranks }) => ranks.byteLength,
      // They have been used: those of each column are used before others are read.
      release: ({ ranks }) => releaseBuffers(ranks),
    })
  }

  /**
   * Sorts indexes (null for all). The first sort key is the most significant; equal items keep their order,
   * and empty cells come last. Must run inside a read transaction.
   */
  sort(
    scope: Scope,
    indexes: Int32Array | null,
    { sort: keys, orders }: Pick<StoreQuery, 'sort' | 'orders'>,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array | null {
    let order: Int32Array<ArrayBuffer> | null = null
    for (const { key, direction } of keys.toReversed()) {
      throwIfCancelled()
      const ranks = isReviewSortKey(key)
        ? ranksOfItems(this.#handle, scope, indexes, orders?.[key] ?? [])
        : this.#ranks(scope, indexes, key, throwIfCancelled)
      const previous = order
      order = sortByRanks(previous, ranks, direction)
      if (previous !== null) releaseBuffers(previous)
    }
    // Without indexes, positions are the indexes.
    if (order === null || indexes === null) return order ?? indexes
    const sorted = order.map((position) => indexes[position] ?? 0)
    releaseBuffers(order)
    return sorted
  }

  /** Ranks the items at these indexes (null for all), in their order. */
  #ranks(
    scope: Scope,
    indexes: Int32Array | null,
    column: ColumnKey,
    throwIfCancelled: ThrowIfCancelled,
  ): Ranks {
    if (isCoded(column)) return ranksOfCodes(scope, indexes, column)
    const cacheKey = `${scope.signature} ${column}`
    if (
      !this.#cache.has(cacheKey) &&
      indexes !== null &&
      indexes.length * SMALL_RESULT_DIVISOR < scope.total
    ) {
      return ranksOfSome(this.#handle, scope, indexes, column, throwIfCancelled)
    }
    const all = this.#cache.memo(
      cacheKey,
      () =>
        readStoredRanks(this.#handle, scope, column) ??
        ranksOfAll(this.#handle, scope, column, throwIfCancelled),
    )
    if (indexes === null || indexes.length === scope.total) return all
    return { ranks: indexes.map((index) => all.ranks[index] ?? EMPTY_RANK), distinct: all.distinct }
  }

  /** Releases the cache; nothing may be sorted afterwards. */
  close(): void {
    this.#cache.clear()
  }
}

/** Sorts positions (null for all) by rank, with a stable counting sort. */
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
    const position = order === null ? index : (order[index] ?? 0)
    const slot = slotOf(ranks[position] ?? EMPTY_RANK)
    const end = ends[slot] ?? 0
    sorted[end] = position
    ends[slot] = end + 1
  }
  releaseBuffers(ends)
  return sorted
}
