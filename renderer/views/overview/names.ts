import { createContext } from 'svelte'
import { MAX_ID_LENGTH, shownName } from '../../../electron/contract/clip-text.ts'
import {
  isIdentifier,
  MAX_ID_REFERENCES,
  MAX_REFERENCE_ITEMS,
  NameCollector,
  namedIdOf,
  type IdReference,
} from '../../../electron/contract/id-names.ts'
import { isObject, nonEmptyText } from '../../../electron/contract/json-text.ts'
import type { JsonObject } from './record.ts'

/** Names by id. */
export type Names = ReadonlyMap<string, string>

/** Members that are searched: a record can have a million of them. */
const MAX_VISITED = 50_000

/** Keys of the id of an object itself, which stays an id. */
const OWN_IDS: ReadonlySet<string> = new Set(['_id', 'id'])

/**
 * Returns whether a value refers to something by its id. Only ids that are unique everywhere count: in
 * different lists, the same number is the id of different things.
 */
export function isReference(key: string, value: unknown): value is string {
  return typeof value === 'string' && !OWN_IDS.has(key) && isIdentifier(value)
}

/**
 * Returns the names that a campaign's record states for ids: of every object with an id and a name, such as a
 * person, an element or an item of a group. An id with different names has none.
 */
export function namesIn(record: JsonObject): Names {
  const names = new NameCollector()
  visit(record, (value) => {
    const named = namedIdOf(value)
    if (named !== null && isIdentifier(named.id)) names.add({ id: named.id, name: shownName(named.name) })
  })
  return names.all()
}

/**
 * Returns the ids to which a campaign's record refers without a name, with the items that it assigns to
 * them.
 */
export function referencesIn(record: JsonObject, names: Names): readonly IdReference[] {
  const itemsOf = new Map<string, string[]>()
  const add = (id: string, items: readonly string[]): void => {
    if (names.has(id) || id.length > MAX_ID_LENGTH) return
    const known = itemsOf.get(id)
    if (known !== undefined) known.push(...items)
    else if (itemsOf.size < MAX_ID_REFERENCES) itemsOf.set(id, [...items])
  }
  visit(record, (value, key) => {
    if (isReference(key, value)) add(value, [])
    if (!isObject(value)) return
    const items = itemIdsIn(value['campaignItems'])
    for (const [member, part] of Object.entries(value)) {
      if (isIdentifier(member)) add(member, [])
      if (items.length > 0 && isReference(member, part)) add(part, items)
    }
  })
  return Array.from(itemsOf, ([id, items]) => ({ id, itemIds: items.slice(0, MAX_REFERENCE_ITEMS) }))
}

/** Returns the ids of the first items of a group (service interface, 2.1). */
function itemIdsIn(items: unknown): readonly string[] {
  if (!Array.isArray(items)) return []
  return items.slice(0, MAX_REFERENCE_ITEMS).flatMap((item: unknown) => {
    const id = isObject(item) ? nonEmptyText(item['id']) : null
    return id === null || id.length > MAX_ID_LENGTH ? [] : [id]
  })
}

/** Visits all values of a record with the keys of their fields; those of a list have the key of the list. */
function visit(record: JsonObject, onValue: (value: unknown, key: string) => void): void {
  // Breadth first, without recursion: a record can have thousands of levels.
  const queue: (readonly [value: unknown, key: string])[] = [[record, '']]
  for (const [value, key] of queue) {
    onValue(value, key)
    if (typeof value !== 'object' || value === null) continue
    for (const [member, part] of Object.entries(value)) {
      if (queue.length >= MAX_VISITED) break
      queue.push([part, Array.isArray(value) ? key : member])
    }
  }
}

const [useNamesOf, setNames] = createContext<() => Names>()
/**
 * Provides names to the values of a record, and returns them there. Both are called as a component starts.
 */
export { setNames, useNamesOf }
