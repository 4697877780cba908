import { clipText } from '../../electron/contract/clip-text.ts'
import { columnKindOf, type ColumnKey } from '../../electron/contract/columns.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { PrintedListHeader } from '../../electron/contract/printed-list.ts'
import { createCellText, holdsNumber } from '../grid/cell-text.ts'

/** A field may hold a whole document; that is nothing for a cell on paper. */
const MAX_CHARACTERS = 1_000
/** From so many characters, or line breaks, on a text may need more lines than a row is to have. */
const LONG_CHARACTERS = 100
const LONG_BREAKS = 7

/** A cell of a printed list. */
export interface ListCell {
  readonly text: string
  /** It stands at the end of its cell. */
  readonly isNumber: boolean
  /** It may have to be cut after some lines. */
  readonly isLong: boolean
}

/** A text on paper, as much of it as a row has room for. */
export function asCell(text: string, isNumber = false): ListCell {
  const shown = clipText(text, MAX_CHARACTERS)
  return {
    text: shown,
    isNumber,
    isLong: shown.length > LONG_CHARACTERS || shown.split('\n', LONG_BREAKS + 1).length > LONG_BREAKS,
  }
}

/** Whether numbers stand below the head of a column. */
export const holdsNumbers = (key: ColumnKey): boolean => columnKindOf(key) === 'number' && key !== 'status'

/** Makes the cells of a row, one for each column of the list. */
export function createListCells({
  locale,
  options,
  statusLabels,
}: PrintedListHeader): (row: ItemRow) => readonly ListCell[] {
  const cellText = createCellText(locale)
  const statusNames = new Map(statusLabels.map(({ value, name }) => [value, name]))
  const textOf = (row: ItemRow, key: ColumnKey): string => {
    const name = key === 'status' && typeof row.status === 'number' ? (statusNames.get(row.status) ?? '') : ''
    return name === '' ? cellText.of(row, key) : name
  }
  return (row) =>
    options.columns.map((key) => asCell(textOf(row, key), holdsNumbers(key) || holdsNumber(row, key)))
}
