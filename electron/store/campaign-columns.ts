import type { CampaignSummary } from '../contract/campaign.ts'
import type { BoundValue } from './database/handles.ts'
import type { DecodedCampaign } from './decode-campaign.ts'

/** Columns of `campaigns` that come from the campaign's record, in the order of {@link campaignColumns}. */
export const CAMPAIGN_COLUMN_NAMES = [
  'reference',
  'short_reference',
  'number',
  'status',
  'state',
  'text_values',
] as const

/** Returns the values of {@link CAMPAIGN_COLUMN_NAMES}. */
export function campaignColumns(campaign: DecodedCampaign): readonly BoundValue[] {
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

/** Converts a row into a summary. Values that do not fit their columns are returned as text. */
export function toSummary({ textValues, otherTypes, ...row }: SummaryRow): CampaignSummary {
  return {
    ...row,
    isUnavailable: row.isUnavailable === 1,
    ...(textValues === null ? {} : (JSON.parse(textValues) as Partial<CampaignSummary>)),
    ...(otherTypes === null ? {} : { otherTypes: JSON.parse(otherTypes) as CampaignSummary['otherTypes'] }),
  }
}
