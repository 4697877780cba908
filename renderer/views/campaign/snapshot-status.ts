import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import type { DownloadJob } from '../../../electron/contract/jobs.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { IconName } from '../../components/icons.ts'
import { ageOf, isBusy, recordProblemOf } from '../../state/campaign-text.ts'
import type { Format } from '../../state/format.ts'
import { isOld } from '../../state/readiness.ts'

/** The state of a campaign's snapshot in a few words, for its header. */
export interface SnapshotStatus {
  /** Null while the download is running, which shows its progress. */
  readonly icon: IconName | null
  readonly tone: 'good' | 'attention' | 'quiet'
  /** The state, such as "Complete". */
  readonly word: string
  /** The age, such as "2 h ago", or a count; null if there is none. */
  readonly detail: string | null
}

/** What the status of a snapshot depends on, apart from the campaign. */
export interface StatusContext {
  readonly job: DownloadJob | undefined
  readonly format: Format
  /** In milliseconds since 1970. */
  readonly now: number
  /** Age in days after which a snapshot is shown as old. */
  readonly oldAfterDays: number
}

/**
 * Returns the most important state of a snapshot: a decision, then a download, then a problem, then its age.
 */
export function snapshotStatus(campaign: CampaignSummary, context: StatusContext): SnapshotStatus {
  const { job, format, now, oldAfterDays } = context
  const age = ageOf(campaign, format, now)
  if (isBusy(job)) {
    if (job.deletions !== null)
      return {
        icon: 'warning',
        tone: 'attention',
        word: messages.campaigns.snapshot.needsDecision,
        detail: null,
      }
    if (job.state === 'running')
      return {
        icon: null,
        tone: 'quiet',
        word: messages.campaigns.snapshot.downloading,
        detail: progressOf(job, format),
      }
    if (job.state === 'waiting')
      return { icon: 'clock', tone: 'quiet', word: messages.campaigns.snapshot.waiting, detail: null }
    const icon = job.pausedBy === 'person' || job.pausedBy === null ? 'pause' : 'offline'
    return { icon, tone: 'quiet', word: messages.campaigns.snapshot.paused, detail: progressOf(job, format) }
  }
  const problem = recordProblemOf(campaign)
  if (problem === 'deleted')
    return { icon: 'deleted', tone: 'attention', word: messages.campaigns.snapshot.deleted, detail: age }
  if (problem === 'accessLost')
    return { icon: 'eye-off', tone: 'attention', word: messages.campaigns.snapshot.accessLost, detail: age }
  switch (campaign.copy) {
    case 'none':
      return {
        icon: 'copy-none',
        tone: 'quiet',
        word: messages.campaigns.snapshot.notDownloaded,
        detail: null,
      }
    case 'incomplete':
      return {
        icon: 'copy-incomplete',
        tone: 'attention',
        word: messages.campaigns.snapshot.incomplete,
        detail: countOf(campaign) ?? age,
      }
    case 'complete':
      return isOld(campaign, oldAfterDays, now)
        ? { icon: 'warning', tone: 'attention', word: messages.campaigns.snapshot.complete, detail: age }
        : { icon: 'copy-complete', tone: 'good', word: messages.campaigns.snapshot.complete, detail: age }
  }
}

function progressOf({ items, totalItems }: DownloadJob, format: Format): string | null {
  if (totalItems === null || totalItems === 0) return items === 0 ? null : format.number(items)
  return format.percent(Math.min(1, items / totalItems))
}

function countOf({ itemCount, expectedCount }: CampaignSummary): string | null {
  if (expectedCount === null || expectedCount === itemCount) return null
  return messages.campaigns.snapshot.of({ have: itemCount, expected: expectedCount })
}
