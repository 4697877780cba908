import type { FacetValue } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import type { CodedColumn } from '../index-columns.ts'
import { HAS_UPDATED_AT } from '../item-shape.ts'
import type { CodedValues } from './campaign-index.ts'
import { ranksOfKeys } from './packed-sort.ts'
import { compareValues, EMPTY_RANK, ranksOfNumbers, type Ranks, cellValue } from './ranks.ts'
import { keysAt, type Scope } from './scope.ts'
import { allSortKeys, sortKeysOf, type TextColumn } from './sort-texts.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** A column that is ranked by its values rather than by codes. */
export type RankedColumn = TextColumn | 'qty'

/** Ranks all items of a scope. Must run inside a read transaction. */
export function ranksOfAll(
  handle: ReadHandle,
  scope: Scope,
  column: RankedColumn,
  throwIfCancelled: ThrowIfCancelled,
): Ranks {
  if (column !== 'qty' && column !== 'updatedAt')
    return ranksOfKeys(allSortKeys(handle, scope, column, throwIfCancelled), throwIfCancelled)
  return column === 'qty'
    ? ranksOfQuantities(scope, null)
    : ranksOfInstants(handle, scope, null, throwIfCancelled)
}

/** Ranks the items at these indexes, in their order. Must run inside a read transaction. */
export function ranksOfSome(
  handle: ReadHandle,
  scope: Scope,
  indexes: Int32Array,
  column: RankedColumn,
  throwIfCancelled: ThrowIfCancelled,
): Ranks {
  if (column === 'qty') return ranksOfQuantities(scope, indexes)
  if (column === 'updatedAt') return ranksOfInstants(handle, scope, indexes, throwIfCancelled)
  return ranksOfKeys(sortKeysOf(handle, keysAt(scope, indexes), column, throwIfCancelled), throwIfCancelled)
}

/** Ranks quantities as numbers, followed by those that are texts. */
function ranksOfQuantities(scope: Scope, indexes: Int32Array | null): Ranks {
  const { ranks, distinct } = withNumbers(scope, indexes, 'quantities', ranksOfNumbers)
  const texts = new Map<number, string>()
  forEachIndex(scope, indexes, (snapshotIndex) => {
    const coded = scope.snapshots[snapshotIndex]?.quantityTexts ?? null
    return (rankIndex, indexInSnapshot) => {
      const text = coded === null ? null : textAt(coded, indexInSnapshot)
      if (text !== null && ranks[rankIndex] === EMPTY_RANK) texts.set(rankIndex, text)
    }
  })
  if (texts.size === 0) return { ranks, distinct }
  const ordered = [...new Set(texts.values())].sort(compareValues)
  const rankOf = new Map<string, number>()
  let count = 0
  for (const [rankIndex, text] of ordered.entries()) {
    if (rankIndex === 0 || compareValues(ordered[rankIndex - 1] ?? '', text) !== 0) count += 1
    rankOf.set(text, distinct + count - 1)
  }
  for (const [rankIndex, text] of texts) ranks[rankIndex] = rankOf.get(text) ?? EMPTY_RANK
  return { ranks, distinct: distinct + count }
}

/** Returns the text of an item in a snapshot, or null if it is empty. */
function textAt({ codes, dictionary }: CodedValues, indexInSnapshot: number): string | null {
  const value = cellValue(dictionary[codes[indexInSnapshot] ?? 0] ?? null)
  return typeof value === 'string' ? value : null
}

/** Ranks timestamps by instant, followed by invalid ones as texts. */
function ranksOfInstants(
  handle: ReadHandle,
  scope: Scope,
  indexes: Int32Array | null,
  throwIfCancelled: ThrowIfCancelled,
): Ranks {
  const { ranks, distinct, invalid } = withNumbers(scope, indexes, 'instants', (instants) => ({
    ...ranksOfNumbers(instants),
    invalid: invalidTimestamps(scope, indexes, instants),
  }))
  if (invalid.length === 0) return { ranks, distinct }
  const keys = keysAt(scope, indexes === null ? invalid : invalid.map((rankIndex) => indexes[rankIndex] ?? 0))
  const texts = ranksOfKeys(sortKeysOf(handle, keys, 'updatedAt', throwIfCancelled), throwIfCancelled)
  for (const [index, rankIndex] of invalid.entries()) {
    const rank = texts.ranks[index] ?? EMPTY_RANK
    // An empty text is an empty cell.
    ranks[rankIndex] = rank === EMPTY_RANK ? EMPTY_RANK : distinct + rank
  }
  return { ranks, distinct: distinct + texts.distinct }
}

