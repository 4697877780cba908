import type { CampaignSummary } from './campaign.ts'
import type { ItemColumnKey } from './columns.ts'
import type { ValueLabel } from './connection.ts'
import type { ItemRow } from './item.ts'
import type { Review, ReviewChange, ReviewCounts, ReviewMark } from './review.ts'

/** The parts of a report, in their order: what has a mark, and what has a note or photos alone. */
export const REPORT_SECTIONS = ['problem', 'question', 'ok', 'noted'] as const
export type ReportSection = (typeof REPORT_SECTIONS)[number]

/** What a report tells of until the person chooses otherwise. */
export const DEFAULT_SECTIONS: readonly ReportSection[] = ['problem', 'question']

export const PAPERS = ['a4', 'letter'] as const
export type Paper = (typeof PAPERS)[number]

/** A file, or what the system's dialog for printing makes of it. */
export const REPORT_WAYS = ['pdf', 'print'] as const
export type ReportWay = (typeof REPORT_WAYS)[number]

/** The columns of an item that stand in a report beside its name. */
export const REPORT_COLUMNS: readonly ItemColumnKey[] = [
  'posNumber',
  'elementName',
  'qty',
  'status',
  'artworkNames',
]

/** Items that one report can hold, and photos of them: so many are laid out in memory at once. */
export const MAX_REPORTED = 5_000
export const MAX_PHOTOS_REPORTED = 5_000

export interface ReportOptions {
  readonly sections: readonly ReportSection[]
  readonly columns: readonly ItemColumnKey[]
  readonly paper: Paper
}

/** Items that each part of a report would have, those that are gone from the service too. */
export type ReportCounts = Readonly<Record<ReportSection, number>>

/** What stands at the head of a report, and what its page goes by. */
export interface ReportHead {
  readonly kind: 'review'
  readonly locale: string
  readonly way: ReportWay
  readonly campaign: Pick<CampaignSummary, 'id' | 'name' | 'reference' | 'copy' | 'itemCount' | 'fetchedAt'>
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  readonly counts: ReviewCounts
  readonly sections: ReportCounts
  readonly columns: readonly ItemColumnKey[]
  readonly statusLabels: readonly ValueLabel[]
  /** Items in the report, and those for which there is no room in it. */
  readonly count: number
  readonly leftOut: number
}

/** One item of a report. */
export interface ReportEntry {
  readonly section: ReportSection
  /** As it is now; of one that is gone, what was kept of it. */
  readonly row: ItemRow
  readonly isGone: boolean
  readonly mark: ReviewMark | null
  readonly markedAt: Review['markedAt']
  readonly note: string
  /** Each a picture of the entry behind that of the item itself, which is the first. */
  readonly photos: number
  readonly changes: readonly ReviewChange[]
}

/** Part of a report that what was found of an item belongs to; null: nothing was. */
export function sectionOf({
  mark,
  note,
  photos,
}: Pick<Review, 'mark' | 'note' | 'photos'>): ReportSection | null {
  if (mark !== null) return mark
  return note === '' && photos.length === 0 ? null : 'noted'
}
