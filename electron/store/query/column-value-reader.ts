import { columnKindOf, type ColumnKey } from '../../contract/columns.ts'
import { fieldText, isFieldKey } from '../../contract/fields.ts'
import { fold } from '../../contract/fold.ts'
import {
  MAX_VALUE_LENGTH,
  MAX_VALUES,
  type ColumnValues,
  type FacetCount,
  type FacetValue,
  type ItemQuery,
} from '../../contract/query.ts'
import { strings } from '../../contract/strings/items.ts'
import type { ReadHandle } from '../database/handles.ts'
import { isCoded } from '../index-columns.ts'
import { countCoded, countCodes, quantityReader, type Filters } from './filters.ts'
import { compareTexts, naturalKey } from './natural-key.ts'
import { numberOf } from './ranks.ts'
import { forEachSnapshot, type Scope } from './scope.ts'
import { eachText, type TextColumn } from './sort-texts.ts'
import { Searches } from './search.ts'
import { textAt, type TextCodes } from './text-codes.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** With fewer values to look into, each is read by itself, and not the texts of all items. */
const READ_ONE_BY_ONE = 20_000
/** Values that are read between two questions whether the query is still wanted. */
const VALUES_A_LOOK = 1_000
/**
 * Columns whose words are in the index of words: it knows which items a value can be of that contains
 * something.
 */
const IN_WORDS: ReadonlySet<TextColumn> = new Set<TextColumn>(['itemName', 'posNumber'])

/** Tells what stands in the columns. Must run inside a snapshot. */
export class ColumnValueReader {
  readonly #handle: ReadHandle
  readonly #filters: Filters
  readonly #searches = new Searches()

  constructor(handle: ReadHandle, filters: Filters) {
    this.#handle = handle
    this.#filters = filters
  }

  /**
   * What is in a column among these places, under all filters but its own; `find` narrows the values that are
   * told.
   */
  ofColumn(
    scope: Scope,
    hits: Int32Array | null,
    query: ItemQuery,
    asked: { readonly column: ColumnKey; readonly find: string },
    throwIfCancelled: ThrowIfCancelled,
  ): ColumnValues {
    const { column, find } = asked
    const places = this.#filters.places(scope, hits, without(query, column), throwIfCancelled)
    if (!isCoded(column) && column !== 'qty')
      return this.#ofTexts(scope, places, column, find, throwIfCancelled)
    const counts = isCoded(column) ? countCoded(scope, places, column) : countQuantities(scope, places)
    const empty = counts.get(null) ?? 0
    counts.delete(null)
    const isNumber = columnKindOf(column) === 'number'
    const numbers = isNumber ? [...counts.keys()].map(numberOf).filter((value) => !Number.isNaN(value)) : []
    const wanted = fold(find)
    const found = [...counts].filter(
      ([value]) => String(value).length <= MAX_VALUE_LENGTH && fold(String(value)).includes(wanted),
    )
    return {
      values: mostFrequentFirst(found).slice(0, MAX_VALUES),
      distinct: found.length,
      empty,
      min: numbers.reduce<number | null>((least, each) => Math.min(least ?? each, each), null),
      max: numbers.reduce<number | null>((most, each) => Math.max(most ?? each, each), null),
    }
  }

  #ofTexts(
    scope: Scope,
    places: Int32Array | null,
    column: TextColumn,
    find: string,
    throwIfCancelled: ThrowIfCancelled,
  ): ColumnValues {
    const texts = this.#filters.codesOf(scope, column, throwIfCancelled)
    const candidates = IN_WORDS.has(column)
      ? this.#searches.hits(scope, { search: find, searchMode: 'words' }, throwIfCancelled)
      : null
    const counts = countCodes(texts, candidates === null ? places : inBoth(candidates, places))
    const empty = candidates === null ? (counts[0] ?? 0) : countEmpty(texts, places)
    counts[0] = 0
    const [min, max] =
      column === 'updatedAt' ? rangeOfInstants(scope, places) : rangeOfNumbers(counts, texts.numbers)
    if (find !== '') this.#keepFound(scope, column, counts, texts.placeOf, find, throwIfCancelled)
    const frequent = mostFrequent(counts).map((code): readonly [string, number] => [
      textAt(this.#handle, scope, column, texts.placeOf(code)),
      counts[code] ?? 0,
    ])
    const told = frequent.filter(([text]) => text.length <= MAX_VALUE_LENGTH)
    return {
      values: mostFrequentFirst(told),
      distinct: counts.reduce((sum, count) => sum + Number(count > 0), told.length - frequent.length),
      empty,
      min,
      max,
    }
  }

  /** Sets the counts of the texts to nothing that do not contain what is looked for. */
  #keepFound(
    scope: Scope,
    column: TextColumn,
    counts: Int32Array,
    placeOf: (code: number) => number,
    find: string,
    throwIfCancelled: ThrowIfCancelled,
  ): void {
    const wanted = fold(find)
    const codes: number[] = []
    for (let code = 1; code < counts.length; code += 1) if ((counts[code] ?? 0) > 0) codes.push(code)
    if (codes.length <= READ_ONE_BY_ONE || column === 'updatedAt') {
      for (const [at, code] of codes.entries()) {
        if (at % VALUES_A_LOOK === 0) throwIfCancelled()
        const text = textAt(this.#handle, scope, column, placeOf(code))
        if (!fold(shownText(column, text)).includes(wanted)) counts[code] = 0
      }
      return
    }
    // Codes are given in the order of the places at which they first turn up.
    let next = 0
    eachText(this.#handle, scope, column, throwIfCancelled, (place, text) => {
      const code = codes[next]
      if (code === undefined || placeOf(code) !== place) return
      next += 1
      if (!fold(shownText(column, text?.trim() ?? '')).includes(wanted)) counts[code] = 0
    })
  }
}

