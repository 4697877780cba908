import { columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import { fold } from '../../electron/contract/fold.ts'
import type { FacetCount } from '../../electron/contract/query.ts'

/** The part of a search by fields at the caret, up to the caret. */
export interface SearchTerm {
  /** The column whose value is typed; null: a key or a single word. */
  readonly column: ItemColumnKey | null
  /** Range of the part in the text, which a suggestion replaces. */
  readonly start: number
  readonly end: number
  /** Its text before the caret, without quotes. */
  readonly typed: string
}

/** A suggested replacement for the typed part. */
export interface Suggestion {
  /** The inserted text; a key includes its colon. */
  readonly text: string
  /** A note in a lighter color: the column of a key, or the number of items with a value. */
  readonly note: string
}

/** Maximum number of suggestions; more letters narrow them down. */
export const MAX_SUGGESTIONS = 8

/**
 * Returns the part at the caret; null where there are no suggestions: in a phrase, and after an unknown key.
 * @param columnOf returns the column of a key
 */
export function termAt(
  text: string,
  caret: number,
  columnOf: (key: string) => ItemColumnKey | null,
): SearchTerm | null {
  let start = 0
  let key: string | null = null
  let quoted = false
  for (let offset = 0; offset < caret; offset += 1) {
    const character = text.charAt(offset)
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (/\s/u.test(character)) {
      start = offset + 1
      key = null
    } else if (character === ':' && key === null) {
      key = text.slice(start, offset)
      start = offset + 1
    } else if (
      (character === ',' && key !== null) ||
      (character === '-' && offset === start && key === null)
    ) {
      start = offset + 1
    }
  }
  const typedTerm = text.slice(start, caret)
  if (key === null && typedTerm.startsWith('"')) return null
  const column = key === null ? null : columnOf(key)
  if (key !== null && column === null) return null
  return { column, start, end: endOfTerm(text, caret, quoted), typed: typedTerm.replaceAll('"', '') }
}

function endOfTerm(text: string, from: number, within: boolean): number {
  let quoted = within
  let offset = from
  for (; offset < text.length; offset += 1) {
    const character = text.charAt(offset)
    if (character === '"') quoted = !quoted
    else if (!quoted && /[\s,:]/u.test(character)) break
  }
  // The colon belongs to its key.
  return text.charAt(offset) === ':' && !quoted ? offset + 1 : offset
}

/** Returns keys that begin with the typed text, or whose column name contains it. */
export function keySuggestions(
  typed: string,
  keys: readonly (readonly [key: string, column: ItemColumnKey])[],
  labels: Readonly<Record<ItemColumnKey, string>>,
): readonly Suggestion[] {
  const folded = fold(typed)
  const keyMatches = keys.filter(([key]) => fold(key).startsWith(folded))
  const columnMatches = keys.filter(
    ([key, column]) => !fold(key).startsWith(folded) && fold(labels[column]).includes(folded),
  )
  return [...keyMatches, ...(folded === '' ? [] : columnMatches)]
    .slice(0, MAX_SUGGESTIONS)
    .map(([key, column]) => ({ text: `${key}:`, note: labels[column] }))
}

/** Returns the index after or before another one, cyclically, with -1 for the field itself. */
export function cycleIndex(index: number, by: 1 | -1, count: number): number {
  return ((index + 1 + by + count + 1) % (count + 1)) - 1
}

/** Words for values that are not texts. */
export interface SuggestionLabels {
  readonly yes: string
  readonly no: string
  readonly empty: string
}

/**
 * Returns suggestions for values of a column: its values, and the words for all columns of its kind. None if
 * the typed text is complete.
 * @param noteOf returns the note of a value
 */
export function valueSuggestions(
  term: { readonly column: ItemColumnKey; readonly typed: string },
  values: readonly FacetCount[],
  labels: SuggestionLabels,
  noteOf: (value: FacetCount) => string,
): readonly Suggestion[] {
  const kind = columnKindOf(term.column)
  const folded = fold(term.typed)
  const matching =
    kind === 'boolean'
      ? [labels.yes, labels.no].map((text) => ({ text, note: '' }))
      : kind === 'dateTime'
        ? []
        : values.flatMap((entry) =>
            entry.value === null || entry.value === ''
              ? []
              : [{ text: quoteIfNeeded(entry.value), note: noteOf(entry) }],
          )
  const texts = new Set<string>()
  const suggestions = [...matching, { text: labels.empty, note: '' }].filter(({ text, note }) => {
    // Several values with quotes may have the same text.
    if (texts.has(text)) return false
    texts.add(text)
    return fold(text).includes(folded) || fold(note).includes(folded)
  })
  return suggestions.some(({ text }) => fold(text.replaceAll('"', '')) === folded)
    ? []
    : suggestions.slice(0, MAX_SUGGESTIONS)
}

/**
 * Returns a value in the notation of a search: in quotes if it would be parsed differently otherwise. For a
 * value with quotes, its longest part without them, which also finds it.
 */
export function quoteIfNeeded(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  if (value.includes('"')) return quoteIfNeeded(longestPart(value.split('"')))
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(value) && !value.includes('..')
  return isPlain && value.toLowerCase() !== 'empty' ? value : `"${value}"`
}

function longestPart(parts: readonly string[]): string {
  return parts.reduce((best, part) => (part.trim().length > best.length ? part.trim() : best), '')
}

/** Returns text and caret after accepting a suggestion. A value is followed by a space. */
export function applySuggestion(
  text: string,
  term: SearchTerm,
  suggestion: Suggestion,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(term.end)
  const end = term.column === null || /^[\s,]/u.test(after) ? '' : ' '
  const before = text.slice(0, term.start) + suggestion.text + end
  return { text: before + after, caret: before.length }
}
