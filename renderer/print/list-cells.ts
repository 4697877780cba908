import { clipText } from '../../electron/contract/clip-text.ts'
import { ARTWORK_SEPARATOR, columnKindOf, type ColumnKey } from '../../electron/contract/columns.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { PrintedListHeader } from '../../electron/contract/printed-list.ts'
import { labelName } from '../../electron/contract/value-label.ts'
import { createCellText, holdsNumber, tailStart } from '../grid/cell-text.ts'

/** Fields can contain whole documents. */
const MAX_CHARACTERS = 1_000
/** Characters, or line breaks, from which a text may need more lines than a row has. */
const LONG_CHARACTERS = 100
const LONG_BREAKS = 7

/** How a text uses the width of its column. */
export type TextFlow =
  /** Continues on further lines. */
  | 'wrap'
  /** Never breaks: a number or a time. */
  | 'whole'
  /** Is cut at its end, or before the tail. */
  | 'cut'

/** A cell of a printed list. */
export interface ListCell {
  readonly text: string
  /** Index of the end of a cut text that stays visible, for example a version. */
  readonly tail: number
  readonly flow: TextFlow
  /** Whether it is aligned at the end of its cell. */
  readonly isNumber: boolean
  /** Whether it may have to be cut after some lines. */
  readonly isLong: boolean
}

/** Returns a text for a printed cell, clipped. */
export function asCell(
  text: string,
  { isNumber = false, flow = 'wrap', tail }: Partial<Pick<ListCell, 'isNumber' | 'flow' | 'tail'>> = {},
): ListCell {
  const shown = clipText(flow === 'cut' ? text.replace(/\s+/gu, ' ') : text, MAX_CHARACTERS)
  return {
    text: shown,
    tail: Math.min(tail ?? shown.length, shown.length),
    flow,
    isNumber,
    isLong:
      flow === 'wrap' &&
      (shown.length > LONG_CHARACTERS || shown.split('\n', LONG_BREAKS + 1).length > LONG_BREAKS),
  }
}

/** Returns whether a column contains numbers. */
export const holdsNumbers = (key: ColumnKey): boolean => columnKindOf(key) === 'number' && key !== 'status'

/** Columns that are always printed in full. */
const isIdentifying = (key: ColumnKey): boolean => key === 'posNumber' || key === 'itemName'

/** What the texts of cells depend on. */
interface ListCellContext extends Pick<PrintedListHeader, 'locale' | 'statusLabels'> {
  readonly options: Pick<PrintedListHeader['options'], 'columns' | 'wrapTexts'> & {
    /** Whether names of artworks are cut even if other texts continue on further lines. */
    readonly cutsArtwork?: boolean
  }
}

/** Creates the cells of a row, one for each column of the list. */
export function createListCells({
  locale,
  options,
  statusLabels,
}: ListCellContext): (row: ItemRow) => readonly ListCell[] {
  const cellText = createCellText(locale)
  const textOf = (row: ItemRow, key: ColumnKey): string =>
    key === 'status' && typeof row.status === 'number'
      ? labelName(row.status, statusLabels)
      : cellText.of(row, key)
  const cellOf = (row: ItemRow, key: ColumnKey): ListCell => {
    const text = textOf(row, key)
    const isNumber = holdsNumbers(key) || holdsNumber(row, key)
    if (isNumber || columnKindOf(key) === 'dateTime') return asCell(text, { isNumber, flow: 'whole' })
    if (key === 'artworkNames' && (options.cutsArtwork === true || !options.wrapTexts))
      return artworkCell(text)
    if (options.wrapTexts || isIdentifying(key)) {
      if (!isIdentifying(key)) return asCell(text)
      // Names are printed in full, without a limit of lines. Their own breaks could exceed a page.
      return { ...asCell(text.replace(/\s+/gu, ' ')), isLong: false }
    }
    return asCell(text, { flow: 'cut' })
  }
  return (row) => options.columns.map((key) => cellOf(row, key))
}

/** Returns the first name, whose end stays visible, with the number of the others. */
function artworkCell(text: string): ListCell {
  const [first = '', ...others] = text.split(ARTWORK_SEPARATOR)
  const shown = others.length === 0 ? first : `${first} +${String(others.length)}`
  return asCell(shown, { flow: 'cut', tail: tailStart(first, 'artworkNames') })
}
