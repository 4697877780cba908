import {
  fieldKeyOf,
  MAX_FIELD_KEY_LENGTH,
  namesOf,
  type FieldKey,
  type FieldValue,
} from '../contract/fields.ts'
import { decodeString, endOfString } from '../contract/json-text.ts'
import { eachMember, endOfValue, isSpace, skipSpace } from './json-slices.ts'

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const COMMA = 0x2c

/** A node in the tree of requested field names. */
interface FieldNode {
  /** Index of the requested field that ends here, or -1. */
  fieldIndex: number
  readonly children: Map<string, FieldNode>
}

/**
 * Reads fields from the bodies of items. The text is scanned and not parsed, so that numbers keep all digits.
 * Of duplicate names the last one counts, as for `JSON.parse`. A body must be valid JSON.
 */
export class FieldReader {
  readonly #root: FieldNode = { fieldIndex: -1, children: new Map() }
  readonly #count: number

  constructor(keys: readonly FieldKey[]) {
    this.#count = keys.length
    for (const [index, key] of keys.entries()) {
      let node = this.#root
      for (const name of namesOf(key)) {
        const next = node.children.get(name) ?? { fieldIndex: -1, children: new Map<string, FieldNode>() }
        node.children.set(name, next)
        node = next
      }
      node.fieldIndex = index
    }
  }

  /** Returns the values of the requested fields in order; null if one is absent or null. */
  read(body: string): readonly (FieldValue | null)[] {
    const values = Array<FieldValue | null>(this.#count).fill(null)
    const start = skipSpace(body, 0)
    if (body.charCodeAt(start) === OPEN_BRACE) readObject(body, start, this.#root, values)
    return values
  }
}

/** Returns the offset after the object. */
function readObject(body: string, open: number, node: FieldNode, values: (FieldValue | null)[]): number {
  let offset = skipSpace(body, open + 1)
  while (body.charCodeAt(offset) === QUOTE) {
    const nameEnd = endOfString(body, offset)
    const next = node.children.get(decodeString(body.slice(offset, nameEnd)))
    const start = skipSpace(body, skipSpace(body, nameEnd) + 1)
    offset = skipSpace(
      body,
      next === undefined ? endOfValue(body, start) : readValue(body, start, next, values),
    )
    if (body.charCodeAt(offset) === COMMA) offset = skipSpace(body, offset + 1)
  }
  return offset + 1
}

/** Returns the offset after the value. */
function readValue(body: string, start: number, node: FieldNode, values: (FieldValue | null)[]): number {
  clearValues(node, values)
  const end =
    node.children.size > 0 && body.charCodeAt(start) === OPEN_BRACE
      ? readObject(body, start, node, values)
      : endOfValue(body, start)
  if (node.fieldIndex >= 0) values[node.fieldIndex] = fieldValue(body.slice(start, end))
  return end
}

/** A later member of the same name replaces the values of an earlier one. */
function clearValues(node: FieldNode, values: (FieldValue | null)[]): void {
  if (node.fieldIndex >= 0) values[node.fieldIndex] = null
  for (const child of node.children.values()) clearValues(child, values)
}

/**
 * Visits every field of a body, nested fields after their object, but none in an object whose key is longer
 * than `MAX_FIELD_KEY_LENGTH`. Duplicate names are visited twice.
 */
export function eachField(body: string, visit: (key: FieldKey, value: FieldValue | null) => void): void {
  const start = skipSpace(body, 0)
  if (body.charCodeAt(start) === OPEN_BRACE) eachFieldIn(body, start, [], visit)
}

function eachFieldIn(
  body: string,
  object: number,
  path: readonly string[],
  visit: (key: FieldKey, value: FieldValue | null) => void,
): void {
  eachMember(body, object, (name, start, end) => {
    const names = [...path, name]
    const key = fieldKeyOf(names)
    visit(key, fieldValue(body.slice(start, end)))
    if (body.charCodeAt(start) === OPEN_BRACE && key.length <= MAX_FIELD_KEY_LENGTH)
      eachFieldIn(body, start, names, visit)
  })
}

/** Normalizes a value: standard escapes, no white space between the parts of objects and lists. */
function fieldValue(json: string): FieldValue | null {
  if (json === 'null') return null
  const first = json.charCodeAt(0)
  if (first === QUOTE) return normalizedText(json)
  return first === OPEN_BRACE || json.startsWith('[') ? compactJson(json) : json
}

function normalizedText(quoted: string): string {
  return quoted.includes('\\') ? JSON.stringify(decodeString(quoted)) : quoted
}

/** Removes white space from valid JSON text and normalizes its escapes. */
export function compactJson(json: string): string {
  if (!/[\s\\]/u.test(json)) return json
  let text = ''
  for (let offset = 0; offset < json.length;) {
    const code = json.charCodeAt(offset)
    if (code === QUOTE) {
      const end = endOfString(json, offset)
      text += normalizedText(json.slice(offset, end))
      offset = end
    } else {
      if (!isSpace(code)) text += json.charAt(offset)
      offset += 1
    }
  }
  return text
}
