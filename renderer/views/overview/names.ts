import { createContext } from 'svelte'
import { shownName } from '../../../electron/contract/clip-text.ts'
import { isObject, nonEmptyText } from '../../../electron/contract/json-text.ts'
import type { JsonObject } from './record.ts'
import { personOf } from './value.ts'

/** Names by id. */
export type Names = ReadonlyMap<string, string>

/** Members that are searched for names: a record can have a million of them. */
const MAX_VISITED = 50_000

/**
 * Returns the names that a campaign's record states for ids: of every object with an id and a name, such as a
 * person, an element or an item of a group. The first name of an id counts.
 */
export function namesIn(record: JsonObject): Names {
  const names = new Map<string, string>()
  // Breadth first, without recursion: a record can have thousands of levels.
  const queue: unknown[] = Object.values(record)
  for (let index = 0; index < queue.length && index < MAX_VISITED; index += 1) {
    const value = queue[index]
    if (isObject(value)) {
      const id = nonEmptyText(value['_id']) ?? nonEmptyText(value['id'])
      const name = personOf(value)?.name ?? nonEmptyText(value['name'])
      if (id !== null && name !== null && !names.has(id)) names.set(id, shownName(name))
    }
    if (typeof value === 'object' && value !== null && queue.length < MAX_VISITED)
      for (const part of Object.values(value)) queue.push(part)
  }
  return names
}

const [useNamesOf, setNames] = createContext<() => Names>()
/** Provides names to the values of a record, and returns them there. Both are called as a component starts. */
export { setNames, useNamesOf }
