import type { CampaignSummary } from '../contract/campaign.ts'
import type { ExportOptions } from '../contract/export-options.ts'
import { messagesIn } from '../contract/messages.ts'
import { formatTimestamp } from '../export/values/timestamps.ts'
import type { DocumentProperties } from '../export/types.ts'

/**
 * Returns the properties of a workbook with items of these campaigns (null: all): its title, and when the
 * campaigns were downloaded.
 * @param options language and time zone of the file
 */
export async function exportDocument(
  title: string,
  campaigns: readonly CampaignSummary[],
  campaignIds: readonly string[] | null,
  { language, timeZone }: Pick<ExportOptions, 'language' | 'timeZone'>,
): Promise<DocumentProperties> {
  const included = campaigns.filter(
    ({ id, fetchedAt }) => fetchedAt !== null && (campaignIds?.includes(id) ?? true),
  )
  const times = included.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]))
  const oldest =
    times.length === 0
      ? null
      : formatTimestamp(new Date(times.reduce((earliest, time) => Math.min(earliest, time))), timeZone)
  const words = await messagesIn(language)
  const { description } = words.exportExtras
  return {
    sheetName: title,
    title,
    description: [
      ...(oldest === null ? [] : [description.dataFrom({ date: oldest })]),
      ...(included.some(({ copy }) => copy === 'incomplete') ? [description.incomplete] : []),
      description.writtenBy,
    ].join(' '),
  }
}
