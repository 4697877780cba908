import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import type { CheckReport, CheckResult } from '../../../electron/contract/checks.ts'
import type { ChangeKind } from '../../../electron/contract/changes.ts'
import type { PictureState } from '../../../electron/contract/pictures.ts'
import type { ReviewCounts } from '../../../electron/contract/review.ts'
import { REVIEW_MARKS } from '../../../electron/contract/review.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { ELEMENT } from '../../components/rich-message.ts'
import type { DayFormat } from '../../state/days.ts'
import type { Format } from '../../state/format.ts'
import type { CampaignDate } from './campaign-dates.ts'

/** What a tile says: a message with a large value, and a line below. */
export interface TileText {
  readonly value: string
  /** The message, with `ELEMENT` for the value. */
  readonly message: string
  readonly detail: string
  /** Whether the value is a sentence and not a number. */
  readonly isPlain?: boolean
  readonly tone?: 'good' | 'attention'
}

const plain = (value: string, detail = '', tone?: 'good'): TileText => ({
  value,
  message: ELEMENT,
  detail,
  isPlain: true,
  ...(tone === undefined ? {} : { tone }),
})

/** For a tile whose number is not known yet. */
export const LOADING_TILE: TileText = plain('')

export function failedTile(): TileText {
  return plain(messages.overview.tiles.unknown, messages.overview.tiles.failed)
}

/** What the texts of tiles depend on. */
export interface TileFormat {
  readonly days: DayFormat
  /** In milliseconds since 1970. */
  readonly now: number
}

/** @param next null if none of the chosen dates is ahead */
export function dueTile(next: CampaignDate | null, chosenCount: number, { days, now }: TileFormat): TileText {
  const { due } = messages.overview.tiles
  if (next === null) return plain(due.nothing, chosenCount === 0 ? due.noneChosen : due.noneAhead)
  const detail = due.detail({ name: next.label, day: days.weekday(next.time, now) })
  if (next.days === 0) return plain(due.today, detail)
  return { value: due.days({ days: next.days }), message: due.toGo({ days: ELEMENT }), detail }
}

/** For a campaign whose dates are not known. */
export function unknownDueTile(): TileText {
  return plain(messages.overview.tiles.unknown, messages.overview.tiles.due.noDetails)
}

/**
 * Returns the share of a campaign's items and pictures on this computer, from 0 to 1. Pictures that are not
 * wanted do not count.
 */
export function readyShare(
  { itemCount, expectedCount }: Pick<CampaignSummary, 'itemCount' | 'expectedCount'>,
  pictures: Pick<PictureState, 'available' | 'total'>,
): number {
  const total = Math.max(expectedCount ?? itemCount, itemCount) + (pictures.total ?? 0)
  const available = itemCount + (pictures.total === null ? 0 : pictures.available)
  return total === 0 ? 1 : Math.min(1, available / total)
}

/** @param pictures null while they are counted */
export function readyTile(
  campaign: CampaignSummary,
  pictures: PictureState | null,
  isReady: boolean,
  format: Format,
): TileText {
  const { ready } = messages.overview.tiles
  const { copy, itemCount, expectedCount } = campaign
  if (copy === 'none') return plain(messages.overview.tiles.notDownloaded, itemsAtService(campaign))
  if (pictures === null) return LOADING_TILE
  const itemText =
    expectedCount === null || expectedCount === itemCount
      ? ready.items({ count: itemCount })
      : ready.itemsOf({ count: itemCount, total: expectedCount })
  const { total, available } = pictures
  const pictureText =
    total === null || total === 0
      ? ready.noPictures
      : available === total
        ? ready.pictures({ count: total })
        : ready.picturesOf({ count: available, total })
  return {
    value: format.percent(readyShare(campaign, pictures)),
    message: ready.offline({ percent: ELEMENT }),
    detail: ready.detail({ items: itemText, pictures: pictureText }),
    tone: isReady ? 'good' : 'attention',
  }
}

function itemsAtService({ expectedCount }: CampaignSummary): string {
  return expectedCount === null ? '' : messages.overview.tiles.ready.items({ count: expectedCount })
}

/** @param kinds unseen changes by kind; null while they are counted */
export function changesTile(
  { copy, unseenChanges }: CampaignSummary,
  kinds: Readonly<Record<ChangeKind, number>> | null,
  { number }: Format,
): TileText {
  const { changes } = messages.overview.tiles
  if (copy === 'none') return notDownloadedTile()
  if (unseenChanges === 0) return plain(changes.allSeen, changes.none)
  return {
    value: number(unseenChanges),
    message: changes.notSeen({ number: ELEMENT }),
    detail:
      kinds === null
        ? ''
        : changes.counts({ added: kinds.added, edited: kinds.changed, deleted: kinds.gone }),
  }
}

/**
 * Returns the check with the most findings that are not accepted, or else the first one that could not run;
 * null if no check needs attention.
 */
export function largestCheck({ results }: CheckReport): CheckResult | null {
  let largest: CheckResult | null = null
  for (const result of results)
    if (openFindings(result) > (largest === null ? 0 : openFindings(largest))) largest = result
  return largest ?? results.find(({ problem }) => problem !== null) ?? null
}

/** Returns the number of findings of a check that are not accepted. */
export function openFindings({ count, accepted }: CheckResult): number {
  return Math.max(0, count - accepted)
}

/** @param largest name and findings of the largest check, or why it could not run */
export function checksTile(
  open: number,
  largest: { readonly name: string; readonly found: string } | null,
  { number }: Format,
): TileText {
  const { checks } = messages.overview.tiles
  if (largest === null) return plain(checks.good, checks.nothing, 'good')
  return {
    value: number(open),
    message: checks.attention({ number: ELEMENT, count: open }),
    detail: checks.largest(largest),
    tone: 'attention',
  }
}

/** For tiles about items of a campaign that is not downloaded. */
export function notDownloadedTile(): TileText {
  return plain(messages.overview.tiles.unknown, messages.overview.tiles.notDownloaded)
}

/** Returns the number of items with a mark. */
export function reviewedCount({ marks }: Pick<ReviewCounts, 'marks'>): number {
  return REVIEW_MARKS.reduce((sum, mark) => sum + marks[mark], 0)
}

export function reviewTile(reviewed: number, itemCount: number, { number }: Format): TileText {
  const { review } = messages.overview.tiles
  if (itemCount === 0) return plain(review.noItems)
  const left = Math.max(0, itemCount - reviewed)
  return {
    value: number(reviewed),
    message: review.of({ number: ELEMENT, total: itemCount }),
    detail: left === 0 ? review.complete : review.left({ count: left }),
    ...(left === 0 ? { tone: 'good' } : {}),
  }
}
