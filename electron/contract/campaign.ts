import type { OtherTypes } from './item.ts'

/** Whether this computer holds the campaign's items, and how far that copy can be trusted. */
export type CopyState = 'none' | 'complete' | 'incomplete'

/** Whether the campaign's own record (`GET /campaign/{id}`) could be fetched. */
export type RecordState = 'never' | 'fetched' | 'forbidden' | 'missing'

export interface CampaignSummary {
  readonly id: string
  /** Null when the service gave none; the window then shows the id. */
  readonly name: string | null
  readonly reference: string | null
  readonly shortReference: string | null
  /** A text: not a number, or one with more digits than a double keeps. So are status and state. */
  readonly number: number | string | null
  readonly status: number | string | null
  readonly state: number | string | null
  readonly copy: CopyState
  /** Items on this computer. */
  readonly itemCount: number
  /** What the service counted when the copy was made; null before the first download. */
  readonly expectedCount: number | null
  /** Why the copy is incomplete, as a sentence. */
  readonly incompleteReason: string | null
  /** When the copy in use was completed, in milliseconds since 1970. */
  readonly fetchedAt: number | null
  readonly recordState: RecordState
  /**
   * Whether the last download failed because the service refused the record and listed no items. The snapshot
   * from before stays.
   */
  readonly isUnavailable: boolean
  /** Newest `updatedAt` among its items. */
  readonly newestUpdatedAt: string | null
  /**
   * Values of its items on this computer that are not of their columns' types, and shown as texts; absent:
   * none.
   */
  readonly otherTypes?: OtherTypes | undefined
  /** Items whose changes the person has not seen yet. */
  readonly unseenChanges: number
}

export interface CampaignRecord {
  readonly summary: CampaignSummary
  /** The campaign exactly as the service sent it, as JSON text; null when it was not fetched. */
  readonly json: string | null
  readonly recordFetchedAt: number | null
}
