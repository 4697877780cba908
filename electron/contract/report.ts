import * as v from 'valibot'
import type { ReadonlyOutput } from './base-schemas.ts'
import type { CampaignSummary } from './campaign.ts'
import { ITEM_COLUMN_KEYS, type ItemColumnKey } from './columns.ts'
import type { ValueLabel } from './connection.ts'
import { fileLanguageSchema } from './export-options.ts'
import type { ItemRow } from './item.ts'
import { PAPERS, type Paper } from './paper.ts'
import type { Review, ReviewChange, ReviewCounts, ReviewMark } from './review.ts'

/** Sections of a report in order: by mark, and items with only a note or photos. */
export const REPORT_SECTIONS = ['problem', 'question', 'ok', 'noted'] as const
export type ReportSection = (typeof REPORT_SECTIONS)[number]

/** Default sections of a report. */
export const DEFAULT_SECTIONS: readonly ReportSection[] = ['problem', 'question']

/** Output of a report: a file or the system's print dialog. */
export const REPORT_OUTPUTS = ['pdf', 'print'] as const
export type ReportOutput = (typeof REPORT_OUTPUTS)[number]
/** What a page is laid out for. */
export type PrintOutput = ReportOutput | 'preview'

/** What a dialog prints: a list in one of two forms, or the report of a review. */
export const PRINT_LAYOUTS = ['checkList', 'pictures', 'review'] as const
export type PrintLayout = (typeof PRINT_LAYOUTS)[number]

/** The page of a preview. */
export interface PrintPreview {
  readonly url: string
}

/** What the page of a preview reports to the window. */
export const previewMessageSchema = v.strictObject({
  /** Number of pages, and the one that is shown, from 1. */
  pages: v.pipe(v.number(), v.integer(), v.minValue(1)),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type PreviewMessage = ReadonlyOutput<typeof previewMessageSchema>

/** What the window requests from the page of a preview. */
export interface PreviewRequest {
  /** The page to show, from 1. */
  readonly page: number
  /** Whether the whole page is shown, and not only its width. */
  readonly isWhole: boolean
}

/** Columns of a report after the name. */
export const REPORT_COLUMNS: readonly ItemColumnKey[] = [
  'posNumber',
  'elementName',
  'qty',
  'status',
  'artworkNames',
]

/** Limits of a report, which is laid out in memory at once. */
export const MAX_REPORT_ITEMS = 5_000
export const MAX_REPORT_PHOTOS = 5_000

export const reportOptionsSchema = v.strictObject({
  sections: v.pipe(v.array(v.picklist(REPORT_SECTIONS)), v.minLength(1), v.maxLength(REPORT_SECTIONS.length)),
  columns: v.pipe(v.array(v.picklist(ITEM_COLUMN_KEYS)), v.maxLength(ITEM_COLUMN_KEYS.length)),
  paper: v.picklist(PAPERS),
  language: fileLanguageSchema,
})
export type ReportOptions = ReadonlyOutput<typeof reportOptionsSchema>

/** Number of items in each section, deleted ones included. */
export type ReportCounts = Readonly<Record<ReportSection, number>>

/** Header and options of a report. */
export interface ReportHeaderData {
  readonly kind: 'review'
  readonly locale: string
  readonly output: PrintOutput
  readonly paper: Paper
  readonly campaign: Pick<CampaignSummary, 'id' | 'name' | 'reference' | 'copy' | 'itemCount' | 'fetchedAt'>
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  readonly counts: ReviewCounts
  readonly sections: ReportCounts
  readonly columns: readonly ItemColumnKey[]
  readonly statusLabels: readonly ValueLabel[]
  /** Number of items in the report, and of items beyond the limit. */
  readonly count: number
  readonly omitted: number
}

/** An item of a report. */
export interface ReportEntry {
  readonly section: ReportSection
  /** Current values, or those of the review if the item was deleted. */
  readonly row: ItemRow
  readonly isDeleted: boolean
  readonly mark: ReviewMark | null
  readonly markedAt: Review['markedAt']
  readonly note: string
  /** Number of photos, which follow the item's picture. */
  readonly photos: number
  readonly changes: readonly ReviewChange[]
}

/**
 * Returns whether an entry has a row in a list instead of a description with pictures: an item marked OK of
 * which there is nothing else to report.
 */
export function isListed({ section, note, photos, changes, isDeleted }: ReportEntry): boolean {
  return section === 'ok' && note === '' && photos === 0 && changes.length === 0 && !isDeleted
}

/** Returns the section of a review, or null if it is empty. */
export function sectionOf({
  mark,
  note,
  photos,
}: Pick<Review, 'mark' | 'note' | 'photos'>): ReportSection | null {
  if (mark !== null) return mark
  return note === '' && photos.length === 0 ? null : 'noted'
}
