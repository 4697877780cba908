import { AppError } from '../../contract/app-error.ts'
import { clipCampaignCells } from '../../contract/campaign-query.ts'
import type { DetailsResult } from '../../contract/campaign.ts'
import type { Fault } from '../../contract/faults.ts'
import { fetchDetails } from '../../download/fetch-details.ts'
import { extractCampaignId } from '../../download/campaign-id.ts'
import { readAttention } from '../../app/attention.ts'
import { startDownloads } from '../../app/start-downloads.ts'
import type { ConnectionSession } from '../../app/types.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { callingSlot } from '../calling-window.ts'
import { writeClipboard } from '../system.ts'
import { push, pushToOthers } from '../window-events.ts'

type CampaignCalls = Extract<
  keyof Handlers,
  `campaigns.${string}` | `downloads.${string}` | `changes.${string}`
>

/** Downloaded campaigns, their downloads, and the changes of downloads. */
export function campaignHandlers(services: ShellServices): Pick<Handlers, CampaignCalls> {
  const { sessions } = services

  /** Returns the session with a download; for null all open sessions. */
  const sessionsOf = async (jobId: string | null): Promise<readonly ConnectionSession[]> => {
    if (jobId === null) return sessions.all()
    const session = await sessions.findByJob(jobId)
    return session === null ? [] : [session]
  }

  /** Shows a changed queue in the other windows. */
  const pushQueue = async (dismissed: readonly string[]): Promise<void> => {
    const order = (await sessions.jobs()).map(({ jobId }) => jobId)
    pushToOthers('downloads.changed', { order, dismissed })
  }

  return {
    'campaigns.list': async ({ connectionId }) => (await sessions.get(connectionId)).store.listCampaigns(),
    'campaigns.get': async ({ connectionId, campaignId }) => {
      const record = await (await sessions.get(connectionId)).store.getCampaign(campaignId)
      if (record === null) throw new AppError('notFound')
      return record
    },
    'campaigns.query': async ({ connectionId, query, columns, view, dates }) => {
      const session = await sessions.get(connectionId)
      const slot = `${callingSlot()} ${view}`
      const context = { dates: dates ?? services.campaignDates.keys, now: Date.now() }
      const { queryCampaignTable } = await import('../../app/campaign-table.ts')
      const { rows, total } = await queryCampaignTable(session, query, columns, slot, context)
      return { rows: rows.map(({ id, cells }) => ({ id, cells: clipCampaignCells(cells, columns) })), total }
    },
    'campaigns.copy': async ({ connectionId, campaignIds, columns, dates }) => {
      const session = await sessions.get(connectionId)
      const { labels } = await services.connections.get(connectionId)
      const { copiedCampaigns } = await import('../../app/copied-campaigns.ts')
      const slot = `${callingSlot()} copy`
      const context = { dates: [...dates], now: Date.now() }
      const { text, html, rows } = await copiedCampaigns(session, campaignIds, columns, labels, slot, context)
      await writeClipboard(text, html)
      return rows
    },
    'campaigns.fields': async ({ connectionId }) =>
      (await sessions.get(connectionId)).store.findCampaignFields(),
    'campaigns.attention': async ({ connectionId }) =>
      readAttention(await sessions.get(connectionId), `${callingSlot()} attention`),
    'campaigns.fetchDetails': async ({ connectionId, campaignId }) => {
      const session = await sessions.get(connectionId)
      let [result, failure]: [DetailsResult, Fault | null] = ['failed', null]
      const end = await fetchDetails([campaignId], {
        service: await session.service(),
        store: session.store,
        signal: new AbortController().signal,
        onResult: (_id, ...outcome) => {
          ;[result, failure] = outcome
        },
      })
      const fault = end ?? failure
      if (fault !== null) throw AppError.from(fault)
      push('data.changed', { connectionId, campaignIds: [campaignId] })
      return result
    },
    'campaigns.idNames': async ({ connectionId, campaignId, references }) =>
      (await sessions.get(connectionId)).store.idNames(campaignId, references, `${callingSlot()} names`),
    'campaigns.remove': async ({ connectionId, campaignIds }) => {
      // A running download would add it again.
      await sessions.cancelAll(connectionId, new Set(campaignIds))
      const { store, artwork } = await sessions.get(connectionId)
      await store.removeCampaigns(campaignIds)
      await artwork?.forgetCampaigns(campaignIds)
      await services.recentCampaigns.forget(connectionId, campaignIds)
      push('data.changed', { connectionId, campaignIds })
      return null
    },
    'downloads.add': async ({ connectionId, text }) => {
      const id = extractCampaignId(text)
      const [job] = await startDownloads(await sessions.get(connectionId), [id], 'full')
      if (job === undefined) throw new AppError('notACampaignId')
      return job
    },
    'downloads.start': async ({ connectionId, campaignIds, mode }) =>
      startDownloads(await sessions.get(connectionId), campaignIds, mode ?? 'full'),
    'downloads.discover': async ({ connectionId }) => (await sessions.get(connectionId)).downloads.discover(),
    'downloads.fetchDetails': async ({ connectionId, campaignIds }) =>
      (await sessions.get(connectionId)).downloads.fetchDetails(campaignIds),
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
      await pushQueue([])
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
      await pushQueue(jobIds)
      return null
    },
    'downloads.list': () => sessions.jobs(),
    'changes.downloads': async ({ connectionId, campaignId }) =>
      (await sessions.get(connectionId)).store.listDownloads(campaignId),
    'changes.read': async ({ connectionId, query, start, count }) =>
      (await sessions.get(connectionId)).store.readChanges(query, start, count, 'clipped'),
    'changes.markSeen': async ({ connectionId, campaignId, ids }) => {
      const step = await (await sessions.get(connectionId)).seenSteps.mark([campaignId], ids)
      push('data.changed', { connectionId, campaignIds: [campaignId] })
      return step
    },
    'changes.markCampaignsSeen': async ({ connectionId, campaignIds }) => {
      const step = await (await sessions.get(connectionId)).seenSteps.mark(campaignIds, null)
      push('data.changed', { connectionId, campaignIds })
      return step
    },
    'changes.markUnseen': async ({ connectionId, step }) => {
      const campaignIds = await (await sessions.get(connectionId)).seenSteps.revert(step)
      push('data.changed', { connectionId, campaignIds })
      return campaignIds.length > 0
    },
  }
}
