import type { FacetValue } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import type { CodedColumn } from '../index-columns.ts'
import { HAS_UPDATED_AT } from '../item-shape.ts'
import { cellValue } from './cells.ts'
import type { CodedValues } from './campaign-index.ts'
import { ranksOfKeys } from './packed-sort.ts'
import { compareValues, EMPTY_RANK, ranksOfNumbers, type Ranks } from './ranks.ts'
import { keysAt, type Scope } from './scope.ts'
import { keysOfAll, keysOfSome, type TextColumn } from './sort-texts.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** A column that is ranked by what each item has in it. */
export type RankedColumn = TextColumn | 'qty'

/** Ranks of all items of a scope. Must run inside a snapshot. */
export function ranksOfAll(
  handle: ReadHandle,
  scope: Scope,
  column: RankedColumn,
  throwIfCancelled: ThrowIfCancelled,
): Ranks {
  if (column !== 'qty' && column !== 'updatedAt')
    return ranksOfKeys(keysOfAll(handle, scope, column, throwIfCancelled), throwIfCancelled)
  return column === 'qty'
    ? ranksOfQuantities(scope, null)
    : ranksOfInstants(handle, scope, null, throwIfCancelled)
}

/** Ranks of the items at these places, in their order. Must run inside a snapshot. */
export function ranksOfSome(
  handle: ReadHandle,
  scope: Scope,
  places: Int32Array,
  column: RankedColumn,
  throwIfCancelled: ThrowIfCancelled,
): Ranks {
  if (column === 'qty') return ranksOfQuantities(scope, places)
  if (column === 'updatedAt') return ranksOfInstants(handle, scope, places, throwIfCancelled)
  return ranksOfKeys(keysOfSome(handle, keysAt(scope, places), column, throwIfCancelled), throwIfCancelled)
}

/** Quantities by their numbers; after them those that are none, as texts. */
function ranksOfQuantities(scope: Scope, places: Int32Array | null): Ranks {
  const { ranks, distinct } = withNumbers(scope, places, 'quantities', ranksOfNumbers)
  const texts = new Map<number, string>()
  eachPlace(scope, places, (copyAt) => {
    const coded = scope.copies[copyAt]?.quantityTexts ?? null
    return (at, inCopy) => {
      const text = coded === null ? null : textAt(coded, inCopy)
      if (text !== null && ranks[at] === EMPTY_RANK) texts.set(at, text)
    }
  })
  if (texts.size === 0) return { ranks, distinct }
  const ordered = [...new Set(texts.values())].sort(compareValues)
  const rankOf = new Map<string, number>()
  let count = 0
  for (const [at, text] of ordered.entries()) {
    if (at === 0 || compareValues(ordered[at - 1] ?? '', text) !== 0) count += 1
    rankOf.set(text, distinct + count - 1)
  }
  for (const [at, text] of texts) ranks[at] = rankOf.get(text) ?? EMPTY_RANK
  return { ranks, distinct: distinct + count }
}

/** The text at a place in a snapshot; null where there is none, or nothing but white space. */
function textAt({ codes, dictionary }: CodedValues, inCopy: number): string | null {
  const value = cellValue(dictionary[codes[inCopy] ?? 0] ?? null)
  return typeof value === 'string' ? value : null
}

/** Timestamps by their instant, whatever their spelling; after them those that cannot be read, as texts. */
function ranksOfInstants(
  handle: ReadHandle,
  scope: Scope,
  places: Int32Array | null,
  throwIfCancelled: ThrowIfCancelled,
): Ranks {
  const { ranks, distinct, unread } = withNumbers(scope, places, 'instants', (instants) => ({
    ...ranksOfNumbers(instants),
    unread: unreadTimestamps(scope, places, instants),
  }))
  if (unread.length === 0) return { ranks, distinct }
  const keys = keysAt(scope, places === null ? unread : unread.map((at) => places[at] ?? 0))
  const texts = ranksOfKeys(keysOfSome(handle, keys, 'updatedAt', throwIfCancelled), throwIfCancelled)
  for (const [index, at] of unread.entries()) ranks[at] = distinct + (texts.ranks[index] ?? 0)
  return { ranks, distinct: distinct + texts.distinct }
}

/**
 * Ranks of the items at these places (null: all), in their order. The values of all copies are ranked
 * together; each copy's codes then stand for ranks.
 */
export function ranksOfCodes(scope: Scope, places: Int32Array | null, column: CodedColumn): Ranks {
  const values = new Set<FacetValue>(
    scope.copies.flatMap((copy) => copy.coded(column).dictionary.map((value) => cellValue(value))),
  )
  values.delete(null)
  const rankOf = new Map<FacetValue, number>()
  let distinct = 0
  let before: FacetValue = null
  for (const value of [...values].sort(compareValues)) {
    if (before === null || compareValues(before, value) !== 0) distinct += 1
    rankOf.set(value, distinct - 1)
    before = value
  }
  const ranks = new Int32Array(places?.length ?? scope.total)
  eachPlace(scope, places, (copyAt) => {
    const coded = scope.copies[copyAt]?.coded(column)
    const ofCodes = Int32Array.from(
      coded?.dictionary ?? [],
      (value) => rankOf.get(cellValue(value)) ?? EMPTY_RANK,
    )
    return (at, inCopy) => {
      ranks[at] = ofCodes[coded?.codes[inCopy] ?? 0] ?? EMPTY_RANK
    }
  })
  return { ranks, distinct }
}

/** Does something with the numbers of items; those of all, which are held, are taken as they are. */
function withNumbers<Value>(
  scope: Scope,
  places: Int32Array | null,
  column: 'quantities' | 'instants',
  use: (numbers: Float64Array) => Value,
): Value {
  const [only] = scope.copies
  if (places === null && scope.copies.length === 1 && only !== undefined) return use(only[column])
  const numbers = new Float64Array(places?.length ?? scope.total)
  eachPlace(scope, places, (copyAt) => {
    const values = scope.copies[copyAt]?.[column]
    return (at, inCopy) => {
      numbers[at] = values?.[inCopy] ?? Number.NaN
    }
  })
  const value = use(numbers)
  releaseBuffers(numbers)
  return value
}

/** Indices of the places whose timestamp is there but cannot be read. */
function unreadTimestamps(scope: Scope, places: Int32Array | null, instants: Float64Array): Int32Array {
  const unread: number[] = []
  eachPlace(scope, places, (copyAt) => {
    const shapes = scope.copies[copyAt]?.shapes
    return (at, inCopy) => {
      if (Number.isNaN(instants[at]) && ((shapes?.[inCopy] ?? 0) & HAS_UPDATED_AT) !== 0) unread.push(at)
    }
  })
  return Int32Array.from(unread)
}

/** Goes through ascending places (null: all), with a visitor made once for each snapshot. */
function eachPlace(
  scope: Scope,
  places: Int32Array | null,
  visitorOf: (copyAt: number) => (at: number, inCopy: number) => void,
): void {
  let copyAt = -1
  let end = 0
  let start = 0
  let visit: (at: number, inCopy: number) => void = () => undefined
  const count = places?.length ?? scope.total
  for (let at = 0; at < count; at += 1) {
    const place = places === null ? at : (places[at] ?? 0)
    if (place >= end) {
      while (place >= end) {
        copyAt += 1
        start = scope.starts[copyAt] ?? 0
        end = start + (scope.copies[copyAt]?.count ?? 1)
      }
      visit = visitorOf(copyAt)
    }
    visit(at, place - start)
  }
}
