import { AppError } from '../../contract/app-error.ts'
import type { ColumnKey } from '../../contract/columns.ts'
import type { OtherFieldPage } from '../../contract/fields.ts'
import type { IdReference, NamedId } from '../../contract/id-names.ts'
import type {
  ColumnValues,
  FacetCount,
  FacetValue,
  ItemGroup,
  ItemTotals,
  SearchedTexts,
} from '../../contract/query.ts'
import type { RuleMatches } from '../../contract/row-colors.ts'
import { CacheBudget } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { StoreFilterGroup, StoreQuery } from '../types.ts'
import { releaseBuffers } from '../release-buffers.ts'
import type { StatisticKeys } from '../../contract/statistics.ts'
import type { PackedStatistics } from '../packed-statistics.ts'
import { IdNames } from './id-names.ts'
import { findFields } from './other-fields.ts'
import { sharedWords } from './shared-words.ts'
import { countCoded } from './cell-counts.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { Filters } from './filters.ts'
import { FoldedTexts } from './folded-texts.ts'
import { groupIndexes } from './groups.ts'
import { KeySet } from './key-set.ts'
import { intersection, sortByList, ListMatcher, type ListMatch } from './list-match.ts'
import { Orders } from './order.ts'
import { RowRules } from './row-rules.ts'
import { IndexCache, keyAt, keysAt, type Scope } from './scope.ts'
import { Searches } from './search.ts'
import { countItems } from './statistics.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { ColumnValueReader } from './column-value-reader.ts'

export interface OrderedKeys {
  readonly keys: Int32Array<ArrayBuffer>
  /** Number of items in the campaigns without search and filters. */
  readonly total: number
  readonly qtySum: number
  readonly groups: readonly ItemGroup[] | null
  /** List entries without an item; see `ItemResult`. */
  readonly missing: readonly string[] | null
  readonly missingCount: number
}

/** Items of a query without column filters, as ascending indexes (null for all). */
interface Hits {
  readonly indexes: Int32Array | null
  readonly listMatch: ListMatch | null
}

/** Items of a query as ascending indexes (null for all), and as ordered indexes. */
interface OrderedHits {
  readonly scope: Scope
  readonly listMatch: ListMatch | null
  readonly matches: Int32Array | null
  readonly indexes: Int32Array | null
  readonly groups: readonly ItemGroup[] | null
}

/** Runs queries on one handle and caches indexes and results. */
export class QueryEngine {
  readonly #handle: ReadHandle
  readonly #indexes: IndexCache
  readonly #searches: Searches
  readonly #lists: ListMatcher
  readonly #orders: Orders
  readonly #filters: Filters
  readonly #values: ColumnValueReader
  readonly #rowRules: RowRules
  readonly #idNames: IdNames