/**
 * Ranks the items at these indexes (null for all), in their order. The values of all snapshots are ranked
 * together; then each code is mapped to a rank.
 */
export function ranksOfCodes(scope: Scope, indexes: Int32Array | null, column: CodedColumn): Ranks {
  const values = new Set<FacetValue>(
    scope.snapshots.flatMap((snapshot) =>
      snapshot.codedValues(column).dictionary.map((value) => cellValue(value)),
    ),
  )
  values.delete(null)
  const rankOf = new Map<FacetValue, number>()
  let distinct = 0
  let previous: FacetValue = null
  for (const value of [...values].sort(compareValues)) {
    if (previous === null || compareValues(previous, value) !== 0) distinct += 1
    rankOf.set(value, distinct - 1)
    previous = value
  }
  const ranks = new Int32Array(indexes?.length ?? scope.total)
  forEachIndex(scope, indexes, (snapshotIndex) => {
    const coded = scope.snapshots[snapshotIndex]?.codedValues(column)
    const ranksOfSnapshot = Int32Array.from(
      coded?.dictionary ?? [],
      (value) => rankOf.get(cellValue(value)) ?? EMPTY_RANK,
    )
    return (rankIndex, indexInSnapshot) => {
      ranks[rankIndex] = ranksOfSnapshot[coded?.codes[indexInSnapshot] ?? 0] ?? EMPTY_RANK
    }
  })
  return { ranks, distinct }
}

/** Calls a function with the numbers of items. The column of a single snapshot is not copied. */
function withNumbers<Value>(
  scope: Scope,
  indexes: Int32Array | null,
  column: 'quantities' | 'instants',
  use: (numbers: Float64Array) => Value,
): Value {
  const [first] = scope.snapshots
  if (indexes === null && scope.snapshots.length === 1 && first !== undefined) return use(first[column])
  const numbers = new Float64Array(indexes?.length ?? scope.total)
  forEachIndex(scope, indexes, (snapshotIndex) => {
    const values = scope.snapshots[snapshotIndex]?.[column]
    return (rankIndex, indexInSnapshot) => {
      numbers[rankIndex] = values?.[indexInSnapshot] ?? Number.NaN
    }
  })
  const value = use(numbers)
  releaseBuffers(numbers)
  return value
}

/** Returns the rank indexes of items whose timestamp is present but invalid. */
function invalidTimestamps(scope: Scope, indexes: Int32Array | null, instants: Float64Array): Int32Array {
  const invalid: number[] = []
  forEachIndex(scope, indexes, (snapshotIndex) => {
    const shapes = scope.snapshots[snapshotIndex]?.shapes
    return (rankIndex, indexInSnapshot) => {
      if (Number.isNaN(instants[rankIndex]) && ((shapes?.[indexInSnapshot] ?? 0) & HAS_UPDATED_AT) !== 0)
        invalid.push(rankIndex)
    }
  })
  return Int32Array.from(invalid)
}

/**
 * Visits ascending indexes (null for all) with a visitor for each snapshot. The rank index counts the visited
 * items.
 */
function forEachIndex(
  scope: Scope,
  indexes: Int32Array | null,
  createVisitor: (snapshotIndex: number) => (rankIndex: number, indexInSnapshot: number) => void,
): void {
  let snapshotIndex = -1
  let end = 0
  let start = 0
  let visit: (rankIndex: number, indexInSnapshot: number) => void = () => undefined
  const count = indexes?.length ?? scope.total
  for (let rankIndex = 0; rankIndex < count; rankIndex += 1) {
    const itemIndex = indexes === null ? rankIndex : (indexes[rankIndex] ?? 0)
    if (itemIndex >= end) {
      while (itemIndex >= end) {
        snapshotIndex += 1
        start = scope.starts[snapshotIndex] ?? 0
        end = start + (scope.snapshots[snapshotIndex]?.count ?? 1)
      }
      visit = createVisitor(snapshotIndex)
    }
    visit(rankIndex, itemIndex - start)
  }
}
