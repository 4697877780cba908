export const PAPERS = ['a4', 'letter'] as const
export type Paper = (typeof PAPERS)[number]

export const ORIENTATIONS = ['portrait', 'landscape'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** Portrait sizes in millimeters (ISO 216, ANSI/ASME Y14.1). */
const PAPER_SIZES: Readonly<Record<Paper, { readonly width: number; readonly height: number }>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
}

/** In inches. The footer with the page number is in the lower margin. */
export const PAGE_MARGINS = { top: 0.6, bottom: 0.75, left: 0.65, right: 0.65 } as const

const MILLIMETERS_PER_INCH = 25.4

/** Returns the width between the margins in millimeters. */
export function widthOnPaper(paper: Paper, orientation: Orientation): number {
  const { width, height } = PAPER_SIZES[paper]
  const margins = (PAGE_MARGINS.left + PAGE_MARGINS.right) * MILLIMETERS_PER_INCH
  return (orientation === 'portrait' ? width : height) - margins
}

/** Returns the height between the margins in millimeters. */
export function heightOnPaper(paper: Paper, orientation: Orientation): number {
  const { width, height } = PAPER_SIZES[paper]
  const margins = (PAGE_MARGINS.top + PAGE_MARGINS.bottom) * MILLIMETERS_PER_INCH
  return (orientation === 'portrait' ? height : width) - margins
}
