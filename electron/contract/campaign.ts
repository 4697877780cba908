import type { OtherTypes } from './item.ts'

/** Whether the campaign is downloaded, and whether the snapshot is complete. */
export type SnapshotState = 'none' | 'complete' | 'incomplete'

/** State of the campaign's record (`GET /campaign/{id}`). */
export type RecordState = 'never' | 'fetched' | 'forbidden' | 'missing'

/**
 * What became of a request for the record of a campaign that is not downloaded; `skipped` if it was
 * downloaded or removed meanwhile.
 */
export const DETAILS_RESULTS = ['fetched', 'forbidden', 'missing', 'skipped', 'failed'] as const
export type DetailsResult = (typeof DETAILS_RESULTS)[number]

export interface CampaignSummary {
  readonly id: string
  /** Null if it has none; the window shows the id instead. */
  readonly name: string | null
  readonly reference: string | null
  readonly shortReference: string | null
  /** A text if it is not a number, or has too many digits for a double; so are status and state. */
  readonly number: number | string | null
  readonly status: number | string | null
  readonly state: number | string | null
  readonly copy: SnapshotState
  /** Items on this computer. */
  readonly itemCount: number
  /** The service's count for the snapshot; null before the first download. */
  readonly expectedCount: number | null
  /** Why the snapshot is incomplete, as a sentence. */
  readonly incompleteReason: string | null
  /** When the snapshot was completed, in milliseconds since 1970. */
  readonly fetchedAt: number | null
  readonly recordState: RecordState
  /**
   * Whether the last download failed because the service refused the record and listed no items. The earlier
   * snapshot stays.
   */
  readonly isUnavailable: boolean
  /** Newest `updatedAt` of its items. */
  readonly newestUpdatedAt: string | null
  /** Counts of values that do not have the types of their columns; absent if none. */
  readonly otherTypes?: OtherTypes | undefined
  /** Number of items with unseen changes. */
  readonly unseenChanges: number
}

export interface CampaignRecord {
  readonly summary: CampaignSummary
  /** The unchanged JSON text of the service; null if it was not fetched. */
  readonly json: string | null
  readonly recordFetchedAt: number | null
}
