import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasKey } from '../../electron/contract/connection.ts'
import { hasEnded, type DownloadJob } from '../../electron/contract/jobs.ts'
import type { PictureRun } from '../../electron/contract/pictures.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { messages } from '../../electron/contract/messages.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { HistoryEntry } from './history.svelte.ts'
import { isDownload, isPictures, type Job } from './jobs.svelte.ts'

/** The models that downloads change, and those that they depend on. */
export type DownloadContext = Pick<
  AppModel,
  | 'announcer'
  | 'campaign'
  | 'campaignId'
  | 'campaignJobs'
  | 'campaignList'
  | 'campaigns'
  | 'connectionId'
  | 'connections'
  | 'content'
  | 'dialogs'
  | 'discovery'
  | 'environment'
  | 'frame'
  | 'history'
  | 'jobs'
  | 'key'
  | 'notices'
  | 'show'
  | 'tab'
>

/** What *Download* fetches: the selected campaigns, the one shown, or all without a complete copy. */
export interface DownloadTarget {
  readonly kind: 'selected' | 'campaign' | 'all' | 'none'
  readonly campaigns: readonly CampaignSummary[]
}

export function downloadTarget(context: DownloadContext): DownloadTarget {
  if (context.campaignList.selected.length > 1)
    return { kind: 'selected', campaigns: context.campaignList.selected }
  if (context.campaign !== null) return { kind: 'campaign', campaigns: [context.campaign] }
  if (context.campaigns.length === 0) return { kind: 'none', campaigns: [] }
  const incomplete = context.campaigns.filter((campaign) => campaign.copy !== 'complete')
  return { kind: 'all', campaigns: incomplete.length > 0 ? incomplete : context.campaigns }
}

/** Returns whether a download can be limited to changes, for which it needs a complete copy. */
export function canDownloadChanges(campaign: CampaignSummary): boolean {
  return campaign.copy === 'complete'
}

/**
 * Queues downloads of campaigns. `needed` fetches only changes where there is a complete copy; `everything`
 * always fetches all items. A failure to start is shown, never thrown.
 */
