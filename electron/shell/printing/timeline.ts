import { activeLanguage } from '../../contract/messages.ts'
import { DRAWING_HEIGHTS, type DrawingFrame, type DrawnRow, type DrawnTile } from '../../contract/timeline.ts'
import type { PrintedTimelineHeader, PrintedTimelinePage } from '../../contract/timeline.ts'
import { PAGE_MARGINS, heightOnPaper, widthOnPaper, type Paper } from '../../contract/paper.ts'
import type { PrintDocument } from './print-addresses.ts'

export interface TimelineInput {
  readonly paper: Paper
  readonly frame: DrawingFrame
  readonly tiles: readonly DrawnTile[]
}

/** A timeline on landscape pages: for each part of time, as many rows on a page as fit. */
export function createTimelineDocument({ paper, frame, tiles }: TimelineInput): PrintDocument {
  const pages = tiles.flatMap(({ rows }, tile) =>
    pagesOf(rows, rowSpace(paper, frame)).map((part): PrintedTimelinePage => ({ tile, rows: part })),
  )
  const head: PrintedTimelineHeader = {
    kind: 'timeline',
    frame,
    tiles: tiles.map(({ rows: _, ...tile }) => tile),
    count: pages.length,
  }
  return {
    title: frame.title,
    language: activeLanguage(),
    paper,
    orientation: 'landscape',
    margins: PAGE_MARGINS,
    count: pages.length,
    head,
    entries: (start, count) => pages.slice(start, start + count),
    picture: () => Promise.resolve(null),
  }
}

/** Returns the height for rows on a page, in pixels of the drawing. */
function rowSpace(paper: Paper, { namesWidth, plotWidth }: DrawingFrame): number {
  const shape = heightOnPaper(paper, 'landscape') / widthOnPaper(paper, 'landscape')
  const { title, axis, legend } = DRAWING_HEIGHTS
  return Math.floor((namesWidth + plotWidth) * shape) - title - axis - legend
}

/** Splits rows into pages. A group continues with its heading, which is never the last row of a page. */
function pagesOf(rows: readonly DrawnRow[], space: number): readonly (readonly DrawnRow[])[] {
  const pages: DrawnRow[][] = []
  let page: DrawnRow[] = []
  let height = 0
  let heading: DrawnRow | null = null
  const add = (row: DrawnRow): void => {
    page.push(row)
    height += DRAWING_HEIGHTS[row.kind]
  }
  for (const row of rows) {
    const needed = DRAWING_HEIGHTS[row.kind] + (row.kind === 'group' ? DRAWING_HEIGHTS.lane : 0)
    if (page.length > 0 && height + needed > space) {
      pages.push(page)
      page = []
      height = 0
      if (row.kind === 'lane' && heading !== null) add(heading)
    }
    if (row.kind === 'group') heading = row
    add(row)
  }
  return page.length > 0 ? [...pages, page] : pages
}
