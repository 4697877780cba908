import {
  columnKindOf,
  ITEM_COLUMN_KEYS,
  ITEM_COLUMNS,
  type ColumnKind,
  type ItemColumnKey,
} from './columns.ts'
import { readRange, type FieldRange } from './search-ranges.ts'
import { messages } from './messages.ts'

/** A value of a term. Texts are compared folded, and match parts of a cell. */
export type FieldValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly value: boolean }
  | FieldRange
  | { readonly kind: 'empty' }

/** The condition of a term: a word or phrase anywhere in the row, or one of some values in a column. */
export type FieldMatch<Column = ItemColumnKey> =
  | { readonly kind: 'word' | 'phrase'; readonly text: string }
  | { readonly kind: 'column'; readonly column: Column; readonly values: readonly FieldValue[] }

export interface FieldTerm<Column = ItemColumnKey> {
  /** Range in the text; the end is exclusive. */
  readonly start: number
  readonly end: number
  readonly negated: boolean
  readonly match: FieldMatch<Column>
}

export type SearchSyntaxErrorCode = keyof typeof messages.reasons.searchSyntax

/** A syntax error with its range and reason, which follows a colon. */
export interface SearchSyntaxError {
  readonly start: number
  readonly end: number
  readonly code: SearchSyntaxErrorCode
  readonly reason: string
}

export interface ParsedFields<Column = ItemColumnKey> {
  /** All terms must match. */
  readonly terms: readonly FieldTerm<Column>[]
  /** The first syntax error, or null. */
  readonly problem: SearchSyntaxError | null
}

/** The columns of a search by fields. */
export interface SearchColumns<Column> {
  /** Returns the column with a name, or null. */
  readonly columnOf: (name: string) => Column | null
  readonly kindOf: (column: Column) => ColumnKind
}

/** Short names of columns. */
const SHORT_NAMES = ITEM_COLUMN_KEYS.flatMap((key) => {
  const { shortName } = ITEM_COLUMNS[key]
  return shortName === undefined ? [] : [[shortName, key] as const]
})

/** All names of columns, the short ones first. Case is ignored. */
export const FIELD_KEYS: readonly (readonly [key: string, column: ItemColumnKey])[] = [
  ...SHORT_NAMES,
  ...ITEM_COLUMN_KEYS.map((key) => [key, key] as const),
]

const COLUMN_OF = new Map(FIELD_KEYS.map(([key, column]) => [key.toLowerCase(), column]))

/** Returns the column with a name, or null. */
export function columnOfField(key: string): ItemColumnKey | null {
  return COLUMN_OF.get(key.toLowerCase()) ?? null
}

/** The columns of a search of items by fields. */
export const ITEM_SEARCH_COLUMNS: SearchColumns<ItemColumnKey> = {
  columnOf: columnOfField,
  kindOf: columnKindOf,
}

/** A name and a colon, but not an address or a time. */
const KEY = /[A-Za-z]+:(?!\/\/)/y
const WORD = /\S+/y
const VALUE = /[^\s,]+/y
const SPACE = /\s*/y

/**
 * Parses a search by fields: terms separated by white space. A term is a word, a `"phrase"`, or `key:value`
 * with several values separated by commas; a leading hyphen negates it. Never throws.
 */
export function parseFields(text: string): ParsedFields
export function parseFields<Column>(text: string, columns: SearchColumns<Column>): ParsedFields<Column>
export function parseFields(
  text: string,
  columns: SearchColumns<string> = ITEM_SEARCH_COLUMNS as SearchColumns<string>,
): ParsedFields<string> {
  const terms: FieldTerm<string>[] = []
  for (let offset = endOfMatch(SPACE, text, 0); offset < text.length;) {
    const negated = /^-\S/.test(text.slice(offset, offset + 2))
    const result = readMatch(text, negated ? offset + 1 : offset, columns)
    if ('reason' in result) return { terms, problem: result }
    terms.push({ start: offset, end: result.end, negated, match: result.match })
    offset = endOfMatch(SPACE, text, result.end)
  }
  return { terms, problem: null }
}

type ParseResult<Value> = (Value & { readonly end: number }) | SearchSyntaxError

function readMatch(
  text: string,
  start: number,
  columns: SearchColumns<string>,
): ParseResult<{ readonly match: FieldMatch<string> }> {
  if (text[start] === '"') {
    const quoted = readQuoted(text, start)
    return 'reason' in quoted ? quoted : { match: { kind: 'phrase', text: quoted.text }, end: quoted.end }
  }
  const keyEnd = endOfMatch(KEY, text, start)
  if (keyEnd > start) return readColumn(text, start, keyEnd, columns)
  const end = endOfMatch(WORD, text, start)
  return { match: { kind: 'word', text: text.slice(start, end) }, end }
}

function readColumn(
  text: string,
  start: number,
  keyEnd: number,
  columns: SearchColumns<string>,
): ParseResult<{ readonly match: FieldMatch<string> }> {
  const column = columns.columnOf(text.slice(start, keyEnd - 1))
  if (column === null) return syntaxError('key', start, keyEnd - 1)
  const values: FieldValue[] = []
  for (let offset = keyEnd; ;) {
    const result = readValue(text, offset, columns.kindOf(column))
    if ('reason' in result) return result
    values.push(result.value)
    if (text[result.end] !== ',') return { match: { kind: 'column', column, values }, end: result.end }
    offset = result.end + 1
  }
}

function readValue(
  text: string,
  start: number,
  kind: ColumnKind,
): ParseResult<{ readonly value: FieldValue }> {
  // Quotes distinguish texts in columns of other types.
  if (text[start] === '"') {
    const quoted = readQuoted(text, start)
    return 'reason' in quoted ? quoted : { value: { kind: 'text', text: quoted.text }, end: quoted.end }
  }
  const end = endOfMatch(VALUE, text, start)
  // Marks the colon, because nothing follows it.
  if (end === start) return syntaxError('value', Math.max(0, start - 1), start)
  const rawValue = text.slice(start, end)
  if (rawValue.toLowerCase() === 'empty') return { value: { kind: 'empty' }, end }
  if (kind === 'text') return { value: { kind: 'text', text: rawValue }, end }
  if (kind === 'boolean') {
    const value = flagOf(rawValue)
    return value === null ? syntaxError('yesNo', start, end) : { value: { kind: 'flag', value }, end }
  }
  const range = readRange(rawValue, kind)
  if (range !== null) return { value: range, end }
  return syntaxError(kind === 'number' ? 'number' : 'date', start, end)
}

function flagOf(rawValue: string): boolean | null {
  switch (rawValue.toLowerCase()) {
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

/** Parses a quoted text that starts at `start`. */
function readQuoted(text: string, start: number): ParseResult<{ readonly text: string }> {
  const closingQuote = text.indexOf('"', start + 1)
  if (closingQuote < 0) return syntaxError('quote', start, text.length)
  const content = text.slice(start + 1, closingQuote)
  if (content.trim() === '') return syntaxError('phrase', start, closingQuote + 1)
  return { text: content, end: closingQuote + 1 }
}

function endOfMatch(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start
  return expression.test(text) ? expression.lastIndex : start
}

function syntaxError(code: SearchSyntaxErrorCode, start: number, end: number): SearchSyntaxError {
  return { start, end, code, reason: messages.reasons.searchSyntax[code] }
}
