import { formatCount, formatNumber, plural } from './grammar.ts'

/** Why a snapshot is incomplete; stored with the campaign. */
export const INCOMPLETE_REASONS = {
  counts: (expected: number, received: number) =>
    `The service counts ${formatCount(expected, 'item')}, but ${formatNumber(received)} could be fetched.`,
  withoutData: (items: number) => `The service listed ${formatCount(items, 'item')} without usable data.`,
  noCount: 'The service did not say how many items there are, so that nothing proves the list complete.',
  invalidCount: (stated: string) =>
    `The service gave ${stated} as the number of items, so that nothing proves the list complete.`,
  countUnsteady:
    'The service gave another count of its items with every answer, so that nothing proves the list complete.',
  repeats: 'The service sent the same items again and again instead of the next ones.',
  unstable: (expected: number, received: number) =>
    `The list kept changing while it was read: in the end the service counted ${formatCount(expected, 'item')}, and ${formatNumber(received)} ${plural(received, 'was', 'were')} fetched.`,
} as const

/** What an incomplete download means for the data, and what to do: follows one of the reasons above. */
export const INCOMPLETE_CONSEQUENCES = {
  kept: 'The complete copy from before stays as it was. Download the campaign again later.',
  nothing: 'No items could be fetched. Download the campaign again later.',
  marked: 'What was fetched can be used, and is marked incomplete. Download the campaign again later.',
} as const

/** For a downloaded campaign that the service does not return. */
export const CAMPAIGN_REFUSED = {
  forbidden:
    'The API key may not read this campaign any more (403). The copy on this computer stays as it was. Ask for read access to the campaign.',
  missing:
    'The service no longer has this campaign (404). The copy on this computer stays as it was, and is marked as gone from the service. Remove it when you do not need it any more.',
} as const

/**
 * For a campaign whose record the service refused although it lists its items.
 * @param keepsEarlier whether an earlier record exists
 */
export const RECORD_REFUSED = {
  forbidden: (keepsEarlier: boolean) =>
    `The service refused the campaign’s own record (403). ${recordEffect(keepsEarlier)} Ask for read access to the campaign.`,
  missing: (keepsEarlier: boolean) =>
    `The service did not find the campaign’s own record (404). ${recordEffect(keepsEarlier)} Ask whoever runs the service.`,
} as const

function recordEffect(keepsEarlier: boolean): string {
  return keepsEarlier
    ? 'Dates and other details are from an earlier download.'
    : 'Dates and other details are missing.'
}

/** Notes about how a download proceeds. */
export const DOWNLOAD_NOTES = {
  unordered:
    'The list does not show which items changed last, so it is read twice to be sure that nothing is missing.',
} as const

/** Why a download of recent changes reads all items. */
export const FULL_DOWNLOAD_REASONS = {
  noSnapshot: 'There is no complete copy from this address to update, so everything is read.',
  noNewestTime: 'The items of the copy do not say when they were changed, so everything is read.',
  removed: 'Items were removed at the service, so everything is read to find out which.',
  beyond: 'The service has more items than the recent changes show, so everything is read.',
  order: 'The service does not list its items newest first, so everything is read.',
  many: 'More than half of the items have changed, so everything is read.',
  withoutData: 'The service listed items without usable data, so everything is read.',
  noCount: 'The service does not say how many items there are, so everything is read.',
  unstable: 'The list kept changing, so everything is read.',
} as const

/** For a fetch of details in which single campaigns failed. */
export const DETAILS_INCOMPLETE = (failed: number, reason: string): string =>
  `The details of ${formatCount(failed, 'campaign')} could not be fetched. ${reason}`

/** For a search for campaigns that could not read the whole list. */
export const DISCOVERY_INCOMPLETE = {
  missing: (expected: number, missing: number) =>
    `The service counts ${formatCount(expected, 'item')}, but ${expected === 1 ? 'it' : `${formatNumber(missing)} of them`} could not be read. Campaigns may be missing from the list. Try again later.`,
  unstable:
    'The list kept changing while it was read. Campaigns may be missing from the list. Try again later.',
  noCount:
    'The service did not say how many items there are. Campaigns may be missing from the list. Try again later.',
  invalidCount: (stated: string) =>
    `The service gave ${stated} as the number of items. Campaigns may be missing from the list. Ask whoever runs the service.`,
} as const
