import type { ColumnKey } from './columns.ts'
import type { ValueLabel } from './connection.ts'
import type { ItemRow } from './item.ts'
import type { Paper, ReportWay } from './report.ts'
import type { ReviewMark } from './review.ts'

/** Rows that one printed list can hold: they are laid out in memory at once, with their pictures. */
export const MAX_PRINTED = 5_000

export const ORIENTATIONS = ['portrait', 'landscape'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

export interface PrintedListOptions {
  readonly columns: readonly ColumnKey[]
  /** Whether each row begins with the small picture of its artwork, as far as it is on this computer. */
  readonly pictures: boolean
  /** Whether each row has its mark, or a box to be ticked off by hand, and its note. */
  readonly reviews: boolean
  readonly paper: Paper
  readonly orientation: Orientation
}

/** A row of a printed list, with what was found of its item where that is printed. */
export interface PrintedListEntry {
  readonly row: ItemRow
  readonly review: {
    readonly mark: ReviewMark | null
    readonly note: string
    /** The item is another than it was when it was reviewed. */
    readonly changed: boolean
  } | null
}

/** What stands at the head of a printed list, and what its page goes by. */
export interface PrintedListHead {
  readonly kind: 'list'
  readonly locale: string
  readonly way: ReportWay
  readonly title: string
  /** What the list is narrowed to, in words. */
  readonly narrowed: readonly string[]
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  /** When the oldest of the copies was made; null where that is not known. */
  readonly fetchedAt: number | null
  /** Whether one of the copies is incomplete. */
  readonly incomplete: boolean
  readonly options: PrintedListOptions
  readonly statusLabels: readonly ValueLabel[]
  /** Rows in it, and those for which there is no room in it. */
  readonly count: number
  readonly leftOut: number
}
