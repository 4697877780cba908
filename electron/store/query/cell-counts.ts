import type { FacetValue } from '../../contract/query.ts'
import type { CodedColumn } from '../index-columns.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { cellValue } from './ranks.ts'
import { forEachSnapshot, type Scope } from './scope.ts'
import type { TextCodes } from './text-codes.ts'

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
