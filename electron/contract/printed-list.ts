import * as v from 'valibot'
import { columnKeySchema, MAX_COLUMNS, type ReadonlyOutput } from './base-schemas.ts'
import type { ValueLabel } from './connection.ts'
import { fileLanguageSchema } from './export-options.ts'
import type { ItemRow } from './item.ts'
import { ORIENTATIONS, PAPERS } from './paper.ts'
import type { PrintedQuery } from './query.ts'
import type { PrintOutput } from './report.ts'
import type { ReviewMark } from './review.ts'

/** Limit of rows, because all of them are laid out in memory with their pictures. */
export const MAX_PRINTED_ROWS = 5_000

/**
 * Pictures that a printed list requests at a time: one request for each would take most of the time, and more
 * pictures, of up to a megabyte each, too much memory. The number of rows of a request is a multiple of it.
 */
export const PICTURES_PER_REQUEST = 10

/** Rows of normal height on a page. */
export const ROWS_OF_PAGE = 30
/** The same with pictures, whose rows are higher. */
export const PICTURE_ROWS_OF_PAGE = 15

/** Returns the number of rows of normal height on a page. */
export const rowsOfPage = ({ pictures }: Pick<PrintedListOptions, 'pictures'>): number =>
  pictures ? PICTURE_ROWS_OF_PAGE : ROWS_OF_PAGE

export const printedListOptionsSchema = v.strictObject({
  columns: v.pipe(v.array(columnKeySchema), v.minLength(1), v.maxLength(MAX_COLUMNS)),
  /** Whether each row starts with the thumbnail of its artwork, if stored. */
  pictures: v.boolean(),
  /** Whether each row has its mark, or a checkbox, and its note. */
  reviews: v.boolean(),
  /** Whether each page ends with its sum, and not only the last one with that of the list. */
  pageTotals: v.boolean(),
  /** Whether long texts continue on further lines. If not, only POS numbers, names and notes do. */
  wrapTexts: v.boolean(),
  paper: v.picklist(PAPERS),
  orientation: v.picklist(ORIENTATIONS),
  language: fileLanguageSchema,
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
  readonly output: PrintOutput
  readonly title: string
  /** Reference of the campaign, if the list has items of one only. */
  readonly reference: string | null
  readonly query: PrintedQuery
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
