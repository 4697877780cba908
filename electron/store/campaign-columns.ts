import type { CampaignSummary } from '../contract/campaign.ts'
import type { Bound } from './database/handles.ts'
import type { DecodedCampaign } from './decode-campaign.ts'

/**
 * The columns of `campaigns` that come from the campaign's own record, in the order of {@link
 * campaignColumns}.
 */
export const CAMPAIGN_COLUMN_NAMES = [
  'reference',
  'short_reference',
  'number',
  'status',
  'state',
  'text_values',
] as const

export function campaignColumns(campaign: DecodedCampaign): readonly Bound[] {
  const { reference, shortReference, number, status, state, textValues } = campaign
  return [
    reference,
    shortReference,
    number,
    status,
    state,
    textValues === undefined ? null : JSON.stringify(textValues),
  ]
}

/** A row of `campaigns`; SQLite has no booleans. */
export type SummaryRow = Omit<CampaignSummary, 'isUnavailable' | 'otherTypes'> & {
  readonly isUnavailable: number
  readonly textValues: string | null
  readonly otherTypes: string | null
}

/** Returns what is known of a campaign, with the texts of values that their columns cannot hold. */
export function toSummary({ textValues, otherTypes, ...row }: SummaryRow): CampaignSummary {
  return {
    ...row,
    isUnavailable: row.isUnavailable === 1,
    ...(textValues === null ? {} : (JSON.parse(textValues) as Partial<CampaignSummary>)),
    ...(otherTypes === null ? {} : { otherTypes: JSON.parse(otherTypes) as CampaignSummary['otherTypes'] }),
  }
}
