import type { CampaignSummary } from '../contract/campaign.ts'
import { documentDescription } from '../contract/strings/export.ts'
import type { DocumentProperties } from '../export/types.ts'

/**
 * What a workbook with the items of these campaigns (null: of all that are here) says of itself: what it is called, and
 * of when its copies are, in the time of this computer.
 */
export function exportDocument(
  title: string,
  campaigns: readonly CampaignSummary[],
  campaignIds: readonly string[] | null,
): DocumentProperties {
  const meant = campaigns.filter(
    ({ id, fetchedAt }) => fetchedAt !== null && (campaignIds?.includes(id) ?? true),
  )
  const times = meant.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]))
  const oldest = times.length === 0 ? null : localTime(times.reduce((least, time) => Math.min(least, time)))
  return {
    sheetName: title,
    title,
    description: documentDescription(
      oldest,
      meant.some(({ copy }) => copy === 'incomplete'),
    ),
  }
}

/** As in a sheet: `2026-11-21 14:05`. */
function localTime(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
