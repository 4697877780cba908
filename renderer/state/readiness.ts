import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import type { PictureState } from '../../electron/contract/pictures.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { Format } from './format.ts'
import { missingText } from './job-text.ts'

/** Returns whether a copy was completed more than `days` days ago. */
export function isOld({ fetchedAt, copy }: CampaignSummary, days: number, now: number): boolean {
  return copy !== 'none' && fetchedAt !== null && now - fetchedAt > days * DAY_MS
}

/** Returns whether all chosen data of a campaign is on this computer. */
export function isReady({ copy }: CampaignSummary, { missing }: PictureState): boolean {
  return copy === 'complete' && missing.length === 0
}

/**
 * Describes the data of a campaign on this computer: "6,000 of 6,000 items, 4,118 of 4,120 pictures, 310 MB;
 * 2 missing: file not found (2)".
 * @param pictures null while they are being counted
 */
export function readinessText(
  { itemCount, expectedCount }: CampaignSummary,
  pictures: PictureState | null,
  format: Format,
): string {
  const items =
    expectedCount === null
      ? messages.pictures.itemsHere({ count: itemCount })
      : messages.pictures.itemsOf({ have: itemCount, expected: expectedCount })
  if (pictures === null) return items
  const { total, available, bytes, missing } = pictures
  if (total === null || total === 0) return `${items}, ${messages.pictures.noPictures}`
  const lacking = missingText(missing)
  const text = `${items}, ${messages.pictures.ofTotal({ have: available, total })}, ${format.bytes(bytes)}`
  return lacking === '' ? text : `${text}; ${lacking}`
}
