import { LRUCache } from 'lru-cache'
import { AppError } from '../../contract/app-error.ts'
import { columnKindOf, isItemColumnKey, type ColumnKey } from '../../contract/columns.ts'
import { isFieldKey } from '../../contract/fields.ts'
import { formTest } from '../../contract/text-form.ts'
import type { ColumnFilter, FacetValue, ItemFilters } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { isCoded, type CodedColumn, type Codes } from '../index-columns.ts'
import { numberOf, cellValue } from './ranks.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { forEachSnapshot, type Scope } from './scope.ts'
import { forEachText, type TextColumn } from './sort-texts.ts'
import { textCodes, type TextCodes } from './text-codes.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/**
 * Removes the indexes that do not match from an array, in place, and returns the number of those left at its
 * start.
 */
type IndexFilter = (part: Int32Array, count: number) => number

/** Creates the filter for a snapshot of a scope. */
type SnapshotFilter = (snapshot: CampaignIndex, start: number) => IndexFilter

/** Up to 16 MB each at a million items. */
const MAX_CACHED_CODES = 2
/** 1 MB each at a million items. */
const MAX_CACHED_MATCHES = 8

/** Applies filters, and caches codes and results. */
export class Filters {
  readonly #handle: ReadHandle
  readonly #codes = new LRUCache<string, TextCodes, () => TextCodes>({
    max: MAX_CACHED_CODES,
    memoMethod: (_key, _stale, { context: read }) => read(),
  })
  /** For each filter by texts: 1 for each item that matches. */
  readonly #matches = new LRUCache<string, Uint8Array, () => Uint8Array>({
    max: MAX_CACHED_MATCHES,
    memoMethod: (_key, _stale, { context: match }) => match(),
  })

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /**
   * Returns the matching indexes of those given (null for all), or null if nothing is filtered out. Throws
   * `badInput` for a filter that the column does not support. Must run inside a read transaction.
   */
  apply(
    scope: Scope,
    indexes: Int32Array | null,
    filters: ItemFilters,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array | null {
    const filterFactories = Object.entries(filters).flatMap(([key, filter]) =>
      filter !== undefined && (isItemColumnKey(key) || isFieldKey(key))
        ? this.#snapshotFilters(scope, key, filter, throwIfCancelled)
        : [],
    )
    if (filterFactories.length === 0) return indexes
    const matches = new Int32Array(indexes === null ? scope.total : indexes.length)
    let count = 0
    forEachSnapshot(scope, indexes, (snapshot, start, part) => {
      throwIfCancelled()
      matches.set(part, count)
      const target = matches.subarray(count, count + part.length)
      count += filterFactories.reduce(
        (remaining, create) => create(snapshot, start)(target, remaining),
        part.length,
      )
    })
    return matches.subarray(0, count)
  }

  /** Returns the text codes of a column. Must run inside a read transaction. */
  codesOf(scope: Scope, column: TextColumn, throwIfCancelled: ThrowIfCancelled): TextCodes {
    return this.#codes.memo(`${scope.signature} ${column}`, {
      context: () => textCodes(this.#handle, scope, column, throwIfCancelled),
    })
  }

  #snapshotFilters(
    scope: Scope,
    key: ColumnKey,
    filter: ColumnFilter,
    throwIfCancelled: ThrowIfCancelled,
  ): readonly SnapshotFilter[] {
    requireSupported(key, filter)
    if (isCoded(key)) return [codedTest(scope, key, filter)]
    if (key === 'qty') return [quantityTest(filter)]
    const filterFactories: SnapshotFilter[] = []
    let textFilter = filter
    if (!isFieldKey(key) && (filter.min !== undefined || filter.max !== undefined)) {
      filterFactories.push(instantTest(filter))
      const { min: _min, max: _max, ...rest } = filter
      textFilter = rest
    }
    if (Object.keys(textFilter).length === 0) return filterFactories
    const { values, empty, duplicates, unlike, min, max } = textFilter
    const cacheKey = JSON.stringify([scope.signature, key, values, empty, duplicates, unlike, min, max])
    const isMatch = this.#matches.memo(cacheKey, {
      context: () =>
        matchingItems(
          this.codesOf(scope, key, throwIfCancelled),
          textFilter,
          unlike === undefined ? null : findUnlikeTexts(this.#handle, scope, key, unlike, throwIfCancelled),
        ),
    })
    return [
      ...filterFactories,
      (_snapshot, start) => (part, count) => {
        let remaining = 0
        for (let position = 0; position < count; position += 1) {
          const index = part[position] ?? start
          if (isMatch[index] !== 1) continue
          part[remaining] = index
          remaining += 1
        }
        return remaining
      },
    ]
  }
}

