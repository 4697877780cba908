import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasKey } from '../../electron/contract/connection.ts'
import { hasEnded, type DownloadJob } from '../../electron/contract/jobs.ts'
import type { PictureRun } from '../../electron/contract/pictures.ts'
import { historyStrings } from '../../electron/contract/strings/history.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { Job } from './jobs.svelte.ts'

/** What *Download* fetches: the selected campaigns, the one shown, or all without a complete copy. */
export interface DownloadTarget {
  readonly kind: 'selected' | 'campaign' | 'all' | 'none'
  readonly campaigns: readonly CampaignSummary[]
}

export function downloadTarget(app: AppModel): DownloadTarget {
  if (app.list.selected.length > 1) return { kind: 'selected', campaigns: app.list.selected }
  if (app.campaign !== null) return { kind: 'campaign', campaigns: [app.campaign] }
  if (app.campaigns.length === 0) return { kind: 'none', campaigns: [] }
  const incomplete = app.campaigns.filter((campaign) => campaign.copy !== 'complete')
  return { kind: 'all', campaigns: incomplete.length > 0 ? incomplete : app.campaigns }
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
  app: AppModel,
  campaignIds: readonly string[],
  mode: 'needed' | 'everything' = 'needed',
): Promise<void> {
  const connectionId = app.connectionId
  if (connectionId === null || campaignIds.length === 0) return
  const [only] = campaignIds
  const undecided = campaignIds.length === 1 ? app.campaignJobs.get(only ?? '') : undefined
  if (undecided !== undefined && !hasEnded(undecided) && undecided.deletions !== null) {
    app.dialogs.open({ kind: 'deletions', jobId: undecided.jobId })
    return
  }
  if (requestMissingKey(app)) return
  // For campaigns without a complete copy, main fetches everything in spite of this mode.
  const recent =
    mode === 'needed' &&
    app.campaigns.some((campaign) => campaignIds.includes(campaign.id) && canDownloadChanges(campaign))
  try {
    const jobs = await api.call('downloads.start', {
      connectionId,
      campaignIds,
      ...(recent ? { mode: 'recent' } : {}),
    })
    for (const job of jobs) app.jobs.addDownload(job)
  } catch (error) {
    app.showFault(faultOf(error))
  }
}

/** Starts to fetch the missing pictures of a campaign. A failure to start is shown, never thrown. */
export async function fetchPictures(app: AppModel, connectionId: string, campaignId: string): Promise<void> {
  if (requestMissingKey(app)) return
  try {
    app.jobs.receivePictures(await api.call('pictures.start', { connectionId, campaignId }))
  } catch (error) {
    app.showFault(faultOf(error))
  }
}

/** Starts the discovery of all campaigns that the key can access. */
export async function findCampaigns(app: AppModel): Promise<void> {
  const connectionId = app.connectionId
  if (connectionId === null) return
  if (requestMissingKey(app)) return
  if (app.discovery !== null && !hasEnded(app.discovery)) return
  try {
    app.jobs.addDownload(await api.call('downloads.discover', { connectionId }))
  } catch (error) {
    app.showFault(faultOf(error))
  }
}

/** Opens the dialog for the key if no key can be sent. Returns whether the key is missing. */
export function requestMissingKey(app: AppModel): boolean {
  if (app.key === null || hasKey(app.key) || app.connectionId === null) return false
  app.dialogs.open({ kind: 'replaceKey', connectionId: app.connectionId })
  return true
}

/** Runs an operation on a job. A failure is shown, except when the job has just ended. */
async function withJobs(app: AppModel, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const fault = faultOf(error)
    if (fault.code !== 'notFound') app.showFault(fault)
  }
}

/** Cancels a job that has not ended. */
export async function cancelJob(app: AppModel, job: Job): Promise<void> {
  await withJobs(app, () => app.jobs.cancel(job))
}

/** Pauses a download or a fetch of pictures, or with null all of them, and keeps what was fetched. */
export async function pauseJob(app: AppModel, job: DownloadJob | PictureRun | null): Promise<void> {
  await withJobs(app, () => app.jobs.pause(job))
}

/** Resumes a paused job, or with null all of them. */
export async function resumeJob(app: AppModel, job: DownloadJob | PictureRun | null): Promise<void> {
  if (requestMissingKey(app)) return
  await withJobs(app, () => app.jobs.resume(job))
}

/** Moves a download before another one in the queue, or with null to the end. */
export async function moveJob(app: AppModel, jobId: string, before: string | null): Promise<void> {
  await withJobs(app, () => app.jobs.move(jobId, before))
}

/** Clears finished jobs from the list, which can be undone. */
export function clearFinished(app: AppModel, finished: readonly Job[]): void {
  const jobIds = finished.map((job) => job.jobId)
  const clear = (): Promise<null> => {
    app.jobs.clear(jobIds)
    return Promise.resolve(null)
  }
  void clear()
  app.history.record({
    name: historyStrings.actions.clearFinished,
    undo: () => {
      app.jobs.restore(jobIds)
      app.frame.activityOpen = true
      return Promise.resolve(null)
    },
    redo: clear,
  })
}

/** Removes a failed job from the list. */
export async function dismissJob(app: AppModel, job: Job): Promise<void> {
  await withJobs(app, () => app.jobs.dismiss(job.connectionId, [job.jobId]))
}

/** Retries a failed, incomplete or canceled download, or with null all failed downloads. */
export async function retryJob(app: AppModel, connectionId: string, jobId: string | null): Promise<void> {
  if (requestMissingKey(app)) return
  await withJobs(app, () => app.jobs.retry(connectionId, jobId))
}
