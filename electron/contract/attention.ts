import type { CheckSettings } from './checks.ts'
import type { Fault } from './faults.ts'

/** The unseen changes of a campaign by kind. */
export interface UnseenCounts {
  readonly campaignId: string
  readonly added: number
  readonly changed: number
  readonly deleted: number
  /**
   * When the first of them was downloaded, in milliseconds since 1970; null if that is no longer recorded.
   */
  readonly since: number | null
}

/** Campaigns that are listed with a check. */
export const MAX_CAMPAIGNS_OF_CHECK = 100

/** The findings of a check in all downloaded campaigns that are not accepted. */
export interface OpenCheck {
  /** One of `DEFAULT_CHECK_IDS`, or the id of the person's check. */
  readonly id: string
  readonly count: number
  /** Number of campaigns with open findings. */
  readonly campaigns: number
  /** Ids of the first `MAX_CAMPAIGNS_OF_CHECK` of them, those with the most findings first. */
  readonly campaignIds: readonly string[]
  /** Why the check failed, as a sentence, or null. */
  readonly problem: string | null
}

/** The open checks of all downloaded campaigns. */
export interface OpenChecks {
  /** Set if the settings could not be read. */
  readonly notice: Fault | null
  readonly settings: CheckSettings
  /** All checks in their order, also those without findings. */
  readonly checks: readonly OpenCheck[]
}

/** The items of a campaign with a mark; only campaigns with at least one are listed. */
export interface ReviewedCount {
  readonly campaignId: string
  readonly reviewed: number
}

/** What needs the person's attention in the campaigns of a connection, apart from their dates. */
export interface CampaignAttention extends OpenChecks {
  readonly changes: readonly UnseenCounts[]
  readonly reviews: readonly ReviewedCount[]
}
