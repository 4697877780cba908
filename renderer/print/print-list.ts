import { mount } from 'svelte'
import { columnKindOf } from '../../electron/contract/columns.ts'
import { widthOnPaper } from '../../electron/contract/paper.ts'
import type { PrintedListEntry, PrintedListHeader } from '../../electron/contract/printed-list.ts'
import { columnLabel } from '../../electron/contract/strings/columns.ts'
import { printedListStrings } from '../../electron/contract/strings/printed-list.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { fetchData, footerSheet } from './paper.ts'
import { ColumnNeeds } from './column-needs.ts'
import { shareWidth } from './column-widths.ts'
import ItemList from './ItemList.svelte'
import { createListCells } from './list-cells.ts'
import { loadScaledPicture } from './pictures.ts'
import { PrintedRows, type PrintedRow } from './printed-rows.svelte.ts'
import { createTextWidth } from './text-width.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** Pixels of a picture's longer edge: 240 per inch. */
const MAX_SIDE = 140

/** Font size of a list in points; equal to that in ItemList.svelte. */
const FONT_SIZE = 8.5
/** Widths of columns that do not depend on their content, in millimeters. */
const PICTURE = { min: 17, preferred: 17 }
const MARK = { min: 12, preferred: 12 }
const NAMED_MARK = { min: 22, preferred: 22 }
/** Notes are also written by hand. */
const NOTE = { min: 28, preferred: 45 }

/** Renders a list of items. */
export async function printList(header: PrintedListHeader): Promise<void> {
  document.title = printedListStrings.name(shownName(header.title))
  if (header.output === 'print') document.adoptedStyleSheets = [footerSheet(document.title)]

  const { columns, pictures, reviews, paper, orientation } = header.options
  const rows = new PrintedRows()
  mount(ItemList, { target: document.body, props: { header, rows } })

  const cellsOf = createListCells(header)
  const measure = createTextWidth(FONT_SIZE, 400)
  const measureHeading = createTextWidth(FONT_SIZE, 600)
  const needs = columns.map((key) => new ColumnNeeds(columnLabel(key), measureHeading, measure))
  let isMarked = false
  while (rows.count < header.count) {
    const start = rows.count
    const batch: PrintedRow[] = []
    const entries = await fetchData<readonly PrintedListEntry[]>(`entries/${String(start)}`)
    for (const [index, { row, review }] of entries.entries()) {
      const cells = cellsOf(row)
      for (const [column, cell] of cells.entries())
        needs[column]?.add(cell, cell.isNumber || columnKindOf(columns[column] ?? 'itemName') === 'dateTime')
      const isRequested = pictures && mayHavePicture(row)
      batch.push({
        cells,
        review,
        picture: isRequested ? await loadScaledPicture(`picture/${String(start + index)}/0`, MAX_SIDE) : null,
      })
    }
    isMarked ||= batch.some(({ review }) => review !== null && review.mark !== null)
    await rows.add(batch)
  }
  rows.widths = shareWidth(
    [
      ...(reviews ? [isMarked ? NAMED_MARK : MARK] : []),
      ...(pictures ? [PICTURE] : []),
      ...needs.map((need) => need.get()),
      ...(reviews ? [NOTE] : []),
    ],
    widthOnPaper(paper, orientation),
  )
}
