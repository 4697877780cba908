import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasKey } from '../../electron/contract/connection.ts'
import { hasEnded, type DownloadJob } from '../../electron/contract/jobs.ts'
import type { PictureRun } from '../../electron/contract/pictures.ts'
import { historyStrings } from '../../electron/contract/strings/history.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { Job } from './jobs.svelte.ts'

/**
 * The target of the button *Download*: the selected campaigns, the shown one, or all without a complete copy.
 */
export interface DownloadTarget {
  readonly kind: 'selected' | 'campaign' | 'all' | 'none'
  readonly campaigns: readonly CampaignSummary[]
}

export function downloadTarget(app: AppModel): DownloadTarget {
  if (app.list.selected.length > 1) return { kind: 'selected', campaigns: app.list.selected }
  if (app.campaign !== null) return { kind: 'campaign', campaigns: [app.campaign] }
  if (app.campaigns.length === 0) return { kind: 'none', campaigns: [] }
  const wanting = app.campaigns.filter((campaign) => campaign.copy !== 'complete')
  return { kind: 'all', campaigns: wanting.length > 0 ? wanting : app.campaigns }
}

/** Returns whether only changes can be downloaded, because there is a complete copy. */
export function canGetRecent(campaign: CampaignSummary): boolean {
  return campaign.copy === 'complete'
}

/**
 * Queues downloads of campaigns. `needed` downloads changes where there is a complete copy, and all items
 * where there is none; `everything` always downloads all items. A failure to start is shown, not thrown.
 */
export async function download(
  app: AppModel,
  campaignIds: readonly string[],
  way: 'needed' | 'everything' = 'needed',
): Promise<void> {
  const connectionId = app.connectionId
  if (connectionId === null || campaignIds.length === 0) return
  const [only] = campaignIds
  const undecided = campaignIds.length === 1 ? app.campaignJobs.get(only ?? '') : undefined
  if (undecided !== undefined && !hasEnded(undecided) && undecided.deletions !== null) {
    app.dialogs.open({ kind: 'deletions', jobId: undecided.jobId })
    return
  }
  if (asksForKey(app)) return
  // Main downloads all items of those without a complete copy.
  const recent =
    way === 'needed' && app.campaigns.some((known) => campaignIds.includes(known.id) && canGetRecent(known))
  try {
    const jobs = await api.call('downloads.start', {
      connectionId,
      campaignIds,
      ...(recent ? { mode: 'recent' } : {}),
    })
    for (const job of jobs) app.jobs.noteDownload(job)
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Downloads the missing pictures of a campaign. A failure to start is shown, not thrown. */
export async function fetchPictures(app: AppModel, connectionId: string, campaignId: string): Promise<void> {
  if (asksForKey(app)) return
  try {
    app.jobs.receivePictures(await api.call('pictures.start', { connectionId, campaignId }))
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Finds all campaigns that the key can read. */
export async function findCampaigns(app: AppModel): Promise<void> {
  const connectionId = app.connectionId
  if (connectionId === null) return
  if (asksForKey(app)) return
  if (app.discovery !== null && !hasEnded(app.discovery)) return
  try {
    app.jobs.noteDownload(await api.call('downloads.discover', { connectionId }))
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Opens the dialog for the key if none can be sent. Returns whether it did. */
export function asksForKey(app: AppModel): boolean {
  if (app.key === null || hasKey(app.key) || app.connectionId === null) return false
  app.dialogs.open({ kind: 'replaceKey', connectionId: app.connectionId })
  return true
}

/** Changes a job. It may just have ended, which is no failure; others are shown. */
async function withJobs(app: AppModel, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const fault = faultOf(error)
    if (fault.code !== 'notFound') app.tell(fault)
  }
}

/** Cancels a job that has not ended. */
export async function cancelJob(app: AppModel, job: Job): Promise<void> {
  await withJobs(app, () => app.jobs.cancel(job))
}

/** Pauses a download or a picture run, or with null all of them. */
export async function pauseJob(app: AppModel, job: DownloadJob | PictureRun | null): Promise<void> {
  await withJobs(app, () => app.jobs.pause(job))
}

/** Resumes a paused job, or with null all of them. */
export async function resumeJob(app: AppModel, job: DownloadJob | PictureRun | null): Promise<void> {
  if (asksForKey(app)) return
  await withJobs(app, () => app.jobs.resume(job))
}

/** Moves a download before another one in the queue, or with null to its end. */
export async function moveJob(app: AppModel, jobId: string, before: string | null): Promise<void> {
  await withJobs(app, () => app.jobs.move(jobId, before))
}

/** Removes ended jobs from the list. Can be undone. */
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

/** Queues a failed, incomplete or canceled download again; with null all failed ones. */
export async function retryJob(app: AppModel, connectionId: string, jobId: string | null): Promise<void> {
  if (asksForKey(app)) return
  await withJobs(app, () => app.jobs.retry(connectionId, jobId))
}
