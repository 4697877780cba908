import type { CampaignSummary } from '../contract/campaign.ts'
import type { TimeZoneChoice } from '../contract/export-options.ts'
import { documentDescription } from '../contract/strings/export.ts'
import { formatTimestamp } from '../export/values/timestamps.ts'
import type { DocumentProperties } from '../export/types.ts'

/**
 * Returns the properties of a workbook with items of these campaigns (null: of all): its title, and when they
 * were downloaded, in a time zone (by default that of this computer).
 */
export function exportDocument(
  title: string,
  campaigns: readonly CampaignSummary[],
  campaignIds: readonly string[] | null,
  timeZone?: TimeZoneChoice,
): DocumentProperties {
  const meant = campaigns.filter(
    ({ id, fetchedAt }) => fetchedAt !== null && (campaignIds?.includes(id) ?? true),
  )
  const times = meant.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]))
  const oldest =
    times.length === 0
      ? null
      : formatTimestamp(new Date(times.reduce((least, time) => Math.min(least, time))), timeZone)
  return {
    sheetName: title,
    title,
    description: documentDescription(
      oldest,
      meant.some(({ copy }) => copy === 'incomplete'),
    ),
  }
}
