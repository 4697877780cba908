import type { CampaignSummary } from '../../contract/campaign.ts'
import { clipValues, shownName } from '../../contract/clip-text.ts'
import type { ValueLabel } from '../../contract/connection.ts'
import type { ItemRow } from '../../contract/item.ts'
import {
  MAX_PRINTED_ROWS,
  type PrintedListEntry,
  type PrintedListHeader,
  type PrintedListOptions,
} from '../../contract/printed-list.ts'
import type { PrintedQuery } from '../../contract/query.ts'
import type { PrintOutput } from '../../contract/report.ts'
import { changesSince, type Review } from '../../contract/review.ts'
import { activeLanguage, messagesIn } from '../../contract/messages.ts'
import type { Artwork } from '../../artwork/artwork.ts'
import { drawingPriority, type PrintDocument } from './print-addresses.ts'

export interface ItemListContext {
  /** Name of the list. Null: all campaigns. */
  readonly title: string | null
  readonly query: PrintedQuery
  /** Campaigns whose snapshots it shows. */
  readonly campaigns: readonly CampaignSummary[]
  /** Number of rows before the limit. */
  readonly total: number
  readonly options: PrintedListOptions
  readonly output: PrintOutput
  readonly locale: string
  readonly statusLabels: readonly ValueLabel[]
  /** Reviews of the rows, if they are printed. */
  readonly reviews: readonly Review[]
  readonly artwork: Pick<Artwork, 'serveCached'> | null
  /** In milliseconds since 1970. */
  readonly now: number
}

/**
 * A printed list of items. If there are more rows than `MAX_PRINTED_ROWS`, the first ones are printed, and
 * the list states so.
 */
export async function createItemList(
  all: readonly ItemRow[],
  context: ItemListContext,
): Promise<PrintDocument> {
  const { query, campaigns, options, artwork } = context
  const language = options.language ?? activeLanguage()
  const words = await messagesIn(language)
  const title = context.title ?? words.items.export.allCampaignsName
  const rows = all.slice(0, MAX_PRINTED_ROWS)
  const fetched = campaigns.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]))
  const head: PrintedListHeader = {
    kind: 'list',
    locale: context.locale,
    output: context.output,
    title,
    reference: campaigns.length === 1 ? (campaigns[0]?.reference ?? null) : null,
    query,
    writtenAt: context.now,
    fetchedAt: fetched.length === 0 ? null : fetched.reduce((oldest, at) => Math.min(oldest, at)),
    incomplete: campaigns.some(({ copy }) => copy === 'incomplete'),
    options,
    statusLabels: context.statusLabels,
    count: rows.length,
    omitted: context.total - rows.length,
  }
  const reviewOf = new Map(context.reviews.map((review) => [review.campaignItemId, review]))
  const entryOf = (row: ItemRow): PrintedListEntry => {
    const review = reviewOf.get(row.campaignItemId)
    if (review === undefined) return { row, review: null }
    const { mark, note, item } = review
    // The rows are clipped.
    return { row, review: { mark, note, changed: changesSince(clipValues(item), row).length > 0 } }
  }
  return {
    title: words.printedList.name({ list: shownName(title) }),
    language,
    paper: options.paper,
    orientation: options.orientation,
    margins: null,
    count: rows.length,
    head,
    entries: (start, count) => rows.slice(start, start + count).map(entryOf),
    picture: async (at) => {
      const row = rows[at]
      if (row === undefined) return null
      return (await artwork?.serveCached(row.key, 0, drawingPriority(context.output))) ?? null
    },
  }
}
