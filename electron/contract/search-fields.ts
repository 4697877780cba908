import { columnKindOf, ITEM_COLUMN_KEYS, ITEM_COLUMNS, type ItemColumnKey } from './columns.ts'
import { readRange, type FieldRange } from './search-ranges.ts'
import { FIELD_PROBLEMS } from './strings/search-fields.ts'

/**
 * One of the values that a term allows. Texts are to be compared folded, and only have to stand in the cell.
 */
export type FieldValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly value: boolean }
  | FieldRange
  | { readonly kind: 'empty' }

/** What a term asks for: a word or a phrase anywhere in the row, or one of some values in a column. */
export type FieldMatch =
  | { readonly kind: 'word' | 'phrase'; readonly text: string }
  | { readonly kind: 'column'; readonly column: ItemColumnKey; readonly values: readonly FieldValue[] }

export interface FieldTerm {
  /** Where it stands in the text; the end is not included. */
  readonly start: number
  readonly end: number
  readonly negated: boolean
  readonly match: FieldMatch
}

/** What of a text cannot be read: where, and why in words that stand after a colon. */
export interface FieldProblem {
  readonly start: number
  readonly end: number
  readonly reason: string
}

export interface ParsedFields {
  /** All of them have to hold. */
  readonly terms: readonly FieldTerm[]
  /** The first one; null when all could be read. */
  readonly problem: FieldProblem | null
}

/** Names that are shorter to type than the keys of columns. */
const SHORT_NAMES = ITEM_COLUMN_KEYS.flatMap((key) => {
  const { shortName } = ITEM_COLUMNS[key]
  return shortName === undefined ? [] : [[shortName, key] as const]
})

/** Every name of a field, the short ones first. Case does not matter. */
export const FIELD_KEYS: readonly (readonly [key: string, column: ItemColumnKey])[] = [
  ...SHORT_NAMES,
  ...ITEM_COLUMN_KEYS.map((key) => [key, key] as const),
]

const COLUMN_OF = new Map(FIELD_KEYS.map(([key, column]) => [key.toLowerCase(), column]))

/** The column that a name of a field stands for; null for one that is none. */
export function columnOfField(key: string): ItemColumnKey | null {
  return COLUMN_OF.get(key.toLowerCase()) ?? null
}

/** The name of a field, a colon, and neither the slashes of an address nor the end of a time of day. */
const KEY = /[A-Za-z]+:(?!\/\/)/y
const WORD = /\S+/y
const VALUE = /[^\s,]+/y
const SPACE = /\s*/y

/**
 * Reads a search by fields: terms with white space between them, of which all must hold. A term is a word, a
 * `"phrase"`, or `key:value` with several values after commas; a hyphen before it says that it must not hold.
 * Never throws.
 */
export function parseFields(text: string): ParsedFields {
  const terms: FieldTerm[] = []
  for (let at = endOf(SPACE, text, 0); at < text.length;) {
    const negated = /^-\S/.test(text.slice(at, at + 2))
    const read = readMatch(text, negated ? at + 1 : at)
    if ('reason' in read) return { terms, problem: read }
    terms.push({ start: at, end: read.end, negated, match: read.match })
    at = endOf(SPACE, text, read.end)
  }
  return { terms, problem: null }
}

type Read<Value> = (Value & { readonly end: number }) | FieldProblem

function readMatch(text: string, start: number): Read<{ readonly match: FieldMatch }> {
  if (text[start] === '"') {
    const quoted = readQuoted(text, start)
    return 'reason' in quoted ? quoted : { match: { kind: 'phrase', text: quoted.text }, end: quoted.end }
  }
  const keyEnd = endOf(KEY, text, start)
  if (keyEnd > start) return readColumn(text, start, keyEnd)
  const end = endOf(WORD, text, start)
  return { match: { kind: 'word', text: text.slice(start, end) }, end }
}

function readColumn(text: string, start: number, keyEnd: number): Read<{ readonly match: FieldMatch }> {
  const column = columnOfField(text.slice(start, keyEnd - 1))
  if (column === null) return { start, end: keyEnd - 1, reason: FIELD_PROBLEMS.key }
  const values: FieldValue[] = []
  for (let at = keyEnd; ;) {
    const read = readValue(text, at, column)
    if ('reason' in read) return read
    values.push(read.value)
    if (text[read.end] !== ',') return { match: { kind: 'column', column, values }, end: read.end }
    at = read.end + 1
  }
}

function readValue(text: string, start: number, column: ItemColumnKey): Read<{ readonly value: FieldValue }> {
  const kind = columnKindOf(column)
  // A column of numbers, flags or dates may have texts too, which are told from what is meant for its type by
  // their quotes.
  if (text[start] === '"') {
    const quoted = readQuoted(text, start)
    return 'reason' in quoted ? quoted : { value: { kind: 'text', text: quoted.text }, end: quoted.end }
  }
  const end = endOf(VALUE, text, start)
  // The name and the colon are what is marked: after them there is nothing.
  if (end === start) return { start: Math.max(0, start - 1), end: start, reason: FIELD_PROBLEMS.value }
  const written = text.slice(start, end)
  if (written.toLowerCase() === 'empty') return { value: { kind: 'empty' }, end }
  if (kind === 'text') return { value: { kind: 'text', text: written }, end }
  if (kind === 'boolean') {
    const value = flagOf(written)
    return value === null
      ? { start, end, reason: FIELD_PROBLEMS.yesNo }
      : { value: { kind: 'flag', value }, end }
  }
  const range = readRange(written, kind)
  const reason = kind === 'number' ? FIELD_PROBLEMS.number : FIELD_PROBLEMS.date
  return range === null ? { start, end, reason } : { value: range, end }
}

function flagOf(written: string): boolean | null {
  switch (written.toLowerCase()) {
    case 'yes':
    case 'true':
      return true
    case 'no':
    case 'false':
      return false
    default:
      return null
  }
}

/** What stands between quotation marks, of which the first is at `start`. */
function readQuoted(text: string, start: number): Read<{ readonly text: string }> {
  const close = text.indexOf('"', start + 1)
  if (close < 0) return { start, end: text.length, reason: FIELD_PROBLEMS.quote }
  const inside = text.slice(start + 1, close)
  if (inside.trim() === '') return { start, end: close + 1, reason: FIELD_PROBLEMS.phrase }
  return { text: inside, end: close + 1 }
}

function endOf(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start
  return expression.test(text) ? expression.lastIndex : start
}
