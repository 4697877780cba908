import { clipText } from '../../electron/contract/clip-text.ts'
import { columnKindOf, type ColumnKey } from '../../electron/contract/columns.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { PrintedListHeader } from '../../electron/contract/printed-list.ts'
import { labelName } from '../../electron/contract/value-label.ts'
import { createCellText, holdsNumber } from '../grid/cell-text.ts'

/** Fields can contain whole documents. */
const MAX_CHARACTERS = 1_000
/** Characters, or line breaks, from which a text may need more lines than a row has. */
const LONG_CHARACTERS = 100
const LONG_BREAKS = 7

/** A cell of a printed list. */
export interface ListCell {
  readonly text: string
  /** Whether it is aligned at the end of its cell. */
  readonly isNumber: boolean
  /** Whether it may have to be cut after some lines. */
  readonly isLong: boolean
}

/** Returns a text for a printed cell, clipped. */
export function asCell(text: string, isNumber = false): ListCell {
  const shown = clipText(text, MAX_CHARACTERS)
  return {
    text: shown,
    isNumber,
    isLong: shown.length > LONG_CHARACTERS || shown.split('\n', LONG_BREAKS + 1).length > LONG_BREAKS,
  }
}

/** Returns whether a column contains numbers. */
export const holdsNumbers = (key: ColumnKey): boolean => columnKindOf(key) === 'number' && key !== 'status'

/** Creates the cells of a row, one for each column of the list. */
export function createListCells({
  locale,
  options,
  statusLabels,
}: PrintedListHeader): (row: ItemRow) => readonly ListCell[] {
  const cellText = createCellText(locale)
  const textOf = (row: ItemRow, key: ColumnKey): string =>
    key === 'status' && typeof row.status === 'number'
      ? labelName(row.status, statusLabels)
      : cellText.of(row, key)
  return (row) =>
    options.columns.map((key) => asCell(textOf(row, key), holdsNumbers(key) || holdsNumber(row, key)))
}
