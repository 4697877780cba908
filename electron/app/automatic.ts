import type { AutomaticDownloads } from '../contract/connection.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { ConnectionSession } from './types.ts'

/**
 * Downloads the chosen campaigns of a connection: what has changed where there is a complete copy, else everything.
 * Gives the jobs as they ended; none when there is no key, because there is nobody to enter one.
 */
export async function downloadAutomatically(
  { store, downloads, keyStatus }: Pick<ConnectionSession, 'store' | 'downloads' | 'keyStatus'>,
  { campaignIds }: AutomaticDownloads,
): Promise<readonly DownloadJob[]> {
  if ((await keyStatus()).place === 'none') return []
  const campaigns = await store.listCampaigns()
  const names = new Map(campaigns.map(({ id, name }) => [id, name]))
  const complete = new Set(campaigns.filter(({ copy }) => copy === 'complete').map(({ id }) => id))
  const start = (mode: 'recent' | 'full', ids: readonly string[]): readonly DownloadJob[] =>
    downloads.start(ids, { mode, origin: 'schedule', names })
  const jobs = [
    ...start(
      'recent',
      campaignIds.filter((id) => complete.has(id)),
    ),
    ...start(
      'full',
      campaignIds.filter((id) => !complete.has(id)),
    ),
  ]
  return Promise.all(jobs.map(({ jobId }) => downloads.finished(jobId)))
}
