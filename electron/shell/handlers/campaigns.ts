import { AppError } from '../../contract/app-error.ts'
import { extractCampaignId } from '../../download/campaign-id.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../push.ts'
import type { Pending } from './pending.ts'

type CampaignCalls = Extract<keyof Handlers, `campaigns.${string}` | `downloads.${string}`>

/** Campaigns on this computer, and getting them from the service. */
export function campaignHandlers(desk: Desk): Omit<Pick<Handlers, CampaignCalls>, Pending> {
  const { sessions } = desk

  /** Names of campaigns that are known already, so that a waiting download can be called by its name. */
  const knownNames = async (connectionId: string): Promise<ReadonlyMap<string, string | null>> => {
    const campaigns = await (await sessions.get(connectionId)).store.listCampaigns()
    return new Map(campaigns.map(({ id, name }) => [id, name]))
  }

  return {
    'campaigns.list': async ({ connectionId }) => (await sessions.get(connectionId)).store.listCampaigns(),
    'campaigns.get': async ({ connectionId, campaignId }) => {
      const record = await (await sessions.get(connectionId)).store.getCampaign(campaignId)
      if (record === null) throw new AppError('notFound')
      return record
    },
    'campaigns.remove': async ({ connectionId, campaignIds }) => {
      await (await sessions.get(connectionId)).store.removeCampaigns(campaignIds)
      push('data.changed', { connectionId, campaignIds })
      return null
    },
    'downloads.add': async ({ connectionId, text }) => {
      const id = extractCampaignId(text)
      const { downloads } = await sessions.get(connectionId)
      const [job] = downloads.start([id], await knownNames(connectionId))
      if (job === undefined) throw new AppError('notACampaignId')
      return job
    },
    'downloads.start': async ({ connectionId, campaignIds }) => {
      const { downloads } = await sessions.get(connectionId)
      return downloads.start(campaignIds, await knownNames(connectionId))
    },
    'downloads.discover': async ({ connectionId }) => (await sessions.get(connectionId)).downloads.discover(),
    'downloads.cancel': async ({ jobId }) => {
      ;(await sessions.findByJob(jobId))?.downloads.cancel(jobId)
      return null
    },
    'downloads.list': () => sessions.jobs(),
  }
}