  constructor(handle: ReadHandle, caches = new CacheBudget()) {
    this.#handle = handle
    this.#indexes = new IndexCache(handle)
    const foldedTexts = new FoldedTexts(caches)
    this.#searches = new Searches(caches, {
      handle,
      joined: this.#indexes.joined,
      posNumbers: this.#indexes.posNumbers,
      foldedTexts,
    })
    this.#lists = new ListMatcher(handle)
    this.#orders = new Orders(handle, caches)
    this.#filters = new Filters(handle, foldedTexts, caches)
    this.#values = new ColumnValueReader(handle, this.#filters, caches)
    this.#rowRules = new RowRules(handle, this.#filters, caches)
    this.#idNames = new IdNames(handle)
  }

  /**
   * Runs a query. Throws `searchInvalid`, `searchTooSlow`, `superseded`, and `badInput` for a filter that its
   * column does not support.
   */
  run(query: StoreQuery, throwIfCancelled: ThrowIfCancelled): OrderedKeys {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const { scope, listMatch, matches, indexes, groups } = this.#orderedHits(query, throwIfCancelled)
      const keys = keysAt(scope, indexes)
      // Ordered indexes are not cached.
      if (query.sort.length > 0 && indexes !== null && indexes !== matches) releaseBuffers(indexes)
      return {
        keys,
        total: scope.total,
        qtySum: sumQuantities(scope, matches),
        groups,
        missing: listMatch?.missing ?? null,
        missingCount: listMatch?.missingCount ?? 0,
      }
    })
  }

  /** Returns only the keys, which needs less reading. Throws as {@link run} does. */
  keys(query: StoreQuery, throwIfCancelled: ThrowIfCancelled): Int32Array<ArrayBuffer> {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const { scope, indexes } = this.#orderedHits(query, throwIfCancelled)
      return keysAt(scope, indexes)
    })
  }

  /**
   * Counts the items of a search, and returns the keys of the first `maxCount`. Throws as {@link run} does.
   */
  first(
    search: Pick<StoreQuery, 'campaignIds' | 'search' | 'searchMode'>,
    maxCount: number,
    throwIfCancelled: ThrowIfCancelled,
  ): { readonly count: number; readonly keys: readonly number[] } {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const scope = this.#indexes.scope(search.campaignIds)
      const { count, first } = this.#searches.matches(scope, search, throwIfCancelled)
      return { count, keys: first(maxCount).map((index) => keyAt(scope, index)) }
    })
  }

  /** Reads what searches of all campaigns need, which the first one would else do. Throws `superseded`. */
  prepareSearch(texts: SearchedTexts, throwIfCancelled: ThrowIfCancelled): void {
    this.#handle.snapshot(() => this.#searches.prepare(this.#indexes.scope(null), texts, throwIfCancelled))
  }

  /** Counts the items of a query, and returns the ids of the first `maxCount`. Throws as {@link run} does. */
  ids(query: StoreQuery, maxCount: number): { readonly count: number; readonly ids: readonly string[] } {
    return this.#handle.snapshot(() => {
      const { keys } = this.run(query, () => undefined)
      const id = this.#handle.values<string>('SELECT campaign_item_id FROM items WHERE key = ?')
      return { count: keys.length, ids: Array.from(keys.subarray(0, maxCount), (key) => id.get(key) ?? '') }
    })
  }

  /**
   * Returns the values of a column, under the search and all filters but its own. Throws as {@link run} does.
   */
  values(
    query: StoreQuery,
    column: ColumnKey,
    find: string,
    throwIfCancelled: ThrowIfCancelled,
  ): ColumnValues {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const scope = this.#indexes.scope(query.campaignIds)
      const { indexes } = this.#hits(scope, query, throwIfCancelled)
      return this.#values.readValues(scope, indexes, query, { column, find }, throwIfCancelled)
    })
  }

  /** Returns the first of these filters that matches each row. */
  ruleMatches(
    campaignIds: readonly string[] | null,
    keys: Int32Array,
    rules: readonly StoreFilterGroup[],
  ): RuleMatches {
    return this.#handle.snapshot(() =>
      this.#rowRules.matches(() => this.#indexes.scope(campaignIds), keys, rules),
    )
  }

  /** Returns the totals of the items with these keys. Throws `notFound` if one was deleted. */
  totalsOf(keys: Int32Array): ItemTotals {
    return this.#handle.snapshot(() => {
      const scope = this.#indexes.scope(null)
      const keySet = new KeySet(keys)
      let remaining = keys.length
      let qtyCount = 0
      let qtySum = 0
      let qtyMin = Infinity
      let qtyMax = -Infinity
      for (const snapshot of scope.snapshots) {
        const { keys: snapshotKeys, quantities } = snapshot
        for (let index = 0; index < snapshotKeys.length; index += 1) {
          if (!keySet.has(snapshotKeys[index] ?? 0)) continue
          remaining -= 1
          const quantity = quantities[index] ?? Number.NaN
          if (Number.isNaN(quantity)) continue
          qtyCount += 1
          qtySum += quantity
          if (quantity < qtyMin) qtyMin = quantity
          if (quantity > qtyMax) qtyMax = quantity
        }
      }
      if (remaining > 0) throw new AppError('notFound', { detail: 'The result is out of date.' })
      const range = qtyCount === 0 ? { qtyMin: null, qtyMax: null } : { qtyMin, qtyMax }
      return { count: keys.length, qtyCount, qtySum, ...range }
    })
  }

  /**
   * Counts the statuses of the items of these campaigns (null for all) with these keys, ascending; empty
   * cells are last. Deleted items are left out.
   */
  statusesOf(keys: Int32Array, campaignIds: readonly string[] | null): readonly FacetCount[] {
    return this.#handle.snapshot(() => {
      const scope = this.#indexes.scope(campaignIds)
      const indexes = keys.length === scope.total ? null : indexesOf(scope, new KeySet(keys), keys.length)
      return [...countCoded(scope, indexes, 'status')]
        .sort(([one], [other]) => compareStatuses(one, other))
        .map(([value, ofValue]) => ({ value, count: ofValue }))
    })
  }

  /** Counts the items of a query by one or two dimensions. Throws as {@link run} does. */
  statistics(query: StoreQuery, keys: StatisticKeys, throwIfCancelled: ThrowIfCancelled): PackedStatistics {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const scope = this.#indexes.scope(query.campaignIds)
      const { indexes: hits } = this.#hits(scope, query, throwIfCancelled)
      const indexes = this.#filters.apply(scope, hits, query.filters, throwIfCancelled)
      const id = this.#handle.values<string>('SELECT id FROM campaigns WHERE copy_key = ?')
      return countItems(scope, indexes, keys, ({ snapshotKey }) => id.get(snapshotKey) ?? '')
    })
  }

  /** Returns the index of a campaign. Throws `notFound` if it is not downloaded. */
  indexOf(campaignId: string): CampaignIndex {
    const [index] = this.#indexes.scope([campaignId]).snapshots
    if (index === undefined) throw new AppError('notFound', { detail: 'A campaign is not downloaded.' })
    return index
  }

  /**
   * Returns the names that the items of a campaign state for ids; none if it is not downloaded. Throws
   * `superseded`.
   */
  idNames(
    campaignId: string,
    references: readonly IdReference[],
    throwIfCancelled: ThrowIfCancelled,
  ): readonly NamedId[] {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const [index] = this.#indexes.scope([campaignId]).snapshots
      return index === undefined ? [] : this.#idNames.find(index, references, throwIfCancelled)
    })
  }

  /** Finds the fields in a sample of the items of these campaigns (null for all). */
  fields(campaignIds: readonly string[] | null): OtherFieldPage {
    return this.#handle.snapshot(() => findFields(this.#handle, this.#indexes.scope(campaignIds)))
  }

  /** Returns the words with which most item names of a campaign begin. */
  sharedWords(campaignId: string): string {
    return this.#handle.snapshot(() => sharedWords(this.#handle, this.#indexes.scope([campaignId])))
  }

  /** Releases all caches; the engine may not be used afterwards. */
  close(): void {
    this.#orders.close()
    this.#indexes.close()
  }

  #orderedHits(query: StoreQuery, throwIfCancelled: ThrowIfCancelled): OrderedHits {
    const scope = this.#indexes.scope(query.campaignIds)
    const { indexes: hits, listMatch } = this.#hits(scope, query, throwIfCancelled)
    const matches = this.#filters.apply(scope, hits, query.filters, throwIfCancelled)
    const ordered =
      listMatch !== null && matches !== null && query.sort.length === 0
        ? sortByList(matches, listMatch)
        : this.#orders.sort(scope, matches, query, throwIfCancelled)
    const grouped =
      query.group === null ? null : groupIndexes(scope, matches, ordered, query.group, query.sort)
    return {
      scope,
      listMatch,
      matches,
      indexes: grouped?.indexes ?? ordered,
      groups: grouped?.groups ?? null,
    }
  }

  #hits(scope: Scope, query: StoreQuery, throwIfCancelled: ThrowIfCancelled): Hits {
    const listMatch = query.list === null ? null : this.#lists.find(scope, query.list, throwIfCancelled)
    const searchHits = this.#searches.hits(scope, query, throwIfCancelled)
    if (listMatch === null) return { indexes: searchHits, listMatch }
    return {
      indexes: searchHits === null ? listMatch.indexes : intersection(searchHits, listMatch.indexes),
      listMatch,
    }
  }
}

