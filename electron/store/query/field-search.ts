import { AppError } from '../../contract/app-error.ts'
import { ARTWORK_SEPARATOR, type ItemColumnKey } from '../../contract/columns.ts'
import { wordsOf } from '../../contract/fold.ts'
import type { FacetValue } from '../../contract/query.ts'
import {
  parseFields,
  type FieldMatch,
  type FieldTerm,
  type FieldValue,
  type SearchSyntaxError,
} from '../../contract/search-fields.ts'
import { isInRange } from '../../contract/search-ranges.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import { isCoded, type CodedColumn } from '../index-columns.ts'
import { columnName, selectedColumn } from '../item-columns.ts'
import { quantityReader } from './cell-counts.ts'
import { numberOf } from './ranks.ts'
import {
  countBits,
  createFullBits,
  intersect,
  setBit,
  createBits,
  indexesOf,
  subtract,
  unite,
  type Bits,
} from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { rowsWithKeys } from '../rows-with-keys.ts'
import { checkOfPart, type ThrowIfCancelled } from '../protocol.ts'
import { foldedLine, type FoldedTexts } from './folded-texts.ts'
import { itemsWithoutDate } from './items-without-date.ts'
import { SEARCHED_COLUMNS, type WordSearch } from './words.ts'

/** Items between two checks for cancellation. */
const ITEMS_PER_CHECK = 20_000
/** Below this share of candidates, rows are read instead of the folded texts of the column. */
const ROWS_DIVISOR = 50
/** Columns in the word index. */
const COLUMNS_WITH_WORDS: ReadonlySet<ItemColumnKey> = new Set(['itemName', 'posNumber', 'artworkNames'])

/** What searches by fields find texts in. */
interface SearchTexts {
  readonly words: WordSearch
  readonly foldedTexts: FoldedTexts
}

/** Parses a search by fields. Throws `searchInvalid` with the reason if it is invalid. */
export function parseTerms(search: string): readonly FieldTerm[] {
  const { terms, problem } = parseFields(search)
  if (problem !== null) throw searchSyntaxError(problem)
  return terms
}

/** Returns the error for a search with a syntax error. */
export function searchSyntaxError({ reason }: SearchSyntaxError): AppError {
  return new AppError('searchInvalid', { params: { reason } })
}

/**
 * Returns the ascending indexes in a snapshot of the items that match all terms. Must run inside a read
 * transaction. Throws `superseded`.
 */
export function indexesMatching(
  snapshot: CampaignIndex,
  terms: readonly FieldTerm[],
  texts: SearchTexts,
  throwIfCancelled: ThrowIfCancelled,
): Int32Array {
  const matches = createFullBits(snapshot.count)
  for (const [index, { match, negated }] of terms.entries()) {
    const check = checkOfPart(throwIfCancelled, index / terms.length, (index + 1) / terms.length)
    check(0)
    const bits = bitsOf(snapshot, match, texts, check)
    if (negated) subtract(matches, bits)
    else intersect(matches, bits)
  }
  return indexesOf(matches)
}

function bitsOf(
  snapshot: CampaignIndex,
  match: FieldMatch,
  texts: SearchTexts,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  const { words } = texts
  if (match.kind === 'column') {
    const bits = createBits(snapshot.count)
    for (const value of match.values)
      unite(bits, bitsOfValue(snapshot, match.column, value, texts, throwIfCancelled))
    return bits
  }
  if (match.kind === 'word') return bitsOfWords(snapshot, wordsOf(match.text), words, throwIfCancelled)
  const phrase = foldedLine(match.text)
  const candidates = bitsOfWords(snapshot, requiredWords(match.text), words, throwIfCancelled)
  return filterRows(
    snapshot,
    candidates,
    SEARCHED_COLUMNS,
    (cell) => foldedLine(cell ?? '').includes(phrase),
    throwIfCancelled,
  )
}

