import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasEnded, type DownloadJob } from '../../electron/contract/jobs.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import type { Format } from './format.ts'

/** Returns the completeness of the downloaded copy as a word. */
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

/** Returns the age of the downloaded copy; null without one. */
export function ageOf(campaign: CampaignSummary, format: Format, now: number): string | null {
  return campaign.copy === 'none' || campaign.fetchedAt === null ? null : format.ago(campaign.fetchedAt, now)
}

/** Returns the exact time of the downloaded copy, for tooltips; null without one. */
export function exactAgeOf(campaign: CampaignSummary, format: Format): string | null {
  return campaign.copy === 'none' || campaign.fetchedAt === null
    ? null
    : strings.campaigns.fetchedAt(format.dateTime(campaign.fetchedAt))
}

/** Returns whether data of the campaign is on this computer. */
export function isDownloaded(campaign: CampaignSummary): boolean {
  return campaign.copy !== 'none'
}

/** Returns the number of items on this computer, else the last number that the service stated. */
export function itemCountOf(campaign: CampaignSummary): number | null {
  return campaign.copy === 'none' ? campaign.expectedCount : campaign.itemCount
}

/** A result of the last download about the campaign's record; null: nothing to report. */
export type RecordProblem = 'deleted' | 'accessLost' | 'detailsHidden' | 'detailsMissing'

export function recordProblemOf({ recordState, isUnavailable }: CampaignSummary): RecordProblem | null {
  if (recordState === 'missing') return isUnavailable ? 'deleted' : 'detailsMissing'
  if (recordState === 'forbidden') return isUnavailable ? 'accessLost' : 'detailsHidden'
  return null
}

/** Returns whether a campaign's download is running or waiting. */
export function isBusy(job: DownloadJob | undefined): job is DownloadJob {
  return job !== undefined && !hasEnded(job)
}