export async function download(
  context: DownloadContext,
  campaignIds: readonly string[],
  mode: 'needed' | 'everything' = 'needed',
): Promise<void> {
  const connectionId = context.connectionId
  if (connectionId === null || campaignIds.length === 0) return
  const [only] = campaignIds
  const undecided = campaignIds.length === 1 ? context.campaignJobs.get(only ?? '') : undefined
  if (undecided !== undefined && !hasEnded(undecided) && undecided.deletions !== null) {
    context.dialogs.open({ kind: 'deletions', jobId: undecided.jobId })
    return
  }
  if (requestMissingKey(context)) return
  // For campaigns without a complete copy, main fetches everything in spite of this mode.
  const recent =
    mode === 'needed' &&
    context.campaigns.some((campaign) => campaignIds.includes(campaign.id) && canDownloadChanges(campaign))
  try {
    const jobs = await api.call('downloads.start', {
      connectionId,
      campaignIds,
      ...(recent ? { mode: 'recent' } : {}),
    })
    for (const job of jobs) context.jobs.addDownload(job)
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}

/**
 * Starts to fetch the records of those campaigns that are not downloaded. A failure to start is shown, never
 * thrown.
 */
export async function refreshDetails(
  context: DownloadContext,
  campaigns: readonly CampaignSummary[],
): Promise<void> {
  const { connectionId } = context
  const campaignIds = campaigns.filter(hasOwnDetails).map(({ id }) => id)
  if (connectionId === null || campaignIds.length === 0) return
  if (requestMissingKey(context)) return
  try {
    context.jobs.addDownload(await api.call('downloads.fetchDetails', { connectionId, campaignIds }))
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}

/** Returns whether the details can be fetched without the items; those of a downloaded campaign cannot. */
export function hasOwnDetails(campaign: CampaignSummary): boolean {
  return campaign.copy === 'none'
}

/** Returns whether the details of a campaign that is not downloaded were never fetched. */
export function lacksDetails(campaign: CampaignSummary): boolean {
  return hasOwnDetails(campaign) && campaign.recordState === 'never'
}

/** Starts to fetch the missing pictures of a campaign. A failure to start is shown, never thrown. */
export async function fetchPictures(
  context: DownloadContext,
  connectionId: string,
  campaignId: string,
): Promise<void> {
  if (requestMissingKey(context)) return
  try {
    context.jobs.addPictures(await api.call('pictures.start', { connectionId, campaignId }))
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}

/** Starts the discovery of all campaigns that the key can access. */
export async function findCampaigns(context: DownloadContext): Promise<void> {
  const connectionId = context.connectionId
  if (connectionId === null) return
  if (requestMissingKey(context)) return
  if (context.discovery !== null && !hasEnded(context.discovery)) return
  try {
    context.jobs.addDownload(await api.call('downloads.discover', { connectionId }))
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}

/** Opens the dialog for the key if no key can be sent. Returns whether the key is missing. */
export function requestMissingKey(context: DownloadContext): boolean {
  if (context.key === null || hasKey(context.key) || context.connectionId === null) return false
  context.dialogs.open({ kind: 'replaceKey', connectionId: context.connectionId })
  return true
}

/**
 * Runs an operation on a job. A failure is shown in the connection that is current at the start, except when
 * the job has just ended.
 */
async function withJobs(context: DownloadContext, work: () => Promise<void>): Promise<void> {
  const { connectionId } = context
  try {
    await work()
  } catch (error) {
    const fault = faultOf(error)
    if (fault.code !== 'notFound') context.notices.show(fault, connectionId)
  }
}

/** Cancels a job that has not ended. */
export async function cancelJob(context: DownloadContext, job: Job): Promise<void> {
  await withJobs(context, () => context.jobs.cancel(job))
}

/** Pauses a download or a fetch of pictures, or with null all of them, and keeps what was fetched. */
export async function pauseJob(
  context: DownloadContext,
  job: DownloadJob | PictureRun | null,
): Promise<void> {
  await withJobs(context, () => context.jobs.pause(job))
}

/** Resumes a paused job, or with null all of them. */
export async function resumeJob(
  context: DownloadContext,
  job: DownloadJob | PictureRun | null,
): Promise<void> {
  if (requestMissingKey(context)) return
  await withJobs(context, () => context.jobs.resume(job))
}

/** Moves a download before another one in the queue, or with null to the end. */
export async function moveJob(context: DownloadContext, jobId: string, before: string | null): Promise<void> {
  await withJobs(context, () => context.jobs.move(jobId, before))
}

/** Clears finished jobs from the list. Returns the action, which can be undone. */
export function clearFinished(context: DownloadContext, finished: readonly Job[]): HistoryEntry {
  const jobIds = finished.map((job) => job.jobId)
  const clear = (): Promise<null> => {
    context.jobs.clear(jobIds)
    return Promise.resolve(null)
  }
  void clear()
  const action: HistoryEntry = {
    name: messages.history.actions.clearFinished,
    undo: () => {
      context.jobs.restore(jobIds)
      context.frame.activityOpen = true
      return Promise.resolve(null)
    },
    redo: clear,
  }
  context.history.record(action)
  return action
}

/** Removes a failed job from the list. */
export async function dismissJob(context: DownloadContext, job: Job): Promise<void> {
  await withJobs(context, () => context.jobs.dismiss(job.connectionId, [job.jobId]))
}

/** Retries a failed, incomplete or canceled download, or with null all failed downloads. */
export async function retryJob(
  context: DownloadContext,
  connectionId: string,
  jobId: string | null,
): Promise<void> {
  if (requestMissingKey(context)) return
  await withJobs(context, () => context.jobs.retry(connectionId, jobId))
}

/**
 * Repeats the failed downloads of a connection whose faults are fixed, and dismisses the notices about them.
 */
export async function retryFailed(
  context: DownloadContext,
  connectionId: string,
  isFixed: (fault: Fault | null) => boolean,
): Promise<void> {
  context.notices.dismiss((notice) => notice.connectionId === connectionId && isFixed(notice.fault))
  try {
    const failed = context.jobs.ended.filter((job) => job.connectionId === connectionId && isFixed(job.error))
    for (const job of failed) {
      if (isDownload(job)) await context.jobs.retry(connectionId, job.jobId)
      else if (isPictures(job)) await fetchPictures(context, connectionId, job.campaignId)
    }
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}
