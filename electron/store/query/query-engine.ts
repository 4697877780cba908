import { AppError } from '../../contract/app-error.ts'
import type { ColumnKey } from '../../contract/columns.ts'
import type { FoundFields } from '../../contract/fields.ts'
import type { ColumnValues, ItemGroup } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { StoreQuery } from '../types.ts'
import { indexesOfIds } from './id-filter.ts'
import { foundFields } from './found-fields.ts'
import { Filters } from './filters.ts'
import { groupIndexes } from './groups.ts'
import { KeySet } from './key-set.ts'
import { intersection, sortByList, ListMatcher, type ListMatch } from './list-match.ts'
import { Orders } from './order.ts'
import { IndexCache, keysAt, type Scope } from './scope.ts'
import { Searches } from './search.ts'
import type { ThrowIfCancelled } from './cancellation.ts'
import { unseenIndexes } from './unseen.ts'
import { ColumnValueReader } from './column-value-reader.ts'

export interface OrderedKeys {
  readonly keys: Int32Array<ArrayBuffer>
  /** Items in the same campaigns without search and filters. */
  readonly total: number
  readonly qtySum: number
  readonly groups: readonly ItemGroup[] | null
  /** Of the query's list, as in `ItemResult`. */
  readonly missing: readonly string[] | null
  readonly missingCount: number
}

/** Rows that a query finds, filters of columns apart, ascending; null: all. */
interface Hits {
  readonly places: Int32Array | null
  readonly listed: ListMatch | null
}

/** Rows that a query finds, filters included (null: all), and the same in their order. */
interface Ordered {
  readonly scope: Scope
  readonly listed: ListMatch | null
  readonly found: Int32Array | null
  readonly places: Int32Array | null
  readonly groups: readonly ItemGroup[] | null
}

/** Carries out queries on one handle, and holds what makes the next ones quick. */
export class QueryEngine {
  readonly #handle: ReadHandle
  readonly #shelf: IndexCache
  readonly #searches = new Searches()
  readonly #lists: ListMatcher
  readonly #orders: Orders
  readonly #filters: Filters
  readonly #values: ColumnValueReader

  constructor(handle: ReadHandle) {
    this.#handle = handle
    this.#shelf = new IndexCache(handle)
    this.#lists = new ListMatcher(handle)
    this.#orders = new Orders(handle)
    this.#filters = new Filters(handle)
    this.#values = new ColumnValueReader(handle, this.#filters)
  }

  /**
   * The ordered keys of the items that a query asks for. Throws `searchInvalid`, `searchTooSlow`,
   * `superseded`, and `badInput` for a filter that its column cannot have.
   */
  run(query: StoreQuery, throwIfCancelled: ThrowIfCancelled): OrderedKeys {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const { scope, listed, found, places, groups } = this.#ordered(query, throwIfCancelled)
      return {
        keys: keysAt(scope, places),
        total: scope.total,
        qtySum: sumQuantities(scope, found),
        groups,
        missing: listed?.missing ?? null,
        missingCount: listed?.missingCount ?? 0,
      }
    })
  }

  /** The keys alone, for which less has to be read. Throws as {@link run} does. */
  keys(query: StoreQuery, throwIfCancelled: ThrowIfCancelled): Int32Array<ArrayBuffer> {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const { scope, places } = this.#ordered(query, throwIfCancelled)
      return keysAt(scope, places)
    })
  }

  /** How many items a query finds, and the ids of the first `most` of them. Throws as {@link run} does. */
  ids(query: StoreQuery, most: number): { readonly count: number; readonly ids: readonly string[] } {
    return this.#handle.snapshot(() => {
      const { keys } = this.run(query, () => undefined)
      const id = this.#handle.values<string>('SELECT campaign_item_id FROM items WHERE key = ?')
      return { count: keys.length, ids: Array.from(keys.subarray(0, most), (key) => id.get(key) ?? '') }
    })
  }

  /** What is in a column under the search and all filters but its own. Throws as {@link run} does. */
  values(
    query: StoreQuery,
    column: ColumnKey,
    find: string,
    throwIfCancelled: ThrowIfCancelled,
  ): ColumnValues {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const scope = this.#shelf.scope(query.campaignIds)
      const { places } = this.#hits(scope, query, throwIfCancelled)
      return this.#values.ofColumn(scope, places, query, { column, find }, throwIfCancelled)
    })
  }

  /** Sum of the quantities of the items with these keys. Throws `notFound` when one of them is gone. */
  sumOf(keys: Int32Array): number {
    return this.#handle.snapshot(() => {
      const scope = this.#shelf.scope(null)
      const wanted = new KeySet(keys)
      let left = keys.length
      let sum = 0
      for (const copy of scope.copies) {
        const { keys: inCopy, quantities } = copy
        for (let at = 0; at < inCopy.length; at += 1) {
          if (!wanted.has(inCopy[at] ?? 0)) continue
          left -= 1
          const quantity = quantities[at] ?? Number.NaN
          if (!Number.isNaN(quantity)) sum += quantity
        }
      }
      if (left > 0) throw new AppError('notFound', { detail: 'The result is out of date.' })
      return sum
    })
  }

  /**
   * Which fields the bodies of the items of these campaigns (null: all) have, as far as a sample shows them.
   */
  fields(campaignIds: readonly string[] | null): FoundFields {
    return this.#handle.snapshot(() => foundFields(this.#handle, this.#shelf.scope(campaignIds)))
  }

  /** Gives back what it holds; it is asked nothing any more. */
  close(): void {
    this.#orders.close()
    this.#shelf.close()
  }

  #ordered(query: StoreQuery, throwIfCancelled: ThrowIfCancelled): Ordered {
    const scope = this.#shelf.scope(query.campaignIds)
    const { places: hits, listed } = this.#hits(scope, query, throwIfCancelled)
    const found = this.#filters.places(scope, hits, query.filters, throwIfCancelled)
    const ordered =
      listed !== null && found !== null && query.sort.length === 0
        ? sortByList(found, listed)
        : this.#orders.sort(scope, found, query, throwIfCancelled)
    const grouped = query.group === null ? null : groupIndexes(scope, found, ordered, query.group, query.sort)
    return { scope, listed, found, places: grouped?.places ?? ordered, groups: grouped?.groups ?? null }
  }

  #hits(scope: Scope, query: StoreQuery, throwIfCancelled: ThrowIfCancelled): Hits {
    const listed = query.list === null ? null : this.#lists.find(scope, query.list, throwIfCancelled)
    const searched = this.#searches.hits(scope, query, throwIfCancelled)
    const unseen = query.unseenOnly ? unseenIndexes(this.#handle, scope, searched) : searched
    const found = (query.among ?? []).reduce<Int32Array | null>(
      (places, among) => indexesOfIds(this.#handle, scope, places, among),
      unseen,
    )
    if (listed === null) return { places: found, listed }
    return { places: found === null ? listed.places : intersection(found, listed.places), listed }
  }
}

function sumQuantities(scope: Scope, places: Int32Array | null): number {
  let sum = 0
  if (places === null) {
    for (const copy of scope.copies) {
      for (const quantity of copy.quantities) if (!Number.isNaN(quantity)) sum += quantity
    }
    return sum
  }
  let copyAt = 0
  for (const place of places) {
    while (place >= (scope.starts[copyAt + 1] ?? Infinity)) copyAt += 1
    const quantity = scope.copies[copyAt]?.quantities[place - (scope.starts[copyAt] ?? 0)] ?? Number.NaN
    if (!Number.isNaN(quantity)) sum += quantity
  }
  return sum
}
