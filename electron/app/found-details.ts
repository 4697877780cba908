import type { DownloadOrigin } from '../contract/jobs.ts'
import type { ConnectionSession, Connections } from './types.ts'

/**
 * Queues the details of known campaigns of which nothing was fetched, if the connection fetches the details
 * of found campaigns.
 */
export async function fetchDetailsOfFound(
  connections: Pick<Connections, 'get'>,
  { connection, store, downloads }: Pick<ConnectionSession, 'connection' | 'store' | 'downloads'>,
  origin: DownloadOrigin,
): Promise<void> {
  // Read again, because the setting may have changed since the connection was opened.
  const { automatic } = await connections.get(connection.id)
  if (automatic.fetchesDetails !== true) return
  const campaigns = await store.listCampaigns()
  const ids = campaigns
    .filter(({ copy, recordState }) => copy === 'none' && recordState === 'never')
    .map(({ id }) => id)
  if (ids.length > 0) downloads.fetchDetails(ids, origin)
}
