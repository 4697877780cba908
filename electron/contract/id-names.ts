import { isObject, nonEmptyText } from './json-text.ts'

/** Limits of the ids whose names are looked up together, and of the items that are read first for each. */
export const MAX_ID_REFERENCES = 1_000
export const MAX_REFERENCE_ITEMS = 3

/** An id whose name is looked up in the items of a campaign. */
export interface IdReference {
  readonly id: string
  /** Ids of items to which the campaign's record assigns it; these are read first. */
  readonly itemIds: readonly string[]
}

/** A name that the service states for an id. */
export interface NamedId {
  readonly id: string
  readonly name: string
}

const IDENTIFIER = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,})$/iu

/** Returns whether a text looks like an id: a UUID, or 24 or more hexadecimal digits. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text)
}

/**
 * Returns the id of an object and its name: `name`, or the first and last name of a person. Returns null
 * for an object without both, and for other values.
 */
export function namedIdOf(value: unknown): NamedId | null {
  if (!isObject(value)) return null
  const id = nonEmptyText(value['_id']) ?? nonEmptyText(value['id'])
  if (id === null) return null
  const fullName = [textIn(value, 'firstName'), textIn(value, 'lastName')].filter((part) => part !== null)
  const name = fullName.length > 0 ? fullName.join(' ') : textIn(value, 'name')
  return name === null ? null : { id, name }
}

function textIn(object: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Collects names by id. An id with different names has none, because nothing states which is right. */
export class NameCollector {
  /** Null for an id with different names. */
  readonly #names = new Map<string, string | null>()

  add({ id, name }: NamedId): void {
    const previous = this.#names.get(id)
    if (previous === undefined) this.#names.set(id, name)
    else if (previous !== name) this.#names.set(id, null)
  }

  /** Returns whether a name was added for an id. */
  has(id: string): boolean {
    return this.#names.has(id)
  }

  /** Returns the name of an id; null without one, or if there are different ones. */
  get(id: string): string | null {
    return this.#names.get(id) ?? null
  }

  /** Returns all ids with exactly one name. */
  all(): ReadonlyMap<string, string> {
    return new Map([...this.#names].filter((entry): entry is [string, string] => entry[1] !== null))
  }
}
