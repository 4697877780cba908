import { columnKindOf, type ColumnKey } from '../../contract/columns.ts'
import { fieldText, isFieldKey } from '../../contract/fields.ts'
import { withoutColumn } from '../../contract/filter-tree.ts'
import { fold } from '../../contract/fold.ts'
import {
  MAX_VALUE_LENGTH,
  MAX_VALUES,
  type ColumnValues,
  type FacetCount,
  type FacetValue,
} from '../../contract/query.ts'
import { messages } from '../../contract/messages.ts'
import type { CacheBudget } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import { isCoded } from '../index-columns.ts'
import { countCoded, countCodes, quantityReader } from './cell-counts.ts'
import type { Filters } from './filters.ts'
import { compareTexts, naturalKey } from './natural-key.ts'
import { numberOf } from './ranks.ts'
import { forEachSnapshot, type Scope } from './scope.ts'
import { forEachText, type TextColumn } from './sort-texts.ts'
import { Searches } from './search.ts'
import { textAt, type TextCodes } from './text-codes.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { StoreQuery } from '../types.ts'

/** Up to this many values are read one by one instead of scanning all texts. */
const MAX_SINGLE_READS = 20_000
/** Values between two checks for cancellation. */
const VALUES_PER_CHECK = 1_000
/** Columns in the word index, which excludes most items whose value does not contain a text. */
const COLUMNS_WITH_WORDS: ReadonlySet<TextColumn> = new Set<TextColumn>(['itemName', 'posNumber'])

/** Lists the values of columns. Must run inside a read transaction. */
export class ColumnValueReader {
  readonly #handle: ReadHandle
  readonly #filters: Filters
  readonly #searches: Searches

  constructor(handle: ReadHandle, filters: Filters, caches: CacheBudget) {
    this.#handle = handle
    this.#filters = filters
    this.#searches = new Searches(caches, null)
  }

  /**
   * Returns the values of a column at these indexes that contain `find`, under all filters but the column's
   * own.
   */
  readValues(
    scope: Scope,
    hits: Int32Array | null,
    query: StoreQuery,
    request: { readonly column: ColumnKey; readonly find: string },
    throwIfCancelled: ThrowIfCancelled,
  ): ColumnValues {
    const { column, find } = request
    const indexes = this.#filters.apply(scope, hits, withoutColumn(query.filters, column), throwIfCancelled)
    if (!isCoded(column) && column !== 'qty')
      return this.#readTexts(scope, indexes, column, find, throwIfCancelled)
    const counts = isCoded(column) ? countCoded(scope, indexes, column) : countQuantities(scope, indexes)
    const empty = counts.get(null) ?? 0
    counts.delete(null)
    const isNumber = columnKindOf(column) === 'number'
    const numbers = isNumber ? [...counts.keys()].map(numberOf).filter((value) => !Number.isNaN(value)) : []
    const foldedFind = fold(find)
    const matches = [...counts].filter(
      ([value]) => String(value).length <= MAX_VALUE_LENGTH && fold(String(value)).includes(foldedFind),
    )
    return {
      values: sortByCount(matches).slice(0, MAX_VALUES),
      distinct: matches.length,
      empty,
      min: numbers.reduce<number | null>((min, each) => Math.min(min ?? each, each), null),
      max: numbers.reduce<number | null>((max, each) => Math.max(max ?? each, each), null),
    }
  }

