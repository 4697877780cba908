import { isUtf8 } from 'node:buffer'
import { asObject, hasTooManyParts, isTooLarge, type JsonObject } from './decode-json.ts'
import { endOfValue } from './json-slices.ts'

/** A page split into its envelope and its entities. */
export interface PageParts<Value> {
  readonly envelope: JsonObject
  readonly values: ReadonlyMap<string, Value>
  /** Views of the page's bytes. */
  readonly bodies: ReadonlyMap<string, Uint8Array>
}

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const COMMA = 0x2c
const COLON = 0x3a
const ENTITIES = '"campaignItemEntities"'
const IDS = '"campaignItemIds"'
/** Each search for a missing id scans the rest of the page. */
const MAX_MISSING_IDS = 8
/** Characters that JSON escapes in names. */
// oxlint-disable-next-line no-control-regex -- JSON escapes control characters
const ESCAPED_CHARACTERS = /["\\\0-\x1f]/
/** Replaces the entities in the envelope. A service cannot guess it. */
const PLACEHOLDER = crypto.randomUUID()

/**
 * Splits a page without scanning every character: the end of an entity is guessed from the next listed id,
 * and proven by parsing the parts. If each part is JSON, and the rest is JSON without them, the result equals
 * that of `JSON.parse`. Only what `read` returns for an entity stays in memory; it gets null for an
 * entity that is too large.
 *
 * Returns null if the guess fails, because the entities are in another order than the ids or the page is
 * invalid.
 */
export function splitPage<Value>(
  bytes: Uint8Array,
  read: (entity: unknown, text: () => string) => Value,
): PageParts<Value> | null {
  if (!isUtf8(bytes)) return null
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = page.indexOf(ENTITIES, 0, 'latin1')
  const entitiesStart = name < 0 ? -1 : afterColon(page, name + ENTITIES.length)
  if (entitiesStart < 0 || page[entitiesStart] !== OPEN_BRACE) return null
  const values = new Map<string, Value>()
  const bodies = new Map<string, Uint8Array>()
  try {
    const end = readMembers(page, skipSpace(page, entitiesStart + 1), listedIds(page), (id, from, to) => {
      const text = page.toString('utf8', from, to)
      const body = bytes.subarray(from, to)
      values.set(
        id,
        read(parseEntity(text, body), () => text),
      )
      bodies.set(id, body)
    })
    if (end === null) return null
    // Entities are parsed one by one, the rest together.
    if (hasTooManyParts(page.subarray(0, entitiesStart)) || hasTooManyParts(page.subarray(end))) return null
    const envelope = asObject(
      JSON.parse(
        `${page.toString('utf8', 0, entitiesStart)}{"${PLACEHOLDER}":0}${page.toString('utf8', end)}`,
      ),
    )
    const entities = asObject(envelope?.['campaignItemEntities'])
    // Other objects in the page may have a member of the same name.
    if (envelope === null || entities === null || !Object.hasOwn(entities, PLACEHOLDER)) return null
    return { envelope, values, bodies }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Parses an entity; null if it is too large. Throws `SyntaxError`. */
function parseEntity(text: string, body: Uint8Array): unknown {
  if (!isTooLarge(body)) return JSON.parse(text)
  if (endOfValue(text, 0) < text.length) throw new SyntaxError('The entity ends earlier')
  return null
}

/**
 * Visits the members of the entities from `start`. Returns the offset after them, or null if the guess
 * failed.
 */
function readMembers(
  page: Buffer,
  start: number,
  ids: readonly string[],
  visit: (id: string, from: number, to: number) => void,
): number | null {
  if (page[start] === CLOSE_BRACE) return start + 1
  let current = memberAt(page, start)
  if (current === null) return null
  let missing = 0
  for (const id of ids) {
    if (id === current.name) continue
    if (!isUnescaped(id)) return null
    const next = findMember(page, id, current.value)
    if (next === null) {
      missing += 1
      if (missing > MAX_MISSING_IDS) return null
      continue
    }
    visit(current.name, current.value, trimmedEnd(page, next.comma))
    current = { name: id, value: next.value }
  }
  // No id follows the last entity.
  const rest = page.toString('utf8', current.value)
  const to = current.value + Buffer.byteLength(rest.slice(0, endOfValue(rest, 0)))
  visit(current.name, current.value, to)
  const close = skipSpace(page, to)
  return page[close] === CLOSE_BRACE ? close + 1 : null
}

/** Guesses the ids that the page lists, each once. */
function listedIds(page: Buffer): readonly string[] {
  const name = page.indexOf(IDS, 0, 'latin1')
  const start = name < 0 ? -1 : afterColon(page, name + IDS.length)
  if (start < 0 || page[start] !== OPEN_BRACKET) return []
  const list = page.subarray(start, page.indexOf(']', start, 'latin1') + 1)
  if (hasTooManyParts(list)) return []
  const ids = JSON.parse(list.toString()) as readonly unknown[]
  return [...new Set(ids.map(String))]
}

/** Finds a member whose name is not escaped. */
function findMember(
  page: Buffer,
  id: string,
  start: number,
): { readonly comma: number; readonly value: number } | null {
  const name = `"${id}"`
  const length = Buffer.byteLength(name)
  for (let offset = page.indexOf(name, start); offset >= 0; offset = page.indexOf(name, offset + length)) {
    const comma = trimmedEnd(page, offset) - 1
    const value = afterColon(page, offset + length)
    if (page[comma] === COMMA && value >= 0) return { comma, value }
  }
  return null
}

/** Returns the member at an offset, or null if its name is escaped. */
function memberAt(page: Buffer, start: number): { readonly name: string; readonly value: number } | null {
  if (page[start] !== QUOTE) return null
  const end = page.indexOf(QUOTE, start + 1)
  const value = afterColon(page, end + 1)
  const name = page.toString('utf8', start + 1, end)
  return value < 0 || !isUnescaped(name) ? null : { name, value }
}

function isUnescaped(name: string): boolean {
  return name.isWellFormed() && !ESCAPED_CHARACTERS.test(name)
}

/** Returns the offset of the value after a name, or -1. */
function afterColon(page: Buffer, nameEnd: number): number {
  const colon = skipSpace(page, nameEnd)
  return page[colon] === COLON ? skipSpace(page, colon + 1) : -1
}

function skipSpace(page: Buffer, start: number): number {
  let offset = start
  while (isSpace(page[offset])) offset += 1
  return offset
}

/** Returns the offset after the last character before `end` that is not white space. */
function trimmedEnd(page: Buffer, end: number): number {
  let offset = end
  while (isSpace(page[offset - 1])) offset -= 1
  return offset
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
