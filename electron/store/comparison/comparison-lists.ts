import type { ComparisonCounts, ComparisonQuery, ComparisonWindow } from '../../contract/comparison.ts'
import { columnsOf, maskOf, type MatchedItems } from './matched-items.ts'

/** The rows of a query, with the counts of all rows that the search finds. */
export interface FoundRows extends Pick<ComparisonWindow, 'counts' | 'fields'> {
  /** Rows in the order of the service. */
  readonly rows: Int32Array
  /** The mask of the columns whose differences are shown. */
  readonly columnMask: number
}

/**
 * Returns the rows of a query, without its search and order.
 * @param isFound returns whether the search finds a row
 */
export function findRows(
  items: MatchedItems,
  { by, columns, list, column }: Pick<ComparisonQuery, 'by' | 'columns' | 'list' | 'column'>,
  isFound: (row: number) => boolean,
): FoundRows {
  const mask = maskOf(columns, by)
  const columnMask = column === null ? mask : mask & maskOf([column], by)
  const counts: { -readonly [Key in keyof ComparisonCounts]: number } = {
    different: 0,
    equal: 0,
    onlyFirst: 0,
    onlySecond: 0,
    notMatched: 0,
    missing: 0,
    ambiguous: 0,
  }
  const byMask = new Map<number, number>()
  const rows = new Int32Array(items.count)
  let length = 0
  for (let row = 0; row < items.count; row += 1) {
    if (!isFound(row)) continue
    const listOfRow = items.listOf(row, mask)
    counts[listOfRow] += 1
    const reason = items.reasonOf(row)
    if (reason !== null) counts[reason] += 1
    const differences = items.differencesOf(row, mask)
    if (differences !== 0) byMask.set(differences, (byMask.get(differences) ?? 0) + 1)
    const isListed = list === null ? listOfRow !== 'equal' : listOfRow === list
    if (!isListed || (listOfRow === 'different' && (differences & columnMask) === 0)) continue
    rows[length] = row
    length += 1
  }
  return { rows: rows.slice(0, length), columnMask, counts, fields: countFields(byMask) }
}

function countFields(byMask: ReadonlyMap<number, number>): ComparisonWindow['fields'] {
  const counts = new Map<ComparisonWindow['fields'][number]['column'], number>()
  for (const [mask, count] of byMask)
    for (const column of columnsOf(mask)) counts.set(column, (counts.get(column) ?? 0) + count)
  return [...counts]
    .map(([column, count]) => ({ column, count }))
    .sort((one, other) => other.count - one.count)
}

/**
 * Sorts rows by the position of their items in a list of keys; rows without one come last.
 * @param byDifference whether larger differences of the quantities come first
 */
export function sortRows(
  items: MatchedItems,
  rows: Int32Array,
  keys: Int32Array,
  byDifference: boolean,
): Int32Array {
  const positions = new Map<number, number>()
  for (const [position, key] of keys.entries()) positions.set(key, position)
  const positionOf = (row: number): number =>
    positions.get(items.first[row] ?? 0) ?? positions.get(items.second[row] ?? 0) ?? keys.length
  // Numbers are sorted much faster without a function that compares them.
  const packed = Float64Array.from(rows, (row, index) => positionOf(row) * MAX_ROWS + index).sort()
  const sorted = Int32Array.from(packed, (each) => rows[each % MAX_ROWS] ?? 0)
  if (!byDifference) return sorted
  const changed = sorted.filter((row) => items.changeOf(row) > 0)
  changed.sort((one, other) => items.changeOf(other) - items.changeOf(one))
  const others = sorted.filter((row) => items.changeOf(row) === 0)
  sorted.set(changed)
  sorted.set(others, changed.length)
  return sorted
}

/** A power of two, because the index of a row is packed with its position. */
const MAX_ROWS = 2 ** 24