function bitsOfValue(
  snapshot: CampaignIndex,
  column: ItemColumnKey,
  value: FieldValue,
  { words, foldedTexts }: SearchTexts,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  if (isCoded(column)) return codedBits(snapshot, column, value, throwIfCancelled)
  if (column === 'qty') return quantityBits(snapshot, createFieldTest(value))
  if (column === 'updatedAt' && value.kind !== 'text') return instantBits(snapshot, value)
  const test = createFieldTest(value)
  const folded = value.kind === 'text' ? foldedLine(value.text) : ''
  // Folded texts are trimmed.
  const isInFolded = folded !== '' && folded === folded.trim()
  const matchFolded = (): Bits => {
    const bits = createBits(snapshot.count)
    foldedTexts.addMatches(snapshot, column, 'contains', folded, bits, throwIfCancelled)
    return bits
  }
  if (isInFolded && foldedTexts.has(snapshot, column)) return matchFolded()
  const valueWords = value.kind === 'text' && COLUMNS_WITH_WORDS.has(column) ? requiredWords(value.text) : []
  const candidates = bitsOfWords(snapshot, valueWords, words, throwIfCancelled)
  if (isInFolded && countBits(candidates) * ROWS_DIVISOR >= snapshot.count) return matchFolded()
  return filterRows(snapshot, candidates, columnName(column), test, throwIfCancelled)
}

/** Returns the items with all of the folded words, or all items without any. */
function bitsOfWords(
  snapshot: CampaignIndex,
  foldedWords: readonly string[],
  words: WordSearch,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  return foldedWords.length === 0
    ? createFullBits(snapshot.count)
    : words.itemsWithAll(snapshot, foldedWords, throwIfCancelled)
}

/**
 * Returns the words that a cell with the text must contain. The separator of artwork names belongs to no
 * word.
 */
function requiredWords(text: string): readonly string[] {
  return wordsOf(text.replaceAll(ARTWORK_SEPARATOR.trim(), ' '))
}

/** Returns a test for cells; null is an empty cell. Dates are compared by `instantBits`. */
export function createFieldTest(value: FieldValue): (cell: FacetValue) => boolean {
  switch (value.kind) {
    case 'empty':
      return (cell) => cell === null || (typeof cell === 'string' && cell.trim() === '')
    case 'flag':
      return (cell) => cell === value.value
    case 'range':
      return (cell) => cell !== null && typeof cell !== 'boolean' && isInRange(value, numberOf(cell))
    case 'text': {
      const text = foldedLine(value.text)
      return (cell) => typeof cell === 'string' && foldedLine(cell).includes(text)
    }
  }
}

function codedBits(
  snapshot: CampaignIndex,
  column: CodedColumn,
  value: FieldValue,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  const bits = createBits(snapshot.count)
  const test = createFieldTest(value)
  const { codes, dictionary } = snapshot.codedValues(column)
  const isMatch = Uint8Array.from(dictionary, (cell) => Number(test(cell)))
  const isClipped = Uint8Array.from(dictionary, (cell) =>
    Number(value.kind === 'text' && isAbbreviated(cell)),
  )
  const longIndexes = snapshot.longIndexes.filter((index) => isClipped[codes[index] ?? 0] === 1)
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0
    if (isMatch[code] === 1 && isClipped[code] !== 1) setBit(bits, index)
  }
  for (const [index, [cell]] of snapshot.longRows<readonly [string | null]>(
    selectedColumn(column),
    longIndexes,
  )) {
    throwIfCancelled()
    if (test(cell)) setBit(bits, index)
  }
  return bits
}

function quantityBits(snapshot: CampaignIndex, test: (cell: FacetValue) => boolean): Bits {
  const bits = createBits(snapshot.count)
  const valueAt = quantityReader(snapshot)
  for (let index = 0; index < snapshot.count; index += 1) if (test(valueAt(index))) setBit(bits, index)
  return bits
}

function instantBits(snapshot: CampaignIndex, value: FieldValue): Bits {
  if (value.kind !== 'range') return itemsWithoutDate(snapshot)
  const { count, instants } = snapshot
  const bits = createBits(count)
  for (let index = 0; index < instants.length; index += 1)
    if (isInRange(value, instants[index] ?? Number.NaN)) setBit(bits, index)
  return bits
}

/** Returns the candidates with a matching value in one of the columns, by reading their rows. */
function filterRows(
  snapshot: CampaignIndex,
  candidates: Bits,
  columns: string,
  test: (cell: string | null) => boolean,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  const bits = createBits(snapshot.count)
  const indexes = indexesOf(candidates)
  for (let start = 0; start < indexes.length; start += ITEMS_PER_CHECK) {
    throwIfCancelled(start / indexes.length)
    const part = indexes.subarray(start, start + ITEMS_PER_CHECK)
    const keys = part.map((index) => snapshot.keys[index] ?? 0)
    for (const [position, cells] of rowsWithKeys<readonly (string | null)[]>(
      snapshot.handle,
      keys,
      columns,
    )) {
      if (cells.some(test)) setBit(bits, part[position] ?? 0)
    }
  }
  return bits
}
