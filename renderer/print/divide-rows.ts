/** The rows of a page: indexes of the first one and of the one after the last. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

/** The space for rows on pages, in CSS pixels. */
export interface RowSpace {
  /** On the first page, whose header may be higher. */
  readonly first: number
  readonly others: number
  /** Maximum number of rows on a page. */
  readonly rows: number
}

/**
 * Divides rows into pages, each with as many rows as fit. A row that is higher than a page has a page to
 * itself. There is at least one page.
 * @param heights in CSS pixels
 */
export function divideRows(heights: readonly number[], space: RowSpace): readonly RowRange[] {
  const pages: RowRange[] = []
  let start = 0
  let height = 0
  for (const [index, each] of heights.entries()) {
    const available = pages.length === 0 ? space.first : space.others
    if (index > start && (height + each > available || index - start >= space.rows)) {
      pages.push({ start, end: index })
      start = index
      height = 0
    }
    height += each
  }
  return [...pages, { start, end: heights.length }]
}
