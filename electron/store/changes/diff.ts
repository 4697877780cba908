import type { FieldChange } from '../../contract/changes.ts'
import { asObject, type JsonObject } from '../decode-json.ts'
import {
  canonicalText,
  collect,
  flatten,
  isSameValue,
  membersOf,
  parseDocument,
  pathBelow,
} from './document.ts'

/**
 * The fields in which two documents differ: objects are gone into, lists are compared as a whole. The order
 * of names, white space, and what stands behind the `?` of a signed address make no difference.
 */
export function diffDocuments(old: JsonObject, now: JsonObject): readonly FieldChange[] {
  const changes: FieldChange[] = []
  compareMembers(old, now, null, changes)
  return changes
}

/**
 * The same for documents as JSON text. One that is nested too deeply to be gone into, or is no object, counts
 * as a single field with an empty path.
 */
export function diffTexts(old: string, now: string): readonly FieldChange[] {
  if (old === now || withoutSignatures(old) === withoutSignatures(now)) return []
  return goneInto(
    () => {
      const first = asObject(parseDocument(old))
      const second = asObject(parseDocument(now))
      return first === null || second === null ? null : diffDocuments(first, second)
    },
    () => [{ path: '', old: onOneLine(old), new: onOneLine(now) }],
  )
}

/** The fields of a document as JSON text, by their paths. */
export function flattenText(text: string): ReadonlyMap<string, string> {
  return goneInto(
    () => {
      const document = asObject(parseDocument(text))
      return document === null ? null : flatten(document)
    },
    () => new Map([['', onOneLine(text)]]),
  )
}

/**
 * A member that holds an address with something behind a `?`. A quote that is not escaped opens or ends a
 * text.
 */
const SIGNED_ADDRESS = /(?<!\\)("(?:url|thumbnailUrl)"\s*:\s*"[^"?\\]*)\?[^"\\]*"/g

/**
 * Most addresses without signatures: where nothing else differs, that is seen without parsing.
 */
function withoutSignatures(text: string): string {
  return text.includes('?') ? text.replaceAll(SIGNED_ADDRESS, '$1"') : text
}

/** JSON text has line breaks only between its parts. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\n\r]+/g, ' ')
}

/** What a walk through a document gives; something else for one that is no object or overflows the stack. */
function goneInto<Result>(walk: () => Result | null, otherwise: () => Result): Result {
  try {
    return walk() ?? otherwise()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return otherwise()
  }
}

function compareMembers(
  old: JsonObject,
  now: JsonObject,
  parent: string | null,
  changes: FieldChange[],
): void {
  for (const name of Object.keys(old)) {
    if (Object.hasOwn(now, name)) compareValues(old[name], now[name], name, parent, changes)
    else leave(old[name], name, pathBelow(parent, name), changes)
  }
  for (const name of Object.keys(now)) {
    if (!Object.hasOwn(old, name)) enter(now[name], name, pathBelow(parent, name), changes)
  }
}

function compareValues(
  old: unknown,
  now: unknown,
  name: string,
  parent: string | null,
  changes: FieldChange[],
): void {
  if (old === now) return
  const members = membersOf(old)
  const newMembers = membersOf(now)
  if (members !== null && newMembers !== null) {
    compareMembers(members, newMembers, pathBelow(parent, name), changes)
  } else if (members === null && newMembers === null) {
    if (isSameValue(old, now, name)) return
    const path = pathBelow(parent, name)
    changes.push({ path, old: canonicalText(old, name), new: canonicalText(now, name) })
  } else {
    const path = pathBelow(parent, name)
    leave(old, name, path, changes)
    enter(now, name, path, changes)
  }
}

function leave(value: unknown, name: string, path: string, changes: FieldChange[]): void {
  for (const [field, text] of fieldsOf(value, name, path)) changes.push({ path: field, old: text, new: null })
}

function enter(value: unknown, name: string, path: string, changes: FieldChange[]): void {
  for (const [field, text] of fieldsOf(value, name, path)) changes.push({ path: field, old: null, new: text })
}

function fieldsOf(value: unknown, name: string, path: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  collect(value, name, path, fields)
  return fields
}
