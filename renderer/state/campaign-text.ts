import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasEnded, type DownloadJob } from '../../electron/contract/jobs.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { Format } from './format.ts'

/** Returns the label for the completeness of the downloaded copy. */
export function completenessOf(campaign: CampaignSummary): string {
  switch (campaign.copy) {
    case 'complete':
      return messages.campaigns.complete
    case 'incomplete':
      return messages.campaigns.incomplete
    case 'none':
      return messages.campaigns.notDownloaded
  }
}

/** Returns the age of the downloaded copy, such as "2 h ago"; null without a copy. */
export function ageOf(campaign: CampaignSummary, format: Format, now: number): string | null {
  return campaign.copy === 'none' || campaign.fetchedAt === null ? null : format.ago(campaign.fetchedAt, now)
}

/** Returns the exact time of the download, for tooltips; null without a copy. */
export function exactAgeOf(campaign: CampaignSummary, format: Format): string | null {
  return campaign.copy === 'none' || campaign.fetchedAt === null
    ? null
    : messages.campaigns.fetchedAt({ shown: format.dateTime(campaign.fetchedAt) })
}

/** Returns whether the campaign has a downloaded copy, complete or not. */
export function isDownloaded(campaign: CampaignSummary): boolean {
  return campaign.copy !== 'none'
}

/** Returns the number of downloaded items; without a copy, the number that the service reported. */
export function itemCountOf(campaign: CampaignSummary): number | null {
  return campaign.copy === 'none' ? campaign.expectedCount : campaign.itemCount
}

/** Why the last download did not receive the record of the campaign itself. */
export type RecordProblem = 'deleted' | 'accessLost' | 'detailsHidden' | 'detailsMissing'

export function recordProblemOf({ recordState, isUnavailable }: CampaignSummary): RecordProblem | null {
  if (recordState === 'missing') return isUnavailable ? 'deleted' : 'detailsMissing'
  if (recordState === 'forbidden') return isUnavailable ? 'accessLost' : 'detailsHidden'
  return null
}

/** Returns whether a download is running, queued or paused. */
export function isBusy(job: DownloadJob | undefined): job is DownloadJob {
  return job !== undefined && !hasEnded(job)
}

/** Returns the share of a running download that is done, from 0 to 1; null if it is not running. */
export function runningShare(job: DownloadJob | undefined): number | null {
  if (job?.state !== 'running') return null
  return job.totalItems === null || job.totalItems === 0 ? 0 : Math.min(1, job.items / job.totalItems)
}
