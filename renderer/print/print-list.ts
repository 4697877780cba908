import { mount, tick, unmount } from 'svelte'
import { LIST_MARGINS, widthOnPaper } from '../../electron/contract/paper.ts'
import {
  PICTURES_PER_REQUEST,
  rowsOfPage,
  type PrintedListEntry,
  type PrintedListHeader,
} from '../../electron/contract/printed-list.ts'
import { printedListStrings } from '../../electron/contract/strings/printed-list.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { fetchData, pageRoot, sheetRules, showInParts } from './paper.ts'
import { divideRows } from './divide-rows.ts'
import ItemList from './ItemList.svelte'
import { createListCells } from './list-cells.ts'
import { ListWidths } from './list-widths.ts'
import { loadScaledPicture } from './pictures.ts'
import { PrintedPages, type PrintedPage, type PrintedRow } from './printed-rows.svelte.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** Pixels of a picture's longer edge: 240 per inch. */
const MAX_SIDE = 140

/** Widths of columns that do not depend on their content, in millimeters. */
const PICTURE = { min: 17, preferred: 17 }
const MARK = { min: 10, preferred: 10 }
/** Notes are also written by hand. */
const NOTE = { min: 22, preferred: 40 }

/** Renders a list of items. */
export async function printList(header: PrintedListHeader): Promise<void> {
  document.title = printedListStrings.name(shownName(header.title))
  const { columns, pictures, reviews, paper, orientation, pageTotals } = header.options
  document.adoptedStyleSheets = [sheetRules(paper, orientation)]

  const cellsOf = createListCells(header)
  const listWidths = new ListWidths(columns)
  const rows: PrintedRow[] = []
  while (rows.length < header.count) {
    const start = rows.length
    const entries = await fetchData<readonly PrintedListEntry[]>(`entries/${String(start)}`)
    if (entries.length === 0) throw new Error('There are fewer rows than there were to be.')
    const loaded = pictures ? await picturesOf(entries, start, header) : []
    for (const [index, { row, review }] of entries.entries()) {
      const cells = cellsOf(row)
      listWidths.add(cells)
      const picture = loaded[index] ?? null
      rows.push({ cells, review, picture, quantity: typeof row.qty === 'number' ? row.qty : 0 })
    }
  }
  const widths = listWidths.share(
    [...(reviews ? [MARK] : []), ...(pictures ? [PICTURE] : [])],
    reviews ? [NOTE] : [],
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
  await showInParts(pages, (shown) => (printed.pages = shown))
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
