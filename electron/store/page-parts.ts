import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { asObject, type JsonObject } from './decode-json.ts'
import { endOfValue } from './json-slices.ts'

/** A page taken apart: what stands around its entities, and each entity with the bytes that it came in. */
export interface PageParts<Value> {
  readonly envelope: JsonObject
  readonly values: ReadonlyMap<string, Value>
  /** Parts of the bytes given, not copies. */
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
/** Looking for an id that is not there goes through the whole rest of the page. */
const MISSING_FORGIVEN = 8
/** What a name in JSON cannot hold without an escape. */
// eslint-disable-next-line no-control-regex -- control characters are just what it is about
const NOT_PLAIN = /["\\\0-\x1f]/
/** Stands in the envelope where the entities were. No service can know it. */
const PLACEHOLDER = randomUUID()

/**
 * Takes a page apart without going through it sign by sign: where an entity ends is guessed from the id that
 * the page lists next, and then proven by parsing the pieces. Pieces that are JSON each, and leave JSON when
 * they are taken out, can be put together in one way only, so what is given here is what `JSON.parse` of the
 * whole would say.
 *
 * Of each entity only what `read` makes of it is kept: a page of whole ones would be moved about in memory.
 *
 * Null where the guess fails, as it does for a page whose entities stand in another order than its ids, or
 * that is not in form at all: such a page is read the long way.
 */
export function splitPage<Value>(
  bytes: Uint8Array,
  read: (entity: unknown, text: () => string) => Value,
): PageParts<Value> | null {
  if (!isUtf8(bytes)) return null
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = page.indexOf(ENTITIES, 0, 'latin1')
  const start = name < 0 ? -1 : afterColon(page, name + ENTITIES.length)
  if (start < 0 || page[start] !== OPEN_BRACE) return null
  const values = new Map<string, Value>()
  const bodies = new Map<string, Uint8Array>()
  try {
    const end = readMembers(page, skipSpace(page, start + 1), listedIds(page), (id, from, to) => {
      const text = page.toString('utf8', from, to)
      values.set(
        id,
        read(JSON.parse(text), () => text),
      )
      bodies.set(id, bytes.subarray(from, to))
    })
    if (end === null) return null
    const envelope = asObject(
      JSON.parse(`${page.toString('utf8', 0, start)}{"${PLACEHOLDER}":0}${page.toString('utf8', end)}`),
    )
    const place = asObject(envelope?.['campaignItemEntities'])
    // Elsewhere in the page there may be members of the same name.
    if (envelope === null || place === null || !Object.hasOwn(place, PLACEHOLDER)) return null
    return { envelope, values, bodies }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Visits the members of the entities from the first one at `at` on. Gives the place after them; null: guessed
 * wrong.
 */
function readMembers(
  page: Buffer,
  at: number,
  ids: readonly string[],
  visit: (id: string, from: number, to: number) => void,
): number | null {
  if (page[at] === CLOSE_BRACE) return at + 1
  let current = nameAt(page, at)
  if (current === null) return null
  let missing = 0
  for (const id of ids) {
    if (id === current.name) continue
    if (!isPlain(id)) return null
    const next = findMember(page, id, current.value)
    if (next === null) {
      missing += 1
      if (missing > MISSING_FORGIVEN) return null
      continue
    }
    visit(current.name, current.value, trimmed(page, next.comma))
    current = { name: id, value: next.value }
  }
  // What comes last has no id after it.
  const rest = page.toString('utf8', current.value)
  const to = current.value + Buffer.byteLength(rest.slice(0, endOfValue(rest, 0)))
  visit(current.name, current.value, to)
  const close = skipSpace(page, to)
  return page[close] === CLOSE_BRACE ? close + 1 : null
}

/** The ids that the page lists, as far as they can be guessed; each once. */
function listedIds(page: Buffer): readonly string[] {
  const name = page.indexOf(IDS, 0, 'latin1')
  const start = name < 0 ? -1 : afterColon(page, name + IDS.length)
  if (start < 0 || page[start] !== OPEN_BRACKET) return []
  const ids = JSON.parse(
    page.toString('utf8', start, page.indexOf(']', start, 'latin1') + 1),
  ) as readonly unknown[]
  return [...new Set(ids.map(String))]
}

/** The member of that name in the form in which it is usually written, from `at` on. */
function findMember(
  page: Buffer,
  id: string,
  at: number,
): { readonly comma: number; readonly value: number } | null {
  const name = `"${id}"`
  const length = Buffer.byteLength(name)
  for (let place = page.indexOf(name, at); place >= 0; place = page.indexOf(name, place + length)) {
    const comma = trimmed(page, place) - 1
    const value = afterColon(page, place + length)
    if (page[comma] === COMMA && value >= 0) return { comma, value }
  }
  return null
}

/** The member whose name stands at a place; null when it is not written plainly. */
function nameAt(page: Buffer, at: number): { readonly name: string; readonly value: number } | null {
  if (page[at] !== QUOTE) return null
  const end = page.indexOf(QUOTE, at + 1)
  const value = afterColon(page, end + 1)
  const name = page.toString('utf8', at + 1, end)
  return value < 0 || !isPlain(name) ? null : { name, value }
}

/** Whether a name is written as it is, without an escape. */
function isPlain(name: string): boolean {
  return name.isWellFormed() && !NOT_PLAIN.test(name)
}

/** The place of the value after a name that ends before `at`; -1 when there is none. */
function afterColon(page: Buffer, at: number): number {
  const colon = skipSpace(page, at)
  return page[colon] === COLON ? skipSpace(page, colon + 1) : -1
}

function skipSpace(page: Buffer, at: number): number {
  let place = at
  while (isSpace(page[place])) place += 1
  return place
}

/** The place after the last sign before `at` that is no space. */
function trimmed(page: Buffer, at: number): number {
  let place = at
  while (isSpace(page[place - 1])) place -= 1
  return place
}

/** The four characters that JSON takes for space. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
