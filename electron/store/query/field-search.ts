import { AppError } from '../../contract/app-error.ts'
import { ARTWORK_SEPARATOR, type ItemColumnKey } from '../../contract/columns.ts'
import { fold, wordsOf } from '../../contract/fold.ts'
import type { FacetValue } from '../../contract/query.ts'
import {
  parseFields,
  type FieldMatch,
  type FieldTerm,
  type FieldValue,
} from '../../contract/search-fields.ts'
import { isInRange } from '../../contract/search-ranges.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import { isCoded, type CodedColumn } from '../index-columns.ts'
import { columnName, selectedColumn } from '../item-columns.ts'
import { HAS_UPDATED_AT } from '../item-shape.ts'
import { quantityReader } from './filters.ts'
import { numberOf } from './ranks.ts'
import { allBits, intersect, setBit, noBits, indexesOf, subtract, unite, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { rowsWithKeys } from './rows-with-keys.ts'
import type { ThrowIfCancelled } from './cancellation.ts'
import { SEARCHED_COLUMNS, type WordSearch } from './words.ts'

/** Cells that are read between two checks for cancellation. */
const ITEMS_PER_CHECK = 20_000
/** Columns of texts whose words the index has, item by item. */
const COLUMNS_WITH_WORDS: ReadonlySet<ItemColumnKey> = new Set(['itemName', 'posNumber', 'artworkNames'])

/** The terms of a search by fields. Throws `searchInvalid` where it cannot be read, and says why. */
export function termsOf(search: string): readonly FieldTerm[] {
  const { terms, problem } = parseFields(search)
  if (problem !== null) throw new AppError('searchInvalid', { params: { reason: problem.reason } })
  return terms
}

/**
 * Places in the copy of the items for which all terms hold, ascending. Must run inside a snapshot. Throws
 * `superseded`.
 */
export function indexesMatching(
  copy: CampaignIndex,
  terms: readonly FieldTerm[],
  words: WordSearch,
  throwIfCancelled: ThrowIfCancelled,
): Int32Array {
  const left = allBits(copy.count)
  for (const { match, negated } of terms) {
    throwIfCancelled()
    const holds = bitsOf(copy, match, words, throwIfCancelled)
    if (negated) subtract(left, holds)
    else intersect(left, holds)
  }
  return indexesOf(left)
}

function bitsOf(
  copy: CampaignIndex,
  match: FieldMatch,
  words: WordSearch,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  if (match.kind === 'column') {
    const bits = noBits(copy.count)
    for (const value of match.values)
      unite(bits, bitsOfValue(copy, match.column, value, words, throwIfCancelled))
    return bits
  }
  if (match.kind === 'word') return bitsOfWords(copy, wordsOf(match.text), words, throwIfCancelled)
  const phrase = foldedLine(match.text)
  const candidates = bitsOfWords(copy, piecesOf(match.text), words, throwIfCancelled)
  return among(
    copy,
    candidates,
    SEARCHED_COLUMNS,
    (cell) => foldedLine(cell ?? '').includes(phrase),
    throwIfCancelled,
  )
}

function bitsOfValue(
  copy: CampaignIndex,
  column: ItemColumnKey,
  value: FieldValue,
  words: WordSearch,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  if (isCoded(column)) return codedBits(copy, column, value, throwIfCancelled)
  if (column === 'qty') return quantityBits(copy, testOf(value))
  if (column === 'updatedAt' && value.kind !== 'text') return instantBits(copy, value)
  const test = testOf(value)
  const pieces = value.kind === 'text' && COLUMNS_WITH_WORDS.has(column) ? piecesOf(value.text) : []
  const candidates = bitsOfWords(copy, pieces, words, throwIfCancelled)
  return among(copy, candidates, columnName(column), test, throwIfCancelled)
}

/** The items that have all of some folded words; without one, all of them. */
function bitsOfWords(
  copy: CampaignIndex,
  folded: readonly string[],
  words: WordSearch,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  return folded.length === 0 ? allBits(copy.count) : words.allOf(copy, folded, throwIfCancelled)
}

/**
 * What a cell has to have where it has the text. The sign between the names of artworks belongs to no word.
 */
function piecesOf(text: string): readonly string[] {
  return wordsOf(text.replaceAll(ARTWORK_SEPARATOR.trim(), ' '))
}

/** Whether a cell is what a value asks for; null stands for an empty one. */
function testOf(value: FieldValue): (cell: FacetValue) => boolean {
  switch (value.kind) {
    case 'empty':
      return (cell) => cell === null || (typeof cell === 'string' && cell.trim() === '')
    case 'flag':
      return (cell) => cell === value.value
    case 'range':
      return (cell) => cell !== null && typeof cell !== 'boolean' && isInRange(value, numberOf(cell))
    case 'text': {
      const wanted = foldedLine(value.text)
      return (cell) => typeof cell === 'string' && foldedLine(cell).includes(wanted)
    }
  }
}

/** Folded, and with one space for any white space. */
function foldedLine(text: string): string {
  return fold(text).replaceAll(/\s+/gu, ' ')
}

function codedBits(
  copy: CampaignIndex,
  column: CodedColumn,
  value: FieldValue,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  const bits = noBits(copy.count)
  const test = testOf(value)
  const { codes, dictionary } = copy.coded(column)
  const hit = Uint8Array.from(dictionary, (cell) => Number(test(cell)))
  const isPartial = Uint8Array.from(dictionary, (cell) =>
    Number(value.kind === 'text' && isAbbreviated(cell)),
  )
  const partial = copy.longPlaces.filter((place) => isPartial[codes[place] ?? 0] === 1)
  for (let place = 0; place < codes.length; place += 1) {
    const code = codes[place] ?? 0
    if (hit[code] === 1 && isPartial[code] !== 1) setBit(bits, place)
  }
  for (const [place, [cell]] of copy.longRows<readonly [string | null]>(selectedColumn(column), partial)) {
    throwIfCancelled()
    if (test(cell)) setBit(bits, place)
  }
  return bits
}

function quantityBits(copy: CampaignIndex, test: (cell: FacetValue) => boolean): Bits {
  const bits = noBits(copy.count)
  const valueAt = quantityReader(copy)
  for (let place = 0; place < copy.count; place += 1) if (test(valueAt(place))) setBit(bits, place)
  return bits
}

/** Of timestamps: one that cannot be read is not empty. */
function instantBits({ count, instants, shapes }: CampaignIndex, value: FieldValue): Bits {
  const bits = noBits(count)
  for (let place = 0; place < instants.length; place += 1) {
    const instant = instants[place] ?? Number.NaN
    const isHit =
      value.kind === 'range'
        ? isInRange(value, instant)
        : Number.isNaN(instant) && ((shapes[place] ?? 0) & HAS_UPDATED_AT) === 0
    if (isHit) setBit(bits, place)
  }
  return bits
}

/** The candidates of which one of some columns passes. Their rows are read. */
function among(
  copy: CampaignIndex,
  candidates: Bits,
  columns: string,
  test: (cell: string | null) => boolean,
  throwIfCancelled: ThrowIfCancelled,
): Bits {
  const bits = noBits(copy.count)
  const places = indexesOf(candidates)
  for (let start = 0; start < places.length; start += ITEMS_PER_CHECK) {
    throwIfCancelled()
    const some = places.subarray(start, start + ITEMS_PER_CHECK)
    const keys = some.map((place) => copy.keys[place] ?? 0)
    for (const [at, cells] of rowsWithKeys<readonly (string | null)[]>(copy.handle, keys, columns)) {
      if (cells.some(test)) setBit(bits, some[at] ?? 0)
    }
  }
  return bits
}
