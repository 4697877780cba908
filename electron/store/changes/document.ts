import { isExactDouble } from '../../contract/json-text.ts'
import { asObject, type JsonObject } from '../decode-json.ts'
import { ExactNumber, parseExactly } from '../exact-json.ts'

/** Names of members with addresses, which have a new signature in every response. */
const ADDRESS_NAMES: ReadonlySet<string> = new Set(['url', 'thumbnailUrl'])

/** Matches numbers that may not fit a double: many digits, or a large exponent. */
const LONG_NUMBER = /[\d.]{16}|\d[eE][+-]?\d{3}/

/** Parses valid JSON text; numbers keep all their digits. */
export function parseDocument(text: string): unknown {
  return LONG_NUMBER.test(text) ? parseExactly(text, isExactDouble) : JSON.parse(text)
}

/** Returns the value as an object, or null if it is empty or not an object. */
export function membersOf(value: unknown): JsonObject | null {
  const object = value instanceof ExactNumber ? null : asObject(value)
  return object === null || Object.keys(object).length === 0 ? null : object
}

/** Appends a name to a path, with dots and backslashes escaped. */
export function pathBelow(parent: string | null, name: string): string {
  const escaped = /[.\\]/.test(name) ? name.replaceAll(/[.\\]/g, '\\$&') : name
  return parent === null ? escaped : `${parent}.${escaped}`
}

/**
 * Converts a value to JSON text with sorted names and without white space.
 * @param name its name; addresses lose their query
 */
export function canonicalText(value: unknown, name: string): string {
  if (typeof value === 'string') return JSON.stringify(withoutSignature(value, name))
  if (value instanceof ExactNumber) return value.digits
  if (Array.isArray(value)) {
    return `[${value.map((entry: unknown) => canonicalText(entry, name)).join(',')}]`
  }
  const object = asObject(value)
  if (object === null) return JSON.stringify(value)
  const members = Object.keys(object)
    .sort()
    .map((member) => `${JSON.stringify(member)}:${canonicalText(object[member], member)}`)
  return `{${members.join(',')}}`
}

function withoutSignature(text: string, name: string): string {
  if (!ADDRESS_NAMES.has(name)) return text
  const queryStart = text.indexOf('?')
  return queryStart < 0 ? text : text.slice(0, queryStart)
}

/** Returns whether two values have the same {@link canonicalText}, without creating it. */
export function isSameValue(first: unknown, second: unknown, name: string): boolean {
  if (first === second) return true
  if (typeof first === 'string') {
    return typeof second === 'string' && withoutSignature(first, name) === withoutSignature(second, name)
  }
  if (first instanceof ExactNumber) return second instanceof ExactNumber && first.digits === second.digits
  if (Array.isArray(first)) {
    return (
      Array.isArray(second) &&
      first.length === second.length &&
      first.every((entry: unknown, index) => isSameValue(entry, second[index], name))
    )
  }
  const members = asObject(first)
  const others = second instanceof ExactNumber ? null : asObject(second)
  if (members === null || others === null) return false
  const names = Object.keys(members)
  return (
    names.length === Object.keys(others).length &&
    names.every(
      (member) => Object.hasOwn(others, member) && isSameValue(members[member], others[member], member),
    )
  )
}

/**
 * Returns the fields of a document by path: nested objects as their fields, everything else as {@link
 * canonicalText}.
 */
export function flatten(document: JsonObject): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const name of Object.keys(document)) collectFields(document[name], name, pathBelow(null, name), fields)
  return fields
}

/** Adds the fields of a value with this name and path. */
export function collectFields(value: unknown, name: string, path: string, fields: Map<string, string>): void {
  const members = membersOf(value)
  if (members === null) {
    fields.set(path, canonicalText(value, name))
    return
  }
  for (const member of Object.keys(members)) {
    collectFields(members[member], member, pathBelow(path, member), fields)
  }
}