function requireSupported(key: ColumnKey, filter: ColumnFilter): void {
  const kind = columnKindOf(key)
  if (kind === 'any' && filter.unlike === undefined) return
  const isRange = filter.min !== undefined || filter.max !== undefined
  if (isRange && kind !== 'number' && kind !== 'dateTime') {
    throw new AppError('badInput', { detail: `The column ${key} has no range.` })
  }
  if (filter.duplicates !== undefined && kind !== 'text') {
    throw new AppError('badInput', { detail: `The column ${key} has no filter for duplicates.` })
  }
  if (filter.unlike !== undefined && (kind !== 'text' || isCoded(key))) {
    throw new AppError('badInput', { detail: `The column ${key} has no form.` })
  }
}

/** Returns whether a cell matches, without the test for duplicates. */
function matchesCell(
  filter: ColumnFilter,
  acceptedValues: ReadonlySet<FacetValue> | null,
  value: FacetValue,
): boolean {
  if (acceptedValues !== null && !acceptedValues.has(value)) return false
  if (filter.empty !== undefined && (value === null) !== filter.empty) return false
  if (filter.min === undefined && filter.max === undefined) return true
  const number = numberOf(value)
  return value !== null && !Number.isNaN(number) && isWithin(filter, number)
}

function isWithin({ min, max }: ColumnFilter, number: number): boolean {
  return (min === undefined || number >= min) && (max === undefined || number <= max)
}

function acceptedValuesOf(filter: ColumnFilter): ReadonlySet<FacetValue> | null {
  return filter.values === undefined ? null : new Set(filter.values.map(cellValue))
}

function codedTest(scope: Scope, column: CodedColumn, filter: ColumnFilter): SnapshotFilter {
  const acceptedValues = acceptedValuesOf(filter)
  const repeated = filter.duplicates === true ? repeatedValues(scope, column) : null
  return (snapshot, start) => {
    const { codes, dictionary } = snapshot.codedValues(column)
    const isAllowed = Uint8Array.from(dictionary, (stored) => {
      const value = cellValue(stored)
      return Number(matchesCell(filter, acceptedValues, value) && repeated?.has(value) !== false)
    })
    return (part, count) => filterByCode(part, count, start, codes, isAllowed)
  }
}

function filterByCode(
  part: Int32Array,
  count: number,
  start: number,
  codes: Codes,
  isAllowed: Uint8Array,
): number {
  let remaining = 0
  for (let position = 0; position < count; position += 1) {
    const index = part[position] ?? start
    if (isAllowed[codes[index - start] ?? 0] !== 1) continue
    part[remaining] = index
    remaining += 1
  }
  return remaining
}

/** Returns the values that several items of the scope have. */
function repeatedValues(scope: Scope, column: CodedColumn): ReadonlySet<FacetValue> {
  const counts = countCoded(scope, null, column)
  return new Set([...counts].filter(([value, count]) => value !== null && count > 1).map(([value]) => value))
}

