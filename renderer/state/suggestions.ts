import { columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import { fold } from '../../electron/contract/fold.ts'
import type { FacetCount } from '../../electron/contract/query.ts'

/** The piece of a search in fields that the caret stands in, up to the caret. */
export interface TypedPiece {
  /** The column whose value is typed; null: a key, or a word by itself. */
  readonly column: ItemColumnKey | null
  /** Where the piece begins and ends in the text; what is offered takes its place. */
  readonly start: number
  readonly end: number
  /** What of it stands before the caret, without quotes. */
  readonly typed: string
}

/** Something that can be put in place of what is being typed. */
export interface Offer {
  /** What is put in; a key ends with its colon. */
  readonly text: string
  /** A second, quieter text: what a key stands for, or how many items have a value. */
  readonly note: string
}

/** Offers that are shown at once; more letters narrow them. */
export const MAX_SUGGESTIONS = 8

/**
 * The piece at the caret; null where nothing can be offered: in a phrase, and after a key that is none.
 * @param columnOf the column that a key stands for.
 */
export function pieceAt(
  text: string,
  caret: number,
  columnOf: (key: string) => ItemColumnKey | null,
): TypedPiece | null {
  let start = 0
  let key: string | null = null
  let quoted = false
  for (let at = 0; at < caret; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') quoted = !quoted
    if (quoted) continue
    if (/\s/u.test(sign)) {
      start = at + 1
      key = null
    } else if (sign === ':' && key === null) {
      key = text.slice(start, at)
      start = at + 1
    } else if ((sign === ',' && key !== null) || (sign === '-' && at === start && key === null)) {
      start = at + 1
    }
  }
  const written = text.slice(start, caret)
  if (key === null && written.startsWith('"')) return null
  const column = key === null ? null : columnOf(key)
  if (key !== null && column === null) return null
  return { column, start, end: endOfPiece(text, caret, quoted), typed: written.replaceAll('"', '') }
}

function endOfPiece(text: string, from: number, within: boolean): number {
  let quoted = within
  let at = from
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') quoted = !quoted
    else if (!quoted && /[\s,:]/u.test(sign)) break
  }
  // The colon belongs to the key that it ends.
  return text.charAt(at) === ':' && !quoted ? at + 1 : at
}

/** Keys that begin with what is typed, or whose column's name has it. */
export function keySuggestions(
  typed: string,
  keys: readonly (readonly [key: string, column: ItemColumnKey])[],
  labels: Readonly<Record<ItemColumnKey, string>>,
): readonly Offer[] {
  const wanted = fold(typed)
  const begins = keys.filter(([key]) => fold(key).startsWith(wanted))
  const named = keys.filter(
    ([key, column]) => !fold(key).startsWith(wanted) && fold(labels[column]).includes(wanted),
  )
  return [...begins, ...(wanted === '' ? [] : named)]
    .slice(0, MAX_SUGGESTIONS)
    .map(([key, column]) => ({ text: `${key}:`, note: labels[column] }))
}

/** Words for values that are no text. */
export interface SuggestionLabels {
  readonly yes: string
  readonly no: string
  readonly empty: string
}

/**
 * Values for a column: what stands in it, and the words that every column of its kind takes. Nothing once
 * what is typed is whole.
 * @param noteOf what is said beside a value.
 */
export function valueSuggestions(
  piece: { readonly column: ItemColumnKey; readonly typed: string },
  values: readonly FacetCount[],
  words: SuggestionLabels,
  noteOf: (value: FacetCount) => string,
): readonly Offer[] {
  const kind = columnKindOf(piece.column)
  const wanted = fold(piece.typed)
  const found =
    kind === 'boolean'
      ? [words.yes, words.no].map((text) => ({ text, note: '' }))
      : kind === 'dateTime'
        ? []
        : values.flatMap((entry) =>
            entry.value === null || entry.value === ''
              ? []
              : [{ text: asWritten(entry.value), note: noteOf(entry) }],
          )
  const offers = [...found, { text: words.empty, note: '' }].filter(
    ({ text, note }) => fold(text).includes(wanted) || fold(note).includes(wanted),
  )
  return offers.some(({ text }) => fold(text.replaceAll('"', '')) === wanted)
    ? []
    : offers.slice(0, MAX_SUGGESTIONS)
}

/**
 * A value as it is written after a key: in quotes where it would otherwise be read as something else. Of one
 * that has quotes itself the longest part without them, which finds it too.
 */
export function asWritten(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  if (value.includes('"')) return asWritten(longest(value.split('"')))
  return /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(value) && !value.includes('..') && value !== 'empty'
    ? value
    : `"${value}"`
}

function longest(parts: readonly string[]): string {
  return parts.reduce((best, part) => (part.trim().length > best.length ? part.trim() : best), '')
}

/** The text and the caret after an offer was taken. A value is ended by a space, unless one is there. */
export function applySuggestion(
  text: string,
  piece: TypedPiece,
  offer: Offer,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(piece.end)
  const end = piece.column === null || /^[\s,]/u.test(after) ? '' : ' '
  const before = text.slice(0, piece.start) + offer.text + end
  return { text: before + after, caret: before.length }
}
