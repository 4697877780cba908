import { mount, tick, unmount } from 'svelte'
import { LIST_MARGINS, widthOnPaper } from '../../electron/contract/paper.ts'
import {
  PICTURES_PER_REQUEST,
  rowsOfPage,
  type PrintedListEntry,
  type PrintedListHeader,
} from '../../electron/contract/printed-list.ts'
import type { PrintOutput } from '../../electron/contract/report.ts'
import { messages } from '../../electron/contract/messages.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { fetchData, pageRoot, sheetRules, showInParts } from './paper.ts'
import { divideRows } from './divide-rows.ts'
import ItemList from './ItemList.svelte'
import { createListCells } from './list-cells.ts'
import { headingNeed, ListWidths } from './list-widths.ts'
import { loadScaledPicture } from './pictures.ts'
import { PrintedPages, type PrintedPage, type PrintedRow } from './printed-rows.svelte.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** Pixels of a picture's longer edge: 240 per inch. */
const MAX_SIDE = 140

/** Widths of columns that do not depend on their content, in millimeters. */
const PICTURE = { min: 17, preferred: 17 }
const MARK = 10
/** Notes are also written by hand. */
const NOTE = { min: 22, preferred: 40 }
/** Requests for pictures at the same time. Each may take as long as drawing ten thumbnails. */
const REQUESTS_AHEAD = 5

/** Renders a list of items. */
export async function printList(header: PrintedListHeader): Promise<void> {
  document.title = messages.printedList.name({ list: shownName(header.title) })
  const { columns, pictures, reviews, paper, orientation, pageTotals } = header.options
  document.adoptedStyleSheets = [sheetRules(paper, orientation)]

  const cellsOf = createListCells(header)
  const listWidths = new ListWidths(columns)
  const rows: PrintedRow[] = []
  const pictureParts = createPictureParts(header)
  while (rows.length < header.count) {
    const start = rows.length
    const entries = await fetchData<readonly PrintedListEntry[]>(`entries/${String(start)}`)
    if (entries.length === 0) throw new Error('There are fewer rows than there were to be.')
    const loaded = pictures ? await picturesOf(entries, start, header.output, pictureParts) : []
    for (const [index, { row, review }] of entries.entries()) {
      const cells = cellsOf(row)
      listWidths.add(cells)
      const picture = loaded[index] ?? null
      rows.push({ cells, review, picture, quantity: typeof row.qty === 'number' ? row.qty : 0 })
    }
  }
  const widths = listWidths.share(
    [
      ...(reviews ? [headingNeed(messages.columns.review.reviewMark, MARK)] : []),
      ...(pictures ? [PICTURE] : []),
    ],
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

/** Pictures of some entries, from the next one on; null for an entry without one. */
type NextPictures = () => Promise<readonly (string | null)[]>

/** Requests the pictures of all entries in order, some of them ahead, so that main loads them meanwhile. */
function createPictureParts({ count }: PrintedListHeader): NextPictures {
  const requests: ReturnType<NextPictures>[] = []
  let start = 0
  return () => {
    for (; requests.length < REQUESTS_AHEAD && start < count; start += PICTURES_PER_REQUEST) {
      const request = fetchData<readonly (string | null)[]>(`pictures/${String(start)}`)
      // A failure is reported when it is the next one.
      request.catch(() => undefined)
      requests.push(request)
    }
    return requests.shift() ?? Promise.resolve([])
  }
}

/** A preview loads pictures when they are scrolled into view; printed ones are loaded and scaled before. */
async function picturesOf(
  entries: readonly PrintedListEntry[],
  start: number,
  output: PrintOutput,
  nextPictures: NextPictures,
): Promise<readonly PrintedRow['picture'][]> {
  if (output === 'preview') {
    return entries.map(({ row }, index) =>
      mayHavePicture(row) ? `picture/${String(start + index)}/0` : null,
    )
  }
  const pictures: PrintedRow['picture'][] = []
  while (pictures.length < entries.length) {
    const addresses = await nextPictures()
    if (addresses.length === 0) break
    pictures.push(
      ...(await Promise.all(
        addresses.map(async (address) => (address === null ? null : loadScaledPicture(address, MAX_SIDE))),
      )),
    )
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
