import type { FieldChange } from '../../contract/changes.ts'
import { asObject, type JsonObject } from '../decode-json.ts'
import {
  canonicalText,
  collectFields,
  flatten,
  isSameValue,
  membersOf,
  parseDocument,
  pathBelow,
} from './document.ts'

/**
 * Returns the fields in which two documents differ. Objects are compared by field, lists as a whole. The
 * order of names, white space and the query of a signed address are ignored.
 */
export function diffDocuments(old: JsonObject, current: JsonObject): readonly FieldChange[] {
  const changes: FieldChange[] = []
  compareMembers(old, current, null, changes)
  return changes
}

/**
 * Returns the fields in which two JSON texts differ. A text that is nested too deeply, or is no object,
 * counts as one field with an empty path.
 */
export function diffTexts(old: string, current: string): readonly FieldChange[] {
  if (old === current || withoutSignatures(old) === withoutSignatures(current)) return []
  return walkOrFallBack(
    () => {
      const first = asObject(parseDocument(old))
      const second = asObject(parseDocument(current))
      return first === null || second === null ? null : diffDocuments(first, second)
    },
    () => [{ path: '', old: onOneLine(old), new: onOneLine(current) }],
  )
}

/** Returns the fields of a JSON text by path. */
export function flattenText(text: string): ReadonlyMap<string, string> {
  return walkOrFallBack(
    () => {
      const document = asObject(parseDocument(text))
      return document === null ? null : flatten(document)
    },
    () => new Map([['', onOneLine(text)]]),
  )
}

/** A member with an address that has a query. An unescaped quote starts or ends a string. */
const SIGNED_ADDRESS = /(?<!\\)("(?:url|thumbnailUrl)"\s*:\s*"[^"?\\]*)\?[^"\\]*"/g

/** Removes most signatures, so that texts without other differences need not be parsed. */
function withoutSignatures(text: string): string {
  return text.includes('?') ? text.replaceAll(SIGNED_ADDRESS, '$1"') : text
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\n\r]+/g, ' ')
}

/** Returns the result of `walk`, or the fallback if it is null or overflows the stack. */
function walkOrFallBack<Result>(walk: () => Result | null, fallback: () => Result): Result {
  try {
    return walk() ?? fallback()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return fallback()
  }
}

function compareMembers(
  old: JsonObject,
  current: JsonObject,
  parent: string | null,
  changes: FieldChange[],
): void {
  for (const name of Object.keys(old)) {
    if (Object.hasOwn(current, name)) compareValues(old[name], current[name], name, parent, changes)
    else addRemovedFields(old[name], name, pathBelow(parent, name), changes)
  }
  for (const name of Object.keys(current)) {
    if (!Object.hasOwn(old, name)) addNewFields(current[name], name, pathBelow(parent, name), changes)
  }
}

function compareValues(
  old: unknown,
  current: unknown,
  name: string,
  parent: string | null,
  changes: FieldChange[],
): void {
  if (old === current) return
  const oldMembers = membersOf(old)
  const newMembers = membersOf(current)
  if (oldMembers !== null && newMembers !== null) {
    compareMembers(oldMembers, newMembers, pathBelow(parent, name), changes)
  } else if (oldMembers === null && newMembers === null) {
    if (isSameValue(old, current, name)) return
    const path = pathBelow(parent, name)
    changes.push({ path, old: canonicalText(old, name), new: canonicalText(current, name) })
  } else {
    const path = pathBelow(parent, name)
    addRemovedFields(old, name, path, changes)
    addNewFields(current, name, path, changes)
  }
}

function addRemovedFields(value: unknown, name: string, path: string, changes: FieldChange[]): void {
  for (const [field, text] of fieldsOf(value, name, path)) changes.push({ path: field, old: text, new: null })
}

function addNewFields(value: unknown, name: string, path: string, changes: FieldChange[]): void {
  for (const [field, text] of fieldsOf(value, name, path)) changes.push({ path: field, old: null, new: text })
}

function fieldsOf(value: unknown, name: string, path: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  collectFields(value, name, path, fields)
  return fields
}
