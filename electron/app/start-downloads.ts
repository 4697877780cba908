import type { AutomaticDownloads } from '../contract/connection.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { ConnectionSession } from './types.ts'

/**
 * Queues downloads of campaigns. In mode `recent`, campaigns without a complete snapshot are downloaded in
 * full.
 */
export async function startDownloads(
  { store, downloads }: Pick<ConnectionSession, 'store' | 'downloads'>,
  campaignIds: readonly string[],
  mode: 'recent' | 'full',
  origin: 'person' | 'schedule' = 'person',
): Promise<readonly DownloadJob[]> {
  const campaigns = await store.listCampaigns()
  const names = new Map(campaigns.map(({ id, name }) => [id, name]))
  const complete = new Set(campaigns.filter(({ copy }) => copy === 'complete').map(({ id }) => id))
  const isRecent = (id: string): boolean => mode === 'recent' && complete.has(id)
  return [
    ...downloads.start(campaignIds.filter(isRecent), { mode: 'recent', origin, names }),
    ...downloads.start(
      campaignIds.filter((id) => !isRecent(id)),
      { mode: 'full', origin, names },
    ),
  ]
}

/**
 * Runs the automatic downloads of a connection. Returns their jobs when all have ended or are paused by a
 * person, who may resume them much later; none without a key, which only a person can enter.
 */
export async function downloadAutomatically(
  session: Pick<ConnectionSession, 'store' | 'downloads' | 'keyStatus'>,
  { campaignIds }: AutomaticDownloads,
): Promise<readonly DownloadJob[]> {
  if ((await session.keyStatus()).storage === 'none') return []
  const jobs = await startDownloads(session, campaignIds, 'recent', 'schedule')
  return Promise.all(jobs.map(({ jobId }) => session.downloads.waitForEndOrPause(jobId)))
}
