import { MAX_MISSING } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { rowsWithKeys } from '../rows-with-keys.ts'
import { keysAt, type Scope } from './scope.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** The items of a list of POS numbers and ids. */
export interface ListMatch {
  /** Their indexes, ascending. */
  readonly indexes: Int32Array
  /** For each of them, the position in the list of its first entry. */
  readonly entries: Int32Array
  /** The first entries without an item. */
  readonly missing: readonly string[]
  readonly missingCount: number
}

/** Items between two checks for cancellation. */
const ITEMS_PER_CHECK = 20_000

/** Columns that an entry may match. */
const ENTRY_COLUMNS = 'campaign_item_id, item_id, pos_number'
type EntryCells = readonly [campaignItemId: string, itemId: string | null, posNumber: string | null]

/** Finds the items of a list, and caches the last match. */
export class ListMatcher {
  readonly #handle: ReadHandle
  #cached: { readonly cacheKey: string; readonly match: ListMatch } | null = null

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /** Finds the items of a list. Must run inside a read transaction. Throws `superseded`. */
  find(scope: Scope, list: readonly string[], throwIfCancelled: ThrowIfCancelled): ListMatch {
    const cacheKey = JSON.stringify([scope.signature, list])
    if (this.#cached?.cacheKey !== cacheKey)
      this.#cached = { cacheKey, match: this.#match(scope, list, throwIfCancelled) }
    return this.#cached.match
  }

  #match(scope: Scope, list: readonly string[], throwIfCancelled: ThrowIfCancelled): ListMatch {
    const entryOf = new Map<string, number>()
    for (const [position, entry] of list.entries()) {
      const name = entry.trim()
      if (name !== '' && !entryOf.has(name)) entryOf.set(name, position)
    }
    const entryOfItem = new Int32Array(scope.total).fill(-1)
    const foundEntries = new Set<number>()
    const keys = keysAt(scope, null)
    for (let start = 0; start < keys.length; start += ITEMS_PER_CHECK) {
      throwIfCancelled()
      const part = keys.subarray(start, start + ITEMS_PER_CHECK)
      for (const [position, names] of rowsWithKeys<EntryCells>(this.#handle, part, ENTRY_COLUMNS)) {
        const entries = names.flatMap((each) => (each === null ? [] : (entryOf.get(each.trim()) ?? [])))
        for (const entry of entries) foundEntries.add(entry)
        if (entries.length > 0) entryOfItem[start + position] = Math.min(...entries)
      }
    }
    const missing = [...entryOf].filter(([, position]) => !foundEntries.has(position)).map(([name]) => name)
    const indexes = matchedIndexes(entryOfItem)
    return {
      indexes,
      entries: indexes.map((index) => entryOfItem[index] ?? 0),
      missing: missing.slice(0, MAX_MISSING),
      missingCount: missing.length,
    }
  }
}

/** Sorts indexes by the list. Items of the same entry keep their order. */
export function sortByList(indexes: Int32Array, match: ListMatch): Int32Array {
  const entryOf = new Map<number, number>()
  for (const [position, index] of match.indexes.entries()) entryOf.set(index, match.entries[position] ?? 0)
  return indexes.toSorted((a, b) => (entryOf.get(a) ?? 0) - (entryOf.get(b) ?? 0) || a - b)
}

/** Intersects two ascending lists of indexes. */
export function intersection(a: Int32Array, b: Int32Array): Int32Array {
  const other = new Set(b)
  return a.filter((index) => other.has(index))
}

function matchedIndexes(entryOfItem: Int32Array): Int32Array {
  const indexes: number[] = []
  for (const [index, entry] of entryOfItem.entries()) if (entry >= 0) indexes.push(index)
  return Int32Array.from(indexes)
}
