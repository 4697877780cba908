import { ITEM_COLUMN_KEYS, ITEM_COLUMNS, type ItemColumnKey } from '../../electron/contract/columns.ts'
import { fold, foldWithOffsets, originalRange, wordsOf } from '../../electron/contract/fold.ts'
import type { ItemQuery } from '../../electron/contract/query.ts'
import {
  ITEM_SEARCH_COLUMNS,
  parseFields,
  type SearchColumns,
} from '../../electron/contract/search-fields.ts'
import { longestSafeText } from './pattern-cost.ts'

/** Hits of a search in a text: pairs of start and end (not included), ascending. */
export type Hits = readonly (readonly [number, number])[]

export const NO_HITS: Hits = []

/** Maximum number of highlighted hits in a cell. */
const MAX_HITS = 20
/** Maximum number of compared characters of a cell, and of words of a search. */
const MAX_TEXT_LENGTH = 2_000
const MAX_WORDS = 20

/** Finds the hits of a search in the text of a cell. */
export type HitFinder<Key extends string = ItemColumnKey> = (text: string, key: Key) => Hits

/** The columns of a table that a search reads. */
export interface HitColumns<Key extends string> {
  /** Those that words and phrases search. */
  readonly words: ReadonlySet<Key>
  readonly patterns: ReadonlySet<Key>
  /** Those that terms can name. */
  readonly fields: SearchColumns<Key>
}

/** Patterns search fewer columns than words do (service interface, 4.2, rule 1). */
const ITEM_HIT_COLUMNS: HitColumns<ItemColumnKey> = {
  words: new Set(ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].search !== undefined)),
  patterns: new Set(ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].search === 'pattern')),
  fields: ITEM_SEARCH_COLUMNS,
}

type Searched = Pick<ItemQuery, 'search' | 'searchMode'>

/** Returns the function that finds the hits of a search, or null if nothing can be highlighted in any row. */
export function hitFinder(query: Searched): HitFinder | null {
  return hitFinderOf(query, ITEM_HIT_COLUMNS)
}

/** Returns what {@link hitFinder} does, for the columns of any table. */
export function hitFinderOf<Key extends string>(
  { search, searchMode }: Searched,
  columns: HitColumns<Key>,
): HitFinder<Key> | null {
  switch (searchMode) {
    case 'words':
      return wordFinder(search, columns)
    case 'pattern':
      return patternFinder(search, columns)
    case 'fields':
      return fieldFinder(search, columns)
  }
}

/** Returns the function that finds the words of a search in any text, or null without words. */
export function textHitFinder(search: string): ((text: string) => Hits) | null {
  const words = wordsOf(search).slice(0, MAX_WORDS)
  return words.length === 0 ? null : (text) => wordHits(text, words)
}

function wordFinder<Key extends string>(
  search: string,
  columns: Pick<HitColumns<Key>, 'words'>,
): HitFinder<Key> | null {
  const hitsOf = textHitFinder(search)
  return hitsOf === null ? null : (text, key) => (columns.words.has(key) ? hitsOf(text) : NO_HITS)
}

/** Finds words and phrases where a word search finds them, and the texts of a field in its column. */
function fieldFinder<Key extends string>(search: string, columns: HitColumns<Key>): HitFinder<Key> | null {
  const anywhere: string[] = []
  const inColumn = new Map<Key, string[]>()
  for (const { negated, match } of parseFields(search, columns.fields).terms.slice(0, MAX_WORDS)) {
    if (negated) continue
    if (match.kind !== 'column') anywhere.push(fold(match.text))
    else {
      const texts = match.values.flatMap((value) => (value.kind === 'text' ? [fold(value.text)] : []))
      const columnTexts = inColumn.get(match.column) ?? []
      inColumn.set(match.column, [...columnTexts, ...texts].slice(0, MAX_WORDS))
    }
  }
  const isNotEmpty = (text: string): boolean => text !== ''
  const textsByColumn = new Map<Key, readonly string[]>()
  for (const key of new Set([...columns.words, ...inColumn.keys()])) {
    const texts = [...(columns.words.has(key) ? anywhere : []), ...(inColumn.get(key) ?? [])].filter(
      isNotEmpty,
    )
    if (texts.length > 0) textsByColumn.set(key, texts)
  }
  if (textsByColumn.size === 0) return null
  return (text, key) => {
    const texts = textsByColumn.get(key)
    return texts === undefined ? NO_HITS : wordHits(text, texts)
  }
}

/**
 * Returns the hits of folded words in a text, regardless of case and accents. Overlapping hits are joined.
 */
function wordHits(text: string, words: readonly string[]): Hits {
  const folded = foldWithOffsets(text.slice(0, MAX_TEXT_LENGTH))
  const hits: (readonly [number, number])[] = []
  for (const word of words) {
    let offset = folded.text.indexOf(word)
    for (let count = 0; offset >= 0 && count < MAX_HITS; count += 1) {
      hits.push(originalRange(folded, offset, offset + word.length))
      offset = folded.text.indexOf(word, offset + word.length)
    }
  }
  return hits.length < 2 ? hits : joined(hits)
}

function joined(hits: readonly (readonly [number, number])[]): Hits {
  const apart: [number, number][] = []
  for (const [begin, end] of hits.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1)
    if (last !== undefined && begin < last[1]) last[1] = Math.max(last[1], end)
    else apart.push([begin, end])
  }
  return apart.slice(0, MAX_HITS)
}

/**
 * Returns null also for an invalid pattern, or one whose running time cannot be bounded: its rows are found,
 * but not highlighted.
 */
function patternFinder<Key extends string>(
  pattern: string,
  columns: Pick<HitColumns<Key>, 'patterns'>,
): HitFinder<Key> | null {
  if (pattern === '') return null
  const longest = longestSafeText(pattern)
  if (longest < 1) return null
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'gi')
  } catch {
    return null
  }
  return (text, key) => {
    if (!columns.patterns.has(key) || text.length > longest) return NO_HITS
    const hits: [number, number][] = []
    for (const match of text.matchAll(expression)) {
      if (match[0] === '') continue
      hits.push([match.index, match.index + match[0].length])
      if (hits.length === MAX_HITS) break
    }
    return hits
  }
}

/** A text divided at the hits of a search. */
export interface DividedText {
  /** The hits, each with the text before it. */
  readonly hits: readonly { readonly before: string; readonly hit: string }[]
  /** The text after the last hit. */
  readonly rest: string
}

/** Divides a text from `begin` to `end` at the hits. */
export function divideAtHits(text: string, hits: Hits, begin = 0, end = text.length): DividedText {
  const divided: { before: string; hit: string }[] = []
  let offset = begin
  for (const [from, to] of hits) {
    const first = Math.max(from, offset)
    const last = Math.min(to, end)
    if (last <= first) continue
    divided.push({ before: text.slice(offset, first), hit: text.slice(first, last) })
    offset = last
  }
  return { hits: divided, rest: text.slice(offset, end) }
}
