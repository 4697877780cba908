import { mount, tick, unmount } from 'svelte'
import { LIST_MARGINS, widthOnPaper } from '../../electron/contract/paper.ts'
import {
  PICTURES_PER_REQUEST,
  rowsOfPage,
  type PrintedListEntry,
  type PrintedListHeader,
} from '../../electron/contract/printed-list.ts'
import { columnLabel } from '../../electron/contract/strings/columns.ts'
import { printedListStrings } from '../../electron/contract/strings/printed-list.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { fetchData, pageRoot, sheetRules } from './paper.ts'
import { ColumnNeeds } from './column-needs.ts'
import { shareWidth, type ColumnNeed, type SharedWidths } from './column-widths.ts'
import { divideRows } from './divide-rows.ts'
import ItemList from './ItemList.svelte'
import { createListCells } from './list-cells.ts'
import { loadScaledPicture } from './pictures.ts'
import { PrintedPages, type PrintedPage, type PrintedRow } from './printed-rows.svelte.ts'
import { createTextWidth } from './text-width.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** Pixels of a picture's longer edge: 240 per inch. */
const MAX_SIDE = 140

/** Font size of a list in points; equal to that in ItemList.svelte. */
const FONT_SIZE = 8
/** Widths of columns that do not depend on their content, in millimeters. */
const PICTURE = { min: 17, preferred: 17 }
const MARK = { min: 10, preferred: 10 }
/** Notes are also written by hand. */
const NOTE = { min: 22, preferred: 40 }
/** Names on one line are worth a font this much smaller. */
const NAME_SCALE = 0.88
/** Pages that are rendered at once, so that a preview soon shows the first ones. */
const PAGES_AT_ONCE = 10

/** Renders a list of items. */
export async function printList(header: PrintedListHeader): Promise<void> {
  document.title = printedListStrings.name(shownName(header.title))
  const { columns, pictures, reviews, paper, orientation, pageTotals } = header.options
  document.adoptedStyleSheets = [sheetRules(paper, orientation)]

  const cellsOf = createListCells(header)
  const measure = createTextWidth(FONT_SIZE, 400)
  const measureBold = createTextWidth(FONT_SIZE, 600)
  const needs = columns.map(
    (key) => new ColumnNeeds(columnLabel(key), measureBold, key === 'posNumber' ? measureBold : measure),
  )
  const rows: PrintedRow[] = []
  while (rows.length < header.count) {
    const start = rows.length
    const entries = await fetchData<readonly PrintedListEntry[]>(`entries/${String(start)}`)
    if (entries.length === 0) throw new Error('There are fewer rows than there were to be.')
    const loaded = pictures ? await picturesOf(entries, start, header) : []
    for (const [index, { row, review }] of entries.entries()) {
      const cells = cellsOf(row)
      for (const [column, cell] of cells.entries()) needs[column]?.add(cell, columns[column] === 'posNumber')
      const picture = loaded[index] ?? null
      rows.push({ cells, review, picture, quantity: typeof row.qty === 'number' ? row.qty : 0 })
    }
  }
  const widths = sharedWidths(
    [
      ...(reviews ? [MARK] : []),
      ...(pictures ? [PICTURE] : []),
      ...needs.map((need) => need.get()),
      ...(reviews ? [NOTE] : []),
    ],
    columns.includes('itemName') ? columns.indexOf('itemName') + Number(reviews) + Number(pictures) : -1,
    widthOnPaper(paper, orientation, LIST_MARGINS),
  )

  const printed = new PrintedPages(widths)
  const space = await measureRows(header, printed, rows)
  const ranges = divideRows(space.heights, space)
  const total = { count: rows.length, quantity: sumOf(rows), isWhole: true }
  const pages = ranges.map(({ start, end }, index): PrintedPage => {
    const ofPage = rows.slice(start, end)
    const isLast = index === ranges.length - 1
    return {
      number: index + 1,
      rows: ofPage,
      total: isLast
        ? total
        : pageTotals
          ? { count: ofPage.length, quantity: sumOf(ofPage), isWhole: false }
          : null,
    }
  })
  printed.count = pages.length
  mount(ItemList, { target: pageRoot(), props: { header, printed } })
  for (let end = PAGES_AT_ONCE; end < pages.length + PAGES_AT_ONCE; end += PAGES_AT_ONCE) {
    printed.pages = pages.slice(0, end)
    await tick()
  }
}

/** A preview loads pictures when they are scrolled into view; printed ones are loaded and scaled before. */
async function picturesOf(
  entries: readonly PrintedListEntry[],
  start: number,
  { output }: PrintedListHeader,
): Promise<readonly PrintedRow['picture'][]> {
  if (output === 'preview') {
    return entries.map(({ row }, index) =>
      mayHavePicture(row) ? `picture/${String(start + index)}/0` : null,
    )
  }
  // Main loads the next ones meanwhile.
  const parts = Array.from({ length: Math.ceil(entries.length / PICTURES_PER_REQUEST) }, (_, index) =>
    fetchData<readonly (string | null)[]>(`pictures/${String(start + index * PICTURES_PER_REQUEST)}`),
  )
  const pictures: PrintedRow['picture'][] = []
  for (const part of parts) {
    const scaled = (await part).map(async (address) =>
      address === null ? null : loadScaledPicture(address, MAX_SIDE),
    )
    pictures.push(...(await Promise.all(scaled)))
  }
  return pictures
}

/** Gives the names one line each as far as there is space; texts that may be cut give way to them. */
function sharedWidths(all: readonly ColumnNeed[], nameIndex: number, available: number): SharedWidths {
  const name = all[nameIndex]
  const space = available / NAME_SCALE
  const isEnough = all.reduce((sum, need) => sum + (need === name ? need.preferred : need.min), 0) <= space
  const needs = isEnough ? all : all.map((need) => ({ ...need, min: need.tight ?? need.min }))
  const others = needs.reduce((sum, { min }, index) => (index === nameIndex ? sum : sum + min), 0)
  return shareWidth(
    needs.map((need, index) =>
      index === nameIndex
        ? { ...need, min: Math.max(need.min, Math.min(need.preferred, space - others)) }
        : need,
    ),
    available,
  )
}

/** Measures the heights of rows, and the space for them on pages, on a sheet with all rows. In CSS pixels. */
async function measureRows(header: PrintedListHeader, printed: PrintedPages, rows: readonly PrintedRow[]) {
  const probe = mount(ItemList, { target: pageRoot(), props: { header, printed } })
  const heightOf = (selector: string): number =>
    document.querySelector<HTMLElement>(selector)?.getBoundingClientRect().height ?? 0
  const rowCount = rowsOfPage(header.options)
  const withoutPictures = rows.map((row) => ({ ...row, picture: null }))
  const total = { count: 0, quantity: 0, isWhole: true }
  printed.pages = [{ number: 1, rows: [], total }]
  await tick()
  const sheet = heightOf('.content')
  const others = sheet - ['.title', 'thead', 'tfoot', 'footer'].reduce((sum, each) => sum + heightOf(each), 0)
  printed.rowHeight = Math.floor((others - 1) / rowCount)
  printed.pages = [{ number: 1, rows: withoutPictures, total }]
  await tick()
  const heights = Array.from(
    document.querySelectorAll('tbody tr'),
    (row) => row.getBoundingClientRect().height,
  )
  const space = { heights, first: others - heightOf('.remarks'), others, rows: rowCount }
  printed.pages = []
  await unmount(probe)
  return space
}

const sumOf = (rows: readonly PrintedRow[]): number => rows.reduce((sum, { quantity }) => sum + quantity, 0)