/** Returns the ascending indexes of the items with these keys, at most `most`. */
function indexesOf(scope: Scope, keys: KeySet, most: number): Int32Array {
  const indexes = new Int32Array(most)
  let [count, start] = [0, 0]
  for (const snapshot of scope.snapshots) {
    for (const [index, key] of snapshot.keys.entries()) {
      if (!keys.has(key)) continue
      indexes[count] = start + index
      count += 1
    }
    start += snapshot.keys.length
  }
  return indexes.subarray(0, count)
}

/** Numbers are ascending, before other values, before empty cells. */
function compareStatuses(one: FacetValue, other: FacetValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const rank = (value: FacetValue): number => (value === null ? 2 : typeof value === 'number' ? 0 : 1)
  return rank(one) - rank(other)
}

function sumQuantities(scope: Scope, indexes: Int32Array | null): number {
  let sum = 0
  if (indexes === null) {
    for (const snapshot of scope.snapshots) {
      for (const quantity of snapshot.quantities) if (!Number.isNaN(quantity)) sum += quantity
    }
    return sum
  }
  let snapshotIndex = 0
  for (const index of indexes) {
    while (index >= (scope.starts[snapshotIndex + 1] ?? Infinity)) snapshotIndex += 1
    const quantity =
      scope.snapshots[snapshotIndex]?.quantities[index - (scope.starts[snapshotIndex] ?? 0)] ?? Number.NaN
    if (!Number.isNaN(quantity)) sum += quantity
  }
  return sum
}
