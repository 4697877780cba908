import { isKeychainUnavailable, type AutomaticDownloads, type Connection } from '../contract/connection.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { Network } from '../download/types.ts'
import type { ConnectionKeys } from './connection-keys.ts'
import type { Sessions } from './sessions.ts'
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
 * Runs the automatic downloads of a connection, which is opened for that. Does nothing without a key. Returns
 * false if the keychain cannot be read, which may succeed later.
 */
export async function runAutomaticDownloads(
  connection: Connection,
  {
    sessions,
    keys,
    network,
  }: {
    readonly sessions: Pick<Sessions, 'closeIdle' | 'get' | 'hold'>
    readonly keys: Pick<ConnectionKeys, 'readStatus'>
    readonly network: Pick<Network, 'refresh'>
  },
): Promise<boolean> {
  const key = await keys.readStatus(connection)
  if (key.storage === 'none') return !isKeychainUnavailable(key)
  const release = sessions.hold(connection.id)
  try {
    await network.refresh()
    await downloadAutomatically(await sessions.get(connection.id), connection.automatic)
    return true
  } finally {
    release()
    await sessions.closeIdle()
  }
}

/**
 * Queues the automatic downloads of a connection. Returns their jobs when all have ended or are paused by a
 * person, who may resume them much later.
 */
export async function downloadAutomatically(
  session: Pick<ConnectionSession, 'store' | 'downloads'>,
  { campaignIds }: AutomaticDownloads,
): Promise<readonly DownloadJob[]> {
  const jobs = await startDownloads(session, campaignIds, 'recent', 'schedule')
  return Promise.all(jobs.map(({ jobId }) => session.downloads.waitForEndOrPause(jobId)))
}
