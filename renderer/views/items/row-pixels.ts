import type { RowHeight } from '../../../electron/contract/preferences.ts'

/** Of a row, in CSS pixels. */
export const ROW_PIXELS: Readonly<Record<RowHeight, number>> = { compact: 28, normal: 34, thumbnail: 64 }
