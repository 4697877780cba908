import type { Orientation } from './printed-list.ts'
import type { Paper } from './report.ts'

/** Sizes of sheets that are held upright, in millimetres (ISO 216, ANSI/ASME Y14.1). */
const PAPER_SIZES: Readonly<Record<Paper, { readonly width: number; readonly height: number }>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
}

/** Around what is printed, in inches. The foot has its page number in the lower margin. */
export const PAGE_MARGINS = { top: 0.6, bottom: 0.75, left: 0.65, right: 0.65 } as const

const MILLIMETRES_PER_INCH = 25.4

/** Millimetres between the margins of a sheet, from side to side. */
export function widthOnPaper(paper: Paper, orientation: Orientation): number {
  const { width, height } = PAPER_SIZES[paper]
  const margins = (PAGE_MARGINS.left + PAGE_MARGINS.right) * MILLIMETRES_PER_INCH
  return (orientation === 'portrait' ? width : height) - margins
}
