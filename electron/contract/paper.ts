export const PAPERS = ['a4', 'letter'] as const
export type Paper = (typeof PAPERS)[number]

export const ORIENTATIONS = ['portrait', 'landscape'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** Distances from the edges of a sheet, in inches. */
export interface PageMargins {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Portrait sizes in millimeters (ISO 216, ANSI/ASME Y14.1). */
const PAPER_SIZES: Readonly<Record<Paper, { readonly width: number; readonly height: number }>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
}

/** In inches. The footer with the page number is in the lower margin. */
export const PAGE_MARGINS: PageMargins = { top: 0.6, bottom: 0.75, left: 0.65, right: 0.65 }

/** Margins of lists, which draw their footers: 30 rows fit on a landscape page. In inches. */
export const LIST_MARGINS: PageMargins = { top: 0.32, bottom: 0.26, left: 0.4, right: 0.4 }

/** Margins of review reports, which draw their footers. In inches. */
export const REPORT_MARGINS: PageMargins = { top: 0.46, bottom: 0.33, left: 0.54, right: 0.54 }

const MILLIMETERS_PER_INCH = 25.4

/** Returns the size of a sheet in millimeters. */
export function sheetSize(
  paper: Paper,
  orientation: Orientation,
): { readonly width: number; readonly height: number } {
  const { width, height } = PAPER_SIZES[paper]
  return orientation === 'portrait' ? { width, height } : { width: height, height: width }
}

/** Returns the width between the margins in millimeters. */
export function widthOnPaper(
  paper: Paper,
  orientation: Orientation,
  { left, right }: PageMargins = PAGE_MARGINS,
): number {
  return sheetSize(paper, orientation).width - (left + right) * MILLIMETERS_PER_INCH
}

/** Returns the height between the margins in millimeters. */
export function heightOnPaper(paper: Paper, orientation: Orientation): number {
  const margins = (PAGE_MARGINS.top + PAGE_MARGINS.bottom) * MILLIMETERS_PER_INCH
  return sheetSize(paper, orientation).height - margins
}