/** Counts the values of a coded column at these indexes (null for all); null is an empty cell. */
export function countCoded(
  scope: Scope,
  indexes: Int32Array | null,
  column: CodedColumn,
): Map<FacetValue, number> {
  const totals = new Map<FacetValue, number>()
  forEachSnapshot(scope, indexes, (snapshot, start, part) => {
    const { codes, dictionary } = snapshot.codedValues(column)
    const counts = new Int32Array(dictionary.length)
    for (const index of part) {
      const code = codes[index - start] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
    for (const [code, stored] of dictionary.entries()) {
      const count = counts[code] ?? 0
      const value = cellValue(stored)
      if (count > 0) totals.set(value, (totals.get(value) ?? 0) + count)
    }
  })
  return totals
}

function quantityTest(filter: ColumnFilter): SnapshotFilter {
  const acceptedValues = acceptedValuesOf(filter)
  return (snapshot, start) => {
    const valueAt = quantityReader(snapshot)
    return (part, count) => {
      let remaining = 0
      for (let position = 0; position < count; position += 1) {
        const index = part[position] ?? start
        if (!matchesCell(filter, acceptedValues, valueAt(index - start))) continue
        part[remaining] = index
        remaining += 1
      }
      return remaining
    }
  }
}

/**
 * Returns a function that reads the quantity of an item by its index in the snapshot: a number, or a text
 * that is not one.
 */
export function quantityReader({
  quantities,
  quantityTexts,
}: CampaignIndex): (indexInSnapshot: number) => FacetValue {
  const numberAt = (indexInSnapshot: number): number | null => {
    const quantity = quantities[indexInSnapshot] ?? Number.NaN
    return Number.isNaN(quantity) ? null : quantity
  }
  if (quantityTexts === null) return numberAt
  const { codes, dictionary } = quantityTexts
  return (indexInSnapshot) =>
    cellValue(dictionary[codes[indexInSnapshot] ?? 0] ?? null) ?? numberAt(indexInSnapshot)
}

function instantTest(filter: ColumnFilter): SnapshotFilter {
  return ({ instants }, start) => {
    return (part, count) => {
      let remaining = 0
      for (let position = 0; position < count; position += 1) {
        const index = part[position] ?? start
        const instant = instants[index - start] ?? Number.NaN
        if (Number.isNaN(instant) || !isWithin(filter, instant)) continue
        part[remaining] = index
        remaining += 1
      }
      return remaining
    }
  }
}

/** Returns 1 for each item whose text is not empty and has another form. */
function findUnlikeTexts(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  form: string,
  throwIfCancelled: ThrowIfCancelled,
): Uint8Array {
  const hasForm = formTest(form)
  const isUnlike = new Uint8Array(scope.total)
  forEachText(handle, scope, column, throwIfCancelled, (index, text) => {
    const trimmed = text?.trim() ?? ''
    if (trimmed !== '' && !hasForm(trimmed)) isUnlike[index] = 1
  })
  return isUnlike
}

/**
 * Returns 1 for each item that matches a filter.
 * @param isUnlike for a filter by form: 1 for each item with another form; else null
 */
function matchingItems(texts: TextCodes, filter: ColumnFilter, isUnlike: Uint8Array | null): Uint8Array {
  const { codes, distinct } = texts
  const isAllowed = new Uint8Array(distinct + 1).fill(1)
  const exclude = (isExcluded: (code: number) => boolean): void => {
    for (let code = 0; code <= distinct; code += 1) if (isExcluded(code)) isAllowed[code] = 0
  }
  if (filter.values !== undefined) {
    const acceptedValues = filter.values.map(cellValue)
    const isAccepted = texts.matchTexts(acceptedValues.filter((value) => typeof value === 'string'))
    if (acceptedValues.includes(null)) isAccepted[0] = 1
    exclude((code) => isAccepted[code] !== 1)
  }
  if (filter.empty !== undefined) exclude((code) => (code === 0) !== filter.empty)
  if (filter.min !== undefined || filter.max !== undefined) {
    exclude((code) => !isWithin(filter, texts.numbers?.[code] ?? Number.NaN))
  }
  if (filter.duplicates === true) {
    const counts = countCodes(texts, null)
    exclude((code) => code === 0 || (counts[code] ?? 0) < 2)
  }
  const isMatch = new Uint8Array(codes.length)
  for (let index = 0; index < codes.length; index += 1) {
    isMatch[index] = isUnlike?.[index] === 0 ? 0 : (isAllowed[codes[index] ?? 0] ?? 0)
  }
  return isMatch
}

/** Counts the codes at these indexes (null for all). */
export function countCodes({ codes, distinct }: TextCodes, indexes: Int32Array | null): Int32Array {
  const counts = new Int32Array(distinct + 1)
  const count = indexes === null ? codes.length : indexes.length
  for (let position = 0; position < count; position += 1) {
    const code = codes[indexes === null ? position : (indexes[position] ?? 0)] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}
