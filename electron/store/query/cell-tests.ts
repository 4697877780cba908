import type { ColumnKind } from '../../contract/columns.ts'
import { fieldText } from '../../contract/fields.ts'
import type { FacetValue } from '../../contract/query.ts'
import { isInRange } from '../../contract/search-ranges.ts'
import { messages } from '../../contract/messages.ts'
import { instantOf } from '../decode-json.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { createValueTest, rangesOfDays } from './cell-conditions.ts'
import type { CellCondition, TextCondition } from './resolved-condition.ts'
import { instantIn, numberIn } from './text-codes.ts'
import { createMatcher } from './text-scan.ts'

/** Returns 1 for each trimmed cell with a matching text. Throws what the matcher throws. */
export function matchTexts(
  kind: ColumnKind | 'any',
  cells: readonly FacetValue[],
  cell: TextCondition,
  throwIfCancelled: ThrowIfCancelled,
): Uint8Array {
  const { match } = createMatcher(cell, throwIfCancelled)
  const flags = messages.items
  const positions: number[] = []
  const texts: string[] = []
  for (const [position, value] of cells.entries()) {
    if (typeof value !== 'string') continue
    positions.push(position)
    texts.push(kind === 'any' ? fieldText(value, flags) : value)
  }
  const matches = new Uint8Array(cells.length)
  for (const [index, isMatch] of match(texts).entries()) matches[positions[index] ?? 0] = isMatch
  return matches
}

/**
 * Returns a test for the trimmed cells of a column, without the conditions on texts and duplicates. It
 * compares dates and the values of fields as filters do.
 */
export function createCellTest(
  kind: ColumnKind | 'any',
  cell: CellCondition,
): (value: FacetValue) => boolean {
  if (kind === 'any' && cell.kind === 'range') {
    const { range, of } = cell
    const read = of === 'numbers' ? numberIn : instantIn
    return (value) => typeof value === 'string' && isInRange(range, read(value))
  }
  if (kind === 'dateTime' && cell.kind !== 'empty') {
    const ranges =
      cell.kind === 'range' ? [cell.range] : cell.kind === 'values' ? rangesOfDays(cell.values) : []
    const acceptsEmpty = cell.kind === 'values' && cell.values.includes(null)
    return (value) =>
      typeof value === 'string'
        ? ranges.some((range) => isInRange(range, instantOf(value) ?? Number.NaN))
        : acceptsEmpty
  }
  return createValueTest(cell)
}
