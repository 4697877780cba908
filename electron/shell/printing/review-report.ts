import type { CampaignSummary } from '../../contract/campaign.ts'
import { compareNames } from '../../contract/compare-names.ts'
import { ITEM_COLUMN_KEYS, recordOf } from '../../contract/columns.ts'
import type { ValueLabel } from '../../contract/connection.ts'
import type { ItemRow } from '../../contract/item.ts'
import {
  MAX_REPORT_PHOTOS,
  MAX_REPORT_ITEMS,
  REPORT_SECTIONS,
  isListed,
  sectionOf,
  type ReportCounts,
  type ReportEntry,
  type ReportHeaderData,
  type ReportOptions,
  type PrintOutput,
} from '../../contract/report.ts'
import { changesSince, type Review } from '../../contract/review.ts'
import { activeLanguage, messagesIn } from '../../contract/messages.ts'
import type { Artwork } from '../../artwork/artwork.ts'
import type { ServedPicture } from '../../artwork/picture-server.ts'
import { countReviewed, type ReviewedItem } from '../../app/reviewed-items.ts'
import { drawingPriority, type PrintDocument } from './print-addresses.ts'
import { shownName } from '../../contract/clip-text.ts'

export interface ReportContext {
  readonly campaign: CampaignSummary
  readonly options: ReportOptions
  readonly output: PrintOutput
  readonly locale: string
  readonly statusLabels: readonly ValueLabel[]
  readonly artwork: Pick<Artwork, 'serveCached' | 'missingReason'> | null
  readonly photo: (hash: string) => Promise<ServedPicture | null>
  /** In milliseconds since 1970. */
  readonly now: number
}

/** Returns the number of items in each part of a report. */
export function countSections(all: readonly ReviewedItem[]): ReportCounts {
  const counts = { problem: 0, question: 0, ok: 0, noted: 0 }
  for (const { review } of all) {
    const section = sectionOf(review)
    if (section !== null) counts[section] += 1
  }
  return counts
}

/**
 * The review report of a campaign: problems first, then questions; in each part by element, in the order of a
 * walk through a store, and entries that are only listed at the end. Entries beyond the limit are omitted,
 * and the report states so.
 */
export async function createReviewReport(
  all: readonly ReviewedItem[],
  context: ReportContext,
): Promise<PrintDocument> {
  const { campaign, options, locale } = context
  const language = options.language ?? activeLanguage()
  const words = await messagesIn(language)
  const sections = REPORT_SECTIONS.filter((section) => options.sections.includes(section))
  const order = ({ row }: ReportEntry, other: ReportEntry): number =>
    compareNames(row.elementName ?? '\uffff', other.row.elementName ?? '\uffff') ||
    compareNames(row.posNumber ?? '\uffff', other.row.posNumber ?? '\uffff') ||
    compareNames(row.itemName ?? '', other.row.itemName ?? '')
  const unordered = all.flatMap(asEntry)
  const ordered = sections.flatMap((section) =>
    unordered
      .filter((entry) => entry.section === section)
      .sort((entry, other) => Number(isListed(entry)) - Number(isListed(other)) || order(entry, other)),
  )
  const entries = asManyAsFit(ordered)
  const photosOf = new Map(all.map(({ review }) => [review.campaignItemId, review.photos]))
  const head: ReportHeaderData = {
    kind: 'review',
    locale,
    output: context.output,
    paper: options.paper,
    campaign: {
      id: campaign.id,
      name: campaign.name,
      reference: campaign.reference,
      copy: campaign.copy,
      itemCount: campaign.itemCount,
      fetchedAt: campaign.fetchedAt,
    },
    writtenAt: context.now,
    counts: countReviewed(all),
    sections: countSections(all),
    columns: options.columns,
    statusLabels: context.statusLabels,
    count: entries.length,
    omitted: ordered.length - entries.length,
  }
  return {
    title: words.report.name({ campaign: shownName(campaign.name ?? campaign.id) }),
    language,
    paper: options.paper,
    orientation: 'portrait',
    margins: null,
    count: entries.length,
    head,
    entries: (start, count) => entries.slice(start, start + count),
    picture: async (at, which) => {
      const entry = entries[at]
      if (entry === undefined) return null
      if (which > 0) {
        const photo = photosOf.get(entry.row.campaignItemId)?.[which - 1]
        return photo === undefined ? null : context.photo(photo.hash)
      }
      if (entry.isDeleted) return null
      return (await context.artwork?.serveCached(entry.row.key, 0, drawingPriority(context.output))) ?? null
    },
    missingPicture: async (at) => {
      const entry = entries[at]
      if (entry === undefined || entry.isDeleted || context.artwork === null) return 'notDownloaded'
      return context.artwork.missingReason(entry.row.key, 0)
    },
  }
}

/** Returns the first entries that the report can hold. */
function asManyAsFit(entries: readonly ReportEntry[]): readonly ReportEntry[] {
  let photos = 0
  const end = entries.findIndex((entry, index) => {
    photos += entry.photos
    return index === MAX_REPORT_ITEMS || photos > MAX_REPORT_PHOTOS
  })
  return end < 0 ? entries : entries.slice(0, end)
}

function asEntry({ review, row }: ReviewedItem): readonly ReportEntry[] {
  const section = sectionOf(review)
  if (section === null) return []
  const { mark, markedAt, note, photos } = review
  return [
    {
      section,
      row: row ?? orphanedRow(review),
      isDeleted: row === null,
      mark,
      markedAt,
      note,
      photos: photos.length,
      changes: row === null ? [] : changesSince(review.item, row),
    },
  ]
}

/** Returns the stored values of an item that is no longer downloaded. */
function orphanedRow({ campaignItemId, campaignId, item }: Review): ItemRow {
  return { ...recordOf(ITEM_COLUMN_KEYS, () => null), ...item, key: -1, campaignItemId, campaignId }
}
