import { clipText, MAX_NAME_LENGTH } from '../../contract/clip-text.ts'
import { NameCollector, namedIdOf, type IdReference, type NamedId } from '../../contract/id-names.ts'
import type { ReadHandle } from '../database/handles.ts'
import { findLongItems } from '../long-items.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { sampleIndexes } from '../count-fields.ts'

/** Items between two checks for cancellation. */
const ITEMS_PER_CHECK = 10_000
/** Limits of the bodies that are read, including those of the references. */
const MAX_BODIES = 1_000
const MAX_CHARACTERS = 3_000_000
/** Campaigns whose names are cached. */
const MAX_CACHED_CAMPAIGNS = 16
/** Ids of a campaign whose names are cached. */
const MAX_CACHED_IDS = 10_000

/** Keys are read as a range if it has fewer rows than this many times their number. */
const MAX_RANGE_SPREAD = 4

/** Ids and names of the objects of an item that are columns (service interface, 2.2). */
const COLUMNS = [
  ['item_id', 'item_name'],
  ['element_id', 'element_name'],
  ['campaign_id', 'campaign_name'],
] as const

interface CachedNames {
  readonly revision: number
  /** Null for an id without a name. */
  readonly names: Map<string, string | null>
}

/**
 * Finds the names that the items of a campaign state for ids, and caches them until the campaign changes.
 * Must be used inside a read transaction.
 */
export class IdNames {
  readonly #handle: ReadHandle
  readonly #cached = new Map<number, CachedNames>()

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /**
   * Returns the names of ids. Items, elements and campaigns are found in all items. Other objects are
   * found in the items that a reference lists and in a sample of the others. An id with different names
   * is left out. Throws `superseded`.
   */
  find(
    index: CampaignIndex,
    references: readonly IdReference[],
    throwIfCancelled: ThrowIfCancelled,
  ): readonly NamedId[] {
    const { names } = this.#cacheOf(index)
    const unknown = references.filter(({ id }) => !names.has(id))
    if (unknown.length > 0) {
      const found = this.#read(index, unknown, throwIfCancelled)
      if (names.size + unknown.length > MAX_CACHED_IDS) names.clear()
      for (const { id } of unknown) names.set(id, found.get(id))
    }
    return references.flatMap(({ id }) => {
      const name = names.get(id) ?? null
      return name === null ? [] : [{ id, name }]
    })
  }

  #cacheOf({ snapshotKey, revision }: CampaignIndex): CachedNames {
    let cached = this.#cached.get(snapshotKey)
    if (cached?.revision !== revision) cached = { revision, names: new Map() }
    this.#cached.delete(snapshotKey)
    this.#cached.set(snapshotKey, cached)
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > MAX_CACHED_CAMPAIGNS && oldest !== undefined) this.#cached.delete(oldest)
    return cached
  }

  #read(
    index: CampaignIndex,
    references: readonly IdReference[],
    throwIfCancelled: ThrowIfCancelled,
  ): NameCollector {
    const names = new NameCollector()
    const ids = JSON.stringify(references.map(({ id }) => id))
    const sortedKeys = index.keys.toSorted()
    for (let start = 0; start < sortedKeys.length; start += ITEMS_PER_CHECK) {
      const keys = sortedKeys.subarray(start, start + ITEMS_PER_CHECK)
      for (const columns of COLUMNS) {
        throwIfCancelled()
        for (const [id, name] of this.#cells(index.snapshotKey, keys, columns, ids)) addName(names, id, name)
      }
    }
    const others = references.filter(({ id }) => !names.has(id))
    if (others.length > 0) this.#readBodies(names, index, others, throwIfCancelled)
    return names
  }

  /**
   * Yields the different ids and names of two columns that have one of these ids (a JSON list).
   * @param keys ascending
   */
  #cells(
    snapshotKey: number,
    keys: Int32Array,
    [id, name]: (typeof COLUMNS)[number],
    ids: string,
  ): Iterable<readonly [id: string, name: string]> {
    const selection = `SELECT DISTINCT ${id}, ${name} FROM items
      WHERE ${id} IN (SELECT value FROM json_each(?)) AND ${name} IS NOT NULL AND key`
    const [first, last] = [keys[0] ?? 0, keys.at(-1) ?? 0]
    if (last - first < keys.length * MAX_RANGE_SPREAD)
      return this.#handle
        .tuples<[string, string]>(`${selection} BETWEEN ? AND ? AND copy_key = ?`)
        .iterate(ids, first, last, snapshotKey)
    return this.#handle
      .tuples<[string, string]>(`${selection} IN (SELECT value FROM json_each(?))`)
      .iterate(ids, `[${keys.join(',')}]`)
  }

  #readBodies(
    names: NameCollector,
    index: CampaignIndex,
    references: readonly IdReference[],
    throwIfCancelled: ThrowIfCancelled,
  ): void {
    const wanted = new Set(references.map(({ id }) => id))
    const body = this.#handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
    const longKeys = findLongItems(this.#handle, index.keys)
    let characters = 0
    for (const key of this.#keysToRead(index, references)) {
      if (longKeys.has(key)) continue
      throwIfCancelled()
      const json = body.get(key) ?? 'null'
      characters += json.length
      if (characters > MAX_CHARACTERS) return
      addObjects(names, wanted, JSON.parse(json))
    }
  }

  /** Returns the items of the references, then a sample of all. */
  #keysToRead(index: CampaignIndex, references: readonly IdReference[]): ReadonlySet<number> {
    const keyOf = this.#handle.values<number>(
      'SELECT item_key FROM item_ids WHERE copy_key = ? AND campaign_item_id = ?',
    )
    const keys = new Set<number>()
    for (const { itemIds } of references) {
      for (const itemId of itemIds) {
        const key = keyOf.get(index.snapshotKey, itemId)
        if (key !== undefined && keys.size < MAX_BODIES) keys.add(key)
      }
    }
    for (const position of sampleIndexes(index.count)) {
      if (keys.size >= MAX_BODIES) break
      keys.add(index.keys[position] ?? 0)
    }
    return keys
  }
}

/** Adds the names of all objects within a value. */
function addObjects(names: NameCollector, wanted: ReadonlySet<string>, value: unknown): void {
  // Without recursion: an item can have thousands of levels.
  const queue: unknown[] = [value]
  for (const each of queue) {
    const named = namedIdOf(each)
    if (named !== null && wanted.has(named.id)) addName(names, named.id, named.name)
    if (typeof each === 'object' && each !== null)
      for (const part of Object.values(each)) if (typeof part === 'object') queue.push(part)
  }
}

function addName(names: NameCollector, id: string, name: string): void {
  const trimmed = name.trim()
  if (trimmed !== '') names.add({ id, name: clipText(trimmed, MAX_NAME_LENGTH) })
}