/** A text as people see it: a field has values of many kinds. */
function shownText(column: TextColumn, text: string): string {
  return isFieldKey(column) && text !== '' ? fieldText(text, strings) : text
}

/** Least and greatest of the counted values of a field, if they are numbers, every one. */
function rangeOfNumbers(
  counts: Int32Array,
  numbers: TextCodes['numbers'],
): readonly [min: number | null, max: number | null] {
  let [min, max] = [Infinity, -Infinity]
  for (const [code, number] of (numbers ?? []).entries()) {
    if ((counts[code] ?? 0) === 0) continue
    if (Number.isNaN(number)) return [null, null]
    min = Math.min(min, number)
    max = Math.max(max, number)
  }
  return min > max ? [null, null] : [min, max]
}

function without(query: ItemQuery, column: ColumnKey): ItemQuery['filters'] {
  return Object.fromEntries(Object.entries(query.filters).filter(([key]) => key !== column))
}

/** Places that are in both, all of them ascending; null: all. */
function inBoth(candidates: Int32Array, places: Int32Array | null): Int32Array {
  if (places === null) return candidates
  let at = 0
  return candidates.filter((candidate) => {
    while ((places[at] ?? Infinity) < candidate) at += 1
    return places[at] === candidate
  })
}

function countEmpty({ codes }: TextCodes, places: Int32Array | null): number {
  let empty = 0
  if (places === null) for (const code of codes) empty += Number(code === 0)
  else for (const place of places) empty += Number(codes[place] === 0)
  return empty
}

function countQuantities(scope: Scope, places: Int32Array | null): Map<FacetValue, number> {
  const counts = new Map<FacetValue, number>()
  forEachSnapshot(scope, places, (copy, start, some) => {
    const valueAt = quantityReader(copy)
    for (const place of some) {
      const value = valueAt(place - start)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  })
  return counts
}

function rangeOfInstants(
  scope: Scope,
  places: Int32Array | null,
): readonly [min: number | null, max: number | null] {
  let min = Infinity
  let max = -Infinity
  forEachSnapshot(scope, places, ({ instants }, start, some) => {
    for (const place of some) {
      const instant = instants[place - start] ?? Number.NaN
      if (instant < min) min = instant
      if (instant > max) max = instant
    }
  })
  return min > max ? [null, null] : [min, max]
}

/**
 * The codes with the greatest counts; of those with the same, the first. Sorting a million would take too
 * long.
 */
function mostFrequent(counts: Int32Array): readonly number[] {
  const withCount = new Int32Array(counts.reduce((most, count) => Math.max(most, count), 0) + 1)
  for (const count of counts) withCount[count] = (withCount[count] ?? 0) + 1
  let least = withCount.length - 1
  let room = MAX_VALUES
  while (least > 0 && (withCount[least] ?? 0) <= room) {
    room -= withCount[least] ?? 0
    least -= 1
  }
  const codes: number[] = []
  for (let code = 0; code < counts.length && codes.length < MAX_VALUES; code += 1) {
    const count = counts[code] ?? 0
    if (count === 0 || count < least || (count === least && room === 0)) continue
    if (count === least) room -= 1
    codes.push(code)
  }
  return codes
}

/** Of values that are as frequent, the natural order decides. */
function mostFrequentFirst(counts: readonly (readonly [FacetValue, number])[]): readonly FacetCount[] {
  return counts
    .map(([value, count]) => ({ value, count, order: naturalKey(String(value)) }))
    .sort((a, b) => b.count - a.count || compareTexts(a.order, b.order))
    .map(({ value, count }) => ({ value, count }))
}
