import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../push.ts'

type ChangesCalls = Extract<keyof Handlers, `changes.${string}`>

/** What downloads changed, and what of it was seen. */
export function changesHandlers(desk: Desk): Pick<Handlers, ChangesCalls> {
  const { sessions } = desk
  return {
    'changes.downloads': async ({ connectionId, campaignId }) =>
      (await sessions.get(connectionId)).store.listDownloads(campaignId),
    'changes.read': async ({ connectionId, query, start, count }) =>
      (await sessions.get(connectionId)).store.readChanges(query, start, count, 'clipped'),
    'changes.markSeen': async ({ connectionId, campaignId, ids }) => {
      await (await sessions.get(connectionId)).store.markSeen(campaignId, ids)
      push('data.changed', { connectionId, campaignIds: [campaignId] })
      return null
    },
  }
}
