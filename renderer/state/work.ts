import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { hasEnded } from './jobs.svelte.ts'

/** What the button *Download* fetches now: the selected campaigns, the one shown, or all without a complete copy. */
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

/** Queues downloads of these campaigns. A failure to begin is shown, never thrown. */
export async function download(app: AppModel, campaignIds: readonly string[]): Promise<void> {
  const connectionId = app.connectionId
  if (connectionId === null || campaignIds.length === 0) return
  if (asksForKey(app)) return
  try {
    const jobs = await api.call('downloads.start', { connectionId, campaignIds })
    for (const job of jobs) app.jobs.noteDownload(job)
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

/** Without a key nothing can be fetched: opens the question for it, and says whether it did. */
export function asksForKey(app: AppModel): boolean {
  if (app.key?.place !== 'none' || app.connectionId === null) return false
  app.dialogs.open({ kind: 'replaceKey', connectionId: app.connectionId })
  return true
}

/** Cancels a running or waiting job; that it has just ended by itself is no failure. */
export async function cancelJob(
  app: AppModel,
  job: Parameters<AppModel['jobs']['cancel']>[0],
): Promise<void> {
  try {
    await app.jobs.cancel(job)
  } catch (error) {
    const fault = faultOf(error)
    if (fault.code !== 'notFound') app.tell(fault)
  }
}