  #readTexts(
    scope: Scope,
    indexes: Int32Array | null,
    column: TextColumn,
    find: string,
    throwIfCancelled: ThrowIfCancelled,
  ): ColumnValues {
    const texts = this.#filters.codesOf(scope, column, throwIfCancelled)
    const candidates = COLUMNS_WITH_WORDS.has(column)
      ? this.#searches.hits(scope, { search: find, searchMode: 'words' }, throwIfCancelled)
      : null
    const counts = countCodes(texts, candidates === null ? indexes : intersectIndexes(candidates, indexes))
    const empty = candidates === null ? (counts[0] ?? 0) : countEmpty(texts, indexes)
    counts[0] = 0
    const [min, max] =
      column === 'updatedAt' ? rangeOfInstants(scope, indexes) : rangeOfNumbers(counts, texts.numbers)
    if (find !== '') this.#clearMismatches(scope, column, counts, texts.firstIndexOf, find, throwIfCancelled)
    const frequent = mostFrequentCodes(counts).map((code): readonly [string, number] => [
      textAt(this.#handle, scope, column, texts.firstIndexOf(code)),
      counts[code] ?? 0,
    ])
    const visibleValues = frequent.filter(([text]) => text.length <= MAX_VALUE_LENGTH)
    return {
      values: sortByCount(visibleValues),
      distinct: counts.reduce(
        (sum, count) => sum + Number(count > 0),
        visibleValues.length - frequent.length,
      ),
      empty,
      min,
      max,
    }
  }

  /** Sets the counts of texts to 0 that do not contain `find`. */
  #clearMismatches(
    scope: Scope,
    column: TextColumn,
    counts: Int32Array,
    firstIndexOf: (code: number) => number,
    find: string,
    throwIfCancelled: ThrowIfCancelled,
  ): void {
    const foldedFind = fold(find)
    const codes: number[] = []
    for (let code = 1; code < counts.length; code += 1) if ((counts[code] ?? 0) > 0) codes.push(code)
    if (codes.length <= MAX_SINGLE_READS || column === 'updatedAt') {
      for (const [position, code] of codes.entries()) {
        if (position % VALUES_PER_CHECK === 0) throwIfCancelled()
        const text = textAt(this.#handle, scope, column, firstIndexOf(code))
        if (!fold(displayText(column, text)).includes(foldedFind)) counts[code] = 0
      }
      return
    }
    // Codes are assigned in the order in which texts first appear.
    let nextCode = 0
    forEachText(this.#handle, scope, column, throwIfCancelled, (index, text) => {
      const code = codes[nextCode]
      if (code === undefined || firstIndexOf(code) !== index) return
      nextCode += 1
      if (!fold(displayText(column, text?.trim() ?? '')).includes(foldedFind)) counts[code] = 0
    })
  }
}

/** Returns a text as the window shows it; values of fields are formatted. */
function displayText(column: TextColumn, text: string): string {
  return isFieldKey(column) && text !== '' ? fieldText(text, messages.items) : text
}

/** Returns the range of the counted values of a field, if all are numbers. */
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

/** Intersects ascending indexes; null means all. */
function intersectIndexes(candidates: Int32Array, indexes: Int32Array | null): Int32Array {
  if (indexes === null) return candidates
  let position = 0
  return candidates.filter((candidate) => {
    while ((indexes[position] ?? Infinity) < candidate) position += 1
    return indexes[position] === candidate
  })
}

function countEmpty({ codes }: TextCodes, indexes: Int32Array | null): number {
  let empty = 0
  if (indexes === null) for (const code of codes) empty += Number(code === 0)
  else for (const index of indexes) empty += Number(codes[index] === 0)
  return empty
}

function countQuantities(scope: Scope, indexes: Int32Array | null): Map<FacetValue, number> {
  const counts = new Map<FacetValue, number>()
  forEachSnapshot(scope, indexes, (snapshot, start, part) => {
    const valueAt = quantityReader(snapshot)
    for (const index of part) {
      const value = valueAt(index - start)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  })
  return counts
}

function rangeOfInstants(
  scope: Scope,
  indexes: Int32Array | null,
): readonly [min: number | null, max: number | null] {
  let min = Infinity
  let max = -Infinity
  forEachSnapshot(scope, indexes, ({ instants }, start, part) => {
    for (const index of part) {
      const instant = instants[index - start] ?? Number.NaN
      if (instant < min) min = instant
      if (instant > max) max = instant
    }
  })
  return min > max ? [null, null] : [min, max]
}

/**
 * Returns the codes with the greatest counts. Of equal counts, the first ones win. Avoids sorting a million
 * counts.
 */
function mostFrequentCodes(counts: Int32Array): readonly number[] {
  const codesPerCount = new Int32Array(counts.reduce((max, count) => Math.max(max, count), 0) + 1)
  for (const count of counts) codesPerCount[count] = (codesPerCount[count] ?? 0) + 1
  let minCount = codesPerCount.length - 1
  let remaining = MAX_VALUES
  while (minCount > 0 && (codesPerCount[minCount] ?? 0) <= remaining) {
    remaining -= codesPerCount[minCount] ?? 0
    minCount -= 1
  }
  const codes: number[] = []
  for (let code = 0; code < counts.length && codes.length < MAX_VALUES; code += 1) {
    const count = counts[code] ?? 0
    if (count === 0 || count < minCount || (count === minCount && remaining === 0)) continue
    if (count === minCount) remaining -= 1
    codes.push(code)
  }
  return codes
}

/** Sorts by count, then naturally. */
function sortByCount(counts: readonly (readonly [FacetValue, number])[]): readonly FacetCount[] {
  return counts
    .map(([value, count]) => ({ value, count, order: naturalKey(String(value)) }))
    .sort((a, b) => b.count - a.count || compareTexts(a.order, b.order))
    .map(({ value, count }) => ({ value, count }))
}
