import type { ItemFacets, ItemQuery } from '../../contract/query.ts'
import { countFacets, filterPlaces } from './filters.ts'
import type { ReadHandle } from '../database/handles.ts'
import { inBoth, inListOrder, Lists, type Listed } from './listed.ts'
import { Orders } from './order.ts'
import { CopyShelf, keysAt, type Scope } from './scope.ts'
import { Searches } from './search.ts'
import type { CheckTurn } from './turn.ts'

export interface OrderedKeys {
  readonly keys: Int32Array<ArrayBuffer>
  /** Items in the same campaigns without search and filters. */
  readonly total: number
  readonly qtySum: number
  /** Of the query's list, as in `ItemResult`. */
  readonly missing: readonly string[] | null
  readonly missingCount: number
}

/** Rows that search and list leave over, ascending; null: all. */
interface Hits {
  readonly places: Int32Array | null
  readonly listed: Listed | null
}

/** Carries out queries on one handle, and holds what makes the next ones quick. */
export class QueryEngine {
  readonly #handle: ReadHandle
  readonly #shelf: CopyShelf
  readonly #searches = new Searches()
  readonly #lists: Lists
  readonly #orders: Orders

  constructor(handle: ReadHandle) {
    this.#handle = handle
    this.#shelf = new CopyShelf(handle)
    this.#lists = new Lists(handle)
    this.#orders = new Orders(handle)
  }

  /** The ordered keys of the items that a query asks for. Throws `searchInvalid`, `searchTooSlow`, `superseded`. */
  run(query: ItemQuery, checkTurn: CheckTurn): OrderedKeys {
    checkTurn()
    return this.#handle.snapshot(() => {
      const scope = this.#shelf.scope(query.campaignIds)
      const { places: hits, listed } = this.#hits(scope, query, checkTurn)
      const found = filterPlaces(scope, hits, query.filters, checkTurn)
      const places =
        listed !== null && found !== null && query.sort.length === 0
          ? inListOrder(found, listed)
          : this.#orders.sort(scope, found, query.sort, checkTurn)
      return {
        keys: keysAt(scope, places),
        total: scope.total,
        qtySum: sumQuantities(scope, found),
        missing: listed?.missing ?? null,
        missingCount: listed?.missingCount ?? 0,
      }
    })
  }

  facets(query: ItemQuery, checkTurn: CheckTurn): ItemFacets {
    checkTurn()
    return this.#handle.snapshot(() => {
      const scope = this.#shelf.scope(query.campaignIds)
      return countFacets(scope, this.#hits(scope, query, checkTurn).places, query.filters, checkTurn)
    })
  }

  #hits(scope: Scope, query: ItemQuery, checkTurn: CheckTurn): Hits {
    const listed = query.list === null ? null : this.#lists.find(scope, query.list, checkTurn)
    const found = this.#searches.hits(scope, query, checkTurn)
    if (listed === null) return { places: found, listed }
    return { places: found === null ? listed.places : inBoth(found, listed.places), listed }
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
