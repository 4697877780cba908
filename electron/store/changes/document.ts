import { isHeldExactly } from '../../contract/number-text.ts'
import { asObject, type JsonObject } from '../decode-json.ts'
import { ExactNumber, parseExactly } from '../exact-json.ts'

/** Names under which the service gives addresses that it signs anew for every answer. */
const ADDRESS_NAMES: ReadonlySet<string> = new Set(['url', 'thumbnailUrl'])

/** What a text must have for one of its numbers to be beyond a double: many digits, or a large exponent. */
const LONG_NUMBER = /[\d.]{16}|\d[eE][+-]?\d{3}/

/** Parses a JSON text that was parsed before; numbers keep all their digits. */
export function parseDocument(text: string): unknown {
  return LONG_NUMBER.test(text) ? parseExactly(text, isHeldExactly) : JSON.parse(text)
}

/** The members of an object that can be gone into: one without members stands for itself. */
export function membersOf(value: unknown): JsonObject | null {
  const object = value instanceof ExactNumber ? null : asObject(value)
  return object === null || Object.keys(object).length === 0 ? null : object
}

/** A path with one more name. Dots and backslashes in names are escaped, so that no two paths look alike. */
export function pathBelow(parent: string | null, name: string): string {
  const escaped = /[.\\]/.test(name) ? name.replaceAll(/[.\\]/g, '\\$&') : name
  return parent === null ? escaped : `${parent}.${escaped}`
}

/**
 * A value as JSON text, the same for every order of names and all white space. `name` is the one that it
 * stands under: an address goes without what stands behind its `?`.
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
  const mark = text.indexOf('?')
  return mark < 0 ? text : text.slice(0, mark)
}

/** Whether two values have the same {@link canonicalText}, without making it. */
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
      first.every((entry: unknown, at) => isSameValue(entry, second[at], name))
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
 * The fields of a document by their paths: objects gone into, everything else as its {@link canonicalText}.
 */
export function flatten(document: JsonObject): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const name of Object.keys(document)) collect(document[name], name, pathBelow(null, name), fields)
  return fields
}

/** Adds the fields of a value that stands under this name and path. */
export function collect(value: unknown, name: string, path: string, fields: Map<string, string>): void {
  const members = membersOf(value)
  if (members === null) {
    fields.set(path, canonicalText(value, name))
    return
  }
  for (const member of Object.keys(members)) {
    collect(members[member], member, pathBelow(path, member), fields)
  }
}
