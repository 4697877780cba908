import * as v from 'valibot'
import { columnKeySchema, MAX_COLUMNS, type ReadonlyOutput } from './base-schemas.ts'
import type { ValueLabel } from './connection.ts'
import type { ItemRow } from './item.ts'
import { ORIENTATIONS, PAPERS } from './paper.ts'
import type { ReportOutput } from './report.ts'
import type { ReviewMark } from './review.ts'

/** Limit of rows, because all of them are laid out in memory with their pictures. */
export const MAX_PRINTED_ROWS = 5_000

export const printedListOptionsSchema = v.strictObject({
  columns: v.pipe(v.array(columnKeySchema), v.minLength(1), v.maxLength(MAX_COLUMNS)),
  /** Whether each row starts with the thumbnail of its artwork, if stored. */
  pictures: v.boolean(),
  /** Whether each row has its mark, or a checkbox, and its note. */
  reviews: v.boolean(),
  paper: v.picklist(PAPERS),
  orientation: v.picklist(ORIENTATIONS),
})
export type PrintedListOptions = ReadonlyOutput<typeof printedListOptionsSchema>

/** A row of a printed list with its review, if printed. */
export interface PrintedListEntry {
  readonly row: ItemRow
  readonly review: {
    readonly mark: ReviewMark | null
    readonly note: string
    /** Whether the item has changed since its review. */
    readonly changed: boolean
  } | null
}

/** Header and options of a printed list. */
export interface PrintedListHeader {
  readonly kind: 'list'
  readonly locale: string
  readonly output: ReportOutput
  readonly title: string
  /** The filters of the list in words. */
  readonly filterTexts: readonly string[]
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  /** When the oldest of the snapshots was fetched, or null. */
  readonly fetchedAt: number | null
  /** Whether one of the snapshots is incomplete. */
  readonly incomplete: boolean
  readonly options: PrintedListOptions
  readonly statusLabels: readonly ValueLabel[]
  /** Number of printed rows, and of rows beyond the limit. */
  readonly count: number
  readonly omitted: number
}
