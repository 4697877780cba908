import { AppError } from '../../contract/app-error.ts'
import { extractCampaignId } from '../../download/campaign-id.ts'
import type { ConnectionSession } from '../../app/types.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../push.ts'

type CampaignCalls = Extract<keyof Handlers, `campaigns.${string}` | `downloads.${string}`>

/** Campaigns on this computer, and getting them from the service. */
export function campaignHandlers(desk: Desk): Pick<Handlers, CampaignCalls> {
  const { sessions } = desk

  /** What is known of campaigns already: their names, and of which there is a complete copy. */
  const known = async (
    connectionId: string,
  ): Promise<{
    readonly names: ReadonlyMap<string, string | null>
    readonly complete: ReadonlySet<string>
  }> => {
    const campaigns = await (await sessions.get(connectionId)).store.listCampaigns()
    return {
      names: new Map(campaigns.map(({ id, name }) => [id, name])),
      complete: new Set(campaigns.filter(({ copy }) => copy === 'complete').map(({ id }) => id)),
    }
  }

  /** The session with that download; null: all that are open. */
  const sessionsOf = async (jobId: string | null): Promise<readonly ConnectionSession[]> => {
    if (jobId === null) return sessions.all()
    const session = await sessions.findByJob(jobId)
    return session === null ? [] : [session]
  }

  return {
    'campaigns.list': async ({ connectionId }) => (await sessions.get(connectionId)).store.listCampaigns(),
    'campaigns.get': async ({ connectionId, campaignId }) => {
      const record = await (await sessions.get(connectionId)).store.getCampaign(campaignId)
      if (record === null) throw new AppError('notFound')
      return record
    },
    'campaigns.remove': async ({ connectionId, campaignIds }) => {
      // A download of one of them would bring it back.
      await sessions.cancelAll(connectionId, new Set(campaignIds))
      const { store, artwork } = await sessions.get(connectionId)
      await store.removeCampaigns(campaignIds)
      await artwork?.forgetCampaigns(campaignIds)
      push('data.changed', { connectionId, campaignIds })
      return null
    },
    'downloads.add': async ({ connectionId, text }) => {
      const id = extractCampaignId(text)
      const { downloads } = await sessions.get(connectionId)
      const { names } = await known(connectionId)
      const [job] = downloads.start([id], { names })
      if (job === undefined) throw new AppError('notACampaignId')
      return job
    },
    'downloads.start': async ({ connectionId, campaignIds, mode }) => {
      const { downloads } = await sessions.get(connectionId)
      const { names, complete } = await known(connectionId)
      // Recent changes are changes of a complete copy; without one, everything is to be had.
      const recent = mode === 'recent' ? campaignIds.filter((id) => complete.has(id)) : []
      const full = mode === 'recent' ? campaignIds.filter((id) => !complete.has(id)) : campaignIds
      return [
        ...downloads.start(recent, { mode: 'recent', names }),
        ...downloads.start(full, { mode: 'full', names }),
      ]
    },
    'downloads.discover': async ({ connectionId }) => (await sessions.get(connectionId)).downloads.discover(),
    'downloads.cancel': async ({ jobId }) => {
      ;(await sessions.findByJob(jobId))?.downloads.cancel(jobId)
      return null
    },
    'downloads.pause': async ({ jobId }) => {
      for (const { downloads } of await sessionsOf(jobId)) downloads.pause(jobId)
      return null
    },
    'downloads.resume': async ({ jobId }) => {
      for (const { downloads } of await sessionsOf(jobId)) downloads.resume(jobId)
      return null
    },
    'downloads.move': async ({ jobId, before }) => {
      ;(await sessions.findByJob(jobId))?.downloads.move(jobId, before)
      return null
    },
    'downloads.retry': async ({ connectionId, jobId }) =>
      (await sessions.get(connectionId)).downloads.retry(jobId),
    'downloads.decide': async ({ jobId, accept }) => {
      ;(await sessions.findByJob(jobId))?.downloads.decide(jobId, accept)
      return null
    },
    'downloads.dismiss': async ({ connectionId, jobIds }) => {
      ;(await sessions.get(connectionId)).dismissDownloads(jobIds)
      return null
    },
    'downloads.list': () => sessions.jobs(),
  }
}
