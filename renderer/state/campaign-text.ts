import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasEnded, type DownloadJob } from '../../electron/contract/jobs.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import type { Format } from './format.ts'

/** How complete the copy is, in a word. */
export function completenessOf(campaign: CampaignSummary): string {
  switch (campaign.copy) {
    case 'complete':
      return strings.campaigns.complete
    case 'incomplete':
      return strings.campaigns.incomplete
    case 'none':
      return strings.campaigns.notDownloaded
  }
}

/** The age of the copy in words; null without a copy. */
export function ageOf(campaign: CampaignSummary, format: Format, now: number): string | null {
  return campaign.copy === 'none' || campaign.fetchedAt === null ? null : format.ago(campaign.fetchedAt, now)
}

/** The exact time of the copy, for hover; null without a copy. */
export function exactAgeOf(campaign: CampaignSummary, format: Format): string | null {
  return campaign.copy === 'none' || campaign.fetchedAt === null
    ? null
    : strings.campaigns.fetchedAt(format.dateTime(campaign.fetchedAt))
}

/** Returns whether something of the campaign is on this computer. */
export function isDownloaded(campaign: CampaignSummary): boolean {
  return campaign.copy !== 'none'
}

/** How many items there are: those on this computer, else what the service was seen to have. */
export function itemCountOf(campaign: CampaignSummary): number | null {
  return campaign.copy === 'none' ? campaign.expectedCount : campaign.itemCount
}

/** What the last download found out about the campaign's own record; null when there is nothing to report. */
export type RecordProblem = 'deleted' | 'accessLost' | 'detailsHidden' | 'detailsMissing'

export function recordProblemOf({ recordState, isUnavailable }: CampaignSummary): RecordProblem | null {
  if (recordState === 'missing') return isUnavailable ? 'deleted' : 'detailsMissing'
  if (recordState === 'forbidden') return isUnavailable ? 'accessLost' : 'detailsHidden'
  return null
}

/** Whether a campaign's download is under way or waits its turn. */
export function isBusy(job: DownloadJob | undefined): job is DownloadJob {
  return job !== undefined && !hasEnded(job)
}
