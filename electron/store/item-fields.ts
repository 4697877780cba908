import { fieldKeyOf, namesOf, type FieldKey, type FieldValue } from '../contract/fields.ts'
import { endOfString } from '../contract/json-string.ts'
import { endOfValue, isSpace, nameOf, skipSpace } from './json-slices.ts'

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const COMMA = 0x2c

/** Names on the way to the wanted fields. */
interface Step {
  /** Place of the field that ends here among those that are wanted; -1: none does. */
  at: number
  readonly inner: Map<string, Step>
}

/**
 * Reads fields out of the bodies of items. The text is gone through as it stands and not parsed: a number
 * keeps all its digits. Where a name comes twice the last one counts, as it does for `JSON.parse`. A body
 * must be a text that was parsed before, because it is not checked here.
 */
export class FieldReader {
  readonly #root: Step = { at: -1, inner: new Map() }
  readonly #count: number

  constructor(keys: readonly FieldKey[]) {
    this.#count = keys.length
    for (const [at, key] of keys.entries()) {
      let step = this.#root
      for (const name of namesOf(key)) {
        const next = step.inner.get(name) ?? { at: -1, inner: new Map<string, Step>() }
        step.inner.set(name, next)
        step = next
      }
      step.at = at
    }
  }

  /** The values of the wanted fields in their order; null for one that is absent or null. */
  read(body: string): readonly (FieldValue | null)[] {
    const values = Array<FieldValue | null>(this.#count).fill(null)
    const start = skipSpace(body, 0)
    if (body.charCodeAt(start) === OPEN_BRACE) readObject(body, start, this.#root, values)
    return values
  }
}

/** Gives the place after the object. */
function readObject(body: string, open: number, step: Step, values: (FieldValue | null)[]): number {
  let at = skipSpace(body, open + 1)
  while (body.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(body, at)
    const next = step.inner.get(nameOf(body.slice(at, nameEnd)))
    const start = skipSpace(body, skipSpace(body, nameEnd) + 1)
    at = skipSpace(body, next === undefined ? endOfValue(body, start) : readValue(body, start, next, values))
    if (body.charCodeAt(at) === COMMA) at = skipSpace(body, at + 1)
  }
  return at + 1
}

/** Gives the place after the value. */
function readValue(body: string, start: number, step: Step, values: (FieldValue | null)[]): number {
  forget(step, values)
  const end =
    step.inner.size > 0 && body.charCodeAt(start) === OPEN_BRACE
      ? readObject(body, start, step, values)
      : endOfValue(body, start)
  if (step.at >= 0) values[step.at] = fieldValue(body.slice(start, end))
  return end
}

/** What an earlier member of the same name held counts no more. */
function forget(step: Step, values: (FieldValue | null)[]): void {
  if (step.at >= 0) values[step.at] = null
  for (const inner of step.inner.values()) forget(inner, values)
}

/**
 * Calls back with every field of a body that has a key, those within objects after the object, and with its
 * value. A name that comes twice is told twice.
 */
export function eachField(body: string, visit: (key: FieldKey, value: FieldValue | null) => void): void {
  const start = skipSpace(body, 0)
  if (body.charCodeAt(start) === OPEN_BRACE) eachMember(body, start, [], visit)
}

function eachMember(
  body: string,
  open: number,
  path: readonly string[],
  visit: (key: FieldKey, value: FieldValue | null) => void,
): void {
  let at = skipSpace(body, open + 1)
  while (body.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(body, at)
    const names = [...path, nameOf(body.slice(at, nameEnd))]
    const start = skipSpace(body, skipSpace(body, nameEnd) + 1)
    const end = endOfValue(body, start)
    visit(fieldKeyOf(names), fieldValue(body.slice(start, end)))
    if (body.charCodeAt(start) === OPEN_BRACE) eachMember(body, start, names, visit)
    at = skipSpace(body, end)
    if (body.charCodeAt(at) === COMMA) at = skipSpace(body, at + 1)
  }
}

/**
 * The one spelling of a value: of a text the usual escapes, of an object or a list no white space in between.
 */
function fieldValue(json: string): FieldValue | null {
  if (json === 'null') return null
  const first = json.charCodeAt(0)
  if (first === QUOTE) return usualText(json)
  return first === OPEN_BRACE || json.startsWith('[') ? compactJson(json) : json
}

function usualText(quoted: string): string {
  return quoted.includes('\\') ? JSON.stringify(nameOf(quoted)) : quoted
}

/** A text that was parsed before, without white space between its parts and with the usual escapes. */
export function compactJson(json: string): string {
  if (!/[\s\\]/u.test(json)) return json
  let text = ''
  for (let at = 0; at < json.length;) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(json, at)
      text += usualText(json.slice(at, end))
      at = end
    } else {
      if (!isSpace(code)) text += json.charAt(at)
      at += 1
    }
  }
  return text
}
