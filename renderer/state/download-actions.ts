import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasKey } from '../../electron/contract/connection.ts'
import { hasEnded, type DownloadJob } from '../../electron/contract/jobs.ts'
import type { PictureRun } from '../../electron/contract/pictures.ts'
import { historyStrings } from '../../electron/contract/strings/history.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { Job } from './jobs.svelte.ts'

/**
 * What the button *Download* fetches now: the selected campaigns, the one shown, or all without a complete
 * copy.
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

/** Whether only what has changed can be asked for: there is a complete copy to compare with. */
export function canGetRecent(campaign: CampaignSummary): boolean {
  return campaign.copy === 'complete'
}

/**
 * Queues downloads of these campaigns. `needed` gets what has changed where there is a complete copy, and
 * everything where there is none; `everything` reads the whole list in any case. A failure to begin is shown,
 * never thrown.
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
  // Main gets everything of those among them that have no complete copy.
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

/** Fetches the pictures of a campaign that are missing. A failure to begin is shown, never thrown. */
export async function fetchPictures(app: AppModel, connectionId: string, campaignId: string): Promise<void> {
  if (asksForKey(app)) return
  try {
    app.jobs.receivePictures(await api.call('pictures.start', { connectionId, campaignId }))
  } catch (error) {
    app.tell(faultOf(error))
  }
}

/** Looks for every campaign that the key can see. */
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

/** Opens the dialog for the key when there is none that can be sent; returns whether it did. */
export function asksForKey(app: AppModel): boolean {
  if (app.key === null || hasKey(app.key) || app.connectionId === null) return false
  app.dialogs.open({ kind: 'replaceKey', connectionId: app.connectionId })
  return true
}

/** Does something with a job; that it has just ended by itself is no failure, any other one is shown. */
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

/** Pauses a download or pictures, or with null all of them; what was fetched is kept. */
export async function pauseJob(app: AppModel, job: DownloadJob | PictureRun | null): Promise<void> {
  await withJobs(app, () => app.jobs.pause(job))
}

/** Lets what is paused go on, or with null all of it. */
export async function resumeJob(app: AppModel, job: DownloadJob | PictureRun | null): Promise<void> {
  if (asksForKey(app)) return
  await withJobs(app, () => app.jobs.resume(job))
}

/** Puts a download before another one in the queue, or with null at its end. */
export async function moveJob(app: AppModel, jobId: string, before: string | null): Promise<void> {
  await withJobs(app, () => app.jobs.move(jobId, before))
}

/** Clears finished work from the list, which can be undone. */
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

/** Removes a failure from the list. */
export async function dismissJob(app: AppModel, job: Job): Promise<void> {
  await withJobs(app, () => app.jobs.dismiss(job.connectionId, [job.jobId]))
}

/** Queues a failed, incomplete or cancelled download again; with null every one that failed. */
export async function retryJob(app: AppModel, connectionId: string, jobId: string | null): Promise<void> {
  if (asksForKey(app)) return
  await withJobs(app, () => app.jobs.retry(connectionId, jobId))
}
