/** Why a copy is marked incomplete: kept with the campaign and shown beside it. */
export const INCOMPLETE_REASONS = {
  counts: (expected: number, received: number) =>
    `The service counts ${String(expected)} items, but ${String(received)} could be fetched.`,
  withoutData: (items: number) =>
    items === 1
      ? 'The service listed 1 item without its data.'
      : `The service listed ${String(items)} items without their data.`,
  noCount: 'The service did not say how many items there are, so that nothing proves this copy complete.',
  shrank: 'The list got shorter at the service every time it was read, so that items may have been missed.',
} as const

/** Why an answer cannot be used, as clauses that fill the sentence of `badAnswer`. */
export const PAGE_REASONS = {
  absurdCount: 'its count of items is beyond all sense',
  foreign: 'it holds items of another campaign',
  farTooLarge: 'asked for one item, it sent far more',
  noCount: 'it does not say how many items there are',
} as const

/** A search for campaigns that could not see the whole list. */
export const DISCOVERY_INCOMPLETE = {
  missing: (expected: number, missing: number) =>
    `The service counts ${String(expected)} items, but ${String(missing)} of them could not be looked at. Campaigns may be missing from the list. Find campaigns again later.`,
  noCount:
    'The service did not say how many items there are. Campaigns may be missing from the list. Find campaigns again later.',
} as const
