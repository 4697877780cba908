import { MAX_MISSING } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { rowsWithKeys } from './rows-with-keys.ts'
import { keysAt, type Scope } from './scope.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** The rows that a list of POS numbers and ids names. */
export interface ListMatch {
  /** Their places, ascending. */
  readonly places: Int32Array
  /** For each of the places the entry that names it: its place in the list. The first one counts. */
  readonly entries: Int32Array
  readonly missing: readonly string[]
  readonly missingCount: number
}

/** Items that are looked at between two questions whether the query is still wanted. */
const ITEMS_A_LOOK = 20_000

/** What an entry may be of an item. */
const NAMES = 'campaign_item_id, item_id, pos_number'
type Names = readonly [campaignItemId: string, itemId: string | null, posNumber: string | null]

/** Looks lists up, and holds what the last one gave, so that sorting and filtering it does not look again. */
export class ListMatcher {
  readonly #handle: ReadHandle
  #held: { readonly name: string; readonly listed: ListMatch } | null = null

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /** Must run inside a snapshot. Throws `superseded`. */
  find(scope: Scope, list: readonly string[], throwIfCancelled: ThrowIfCancelled): ListMatch {
    const name = JSON.stringify([scope.signature, list])
    if (this.#held?.name !== name) this.#held = { name, listed: this.#look(scope, list, throwIfCancelled) }
    return this.#held.listed
  }

  #look(scope: Scope, list: readonly string[], throwIfCancelled: ThrowIfCancelled): ListMatch {
    const entryOf = new Map<string, number>()
    for (const [at, entry] of list.entries()) {
      const name = entry.trim()
      if (name !== '' && !entryOf.has(name)) entryOf.set(name, at)
    }
    const named = new Int32Array(scope.total).fill(-1)
    const found = new Set<number>()
    const keys = keysAt(scope, null)
    for (let start = 0; start < keys.length; start += ITEMS_A_LOOK) {
      throwIfCancelled()
      const some = keys.subarray(start, start + ITEMS_A_LOOK)
      for (const [at, names] of rowsWithKeys<Names>(this.#handle, some, NAMES)) {
        const entries = names.flatMap((each) => (each === null ? [] : (entryOf.get(each.trim()) ?? [])))
        for (const entry of entries) found.add(entry)
        if (entries.length > 0) named[start + at] = Math.min(...entries)
      }
    }
    const missing = [...entryOf].filter(([, at]) => !found.has(at)).map(([name]) => name)
    const places = consecutivePlaces(named)
    return {
      places,
      entries: places.map((place) => named[place] ?? 0),
      missing: missing.slice(0, MAX_MISSING),
      missingCount: missing.length,
    }
  }
}

/**
 * The places of the listed rows in the order of the list; of rows that the same entry names, in their own.
 */
export function sortByList(places: Int32Array, listed: ListMatch): Int32Array {
  const entryOf = new Map<number, number>()
  for (const [at, place] of listed.places.entries()) entryOf.set(place, listed.entries[at] ?? 0)
  return places.toSorted((a, b) => (entryOf.get(a) ?? 0) - (entryOf.get(b) ?? 0) || a - b)
}

/** Places that are in both, which are ascending. */
export function intersection(a: Int32Array, b: Int32Array): Int32Array {
  const other = new Set(b)
  return a.filter((place) => other.has(place))
}

function consecutivePlaces(named: Int32Array): Int32Array {
  const places: number[] = []
  for (const [place, entry] of named.entries()) if (entry >= 0) places.push(place)
  return Int32Array.from(places)
}
