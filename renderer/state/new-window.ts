import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { showsList } from './navigation.ts'

/** The current view, and what a new window restores. */
export type NewWindowContext = Pick<
  AppModel,
  'campaignId' | 'connectionId' | 'notices' | 'preferences' | 'tab' | 'views'
>

/**
 * Opens a campaign, or with null all items, in another window: in the shown tab if it is the shown one, with
 * its current search and filters. A failure is shown, never thrown.
 */
export async function openInNewWindow(context: NewWindowContext, campaignId: string | null): Promise<void> {
  const { connectionId, tab } = context
  if (connectionId === null) return
  const isShown = campaignId === context.campaignId
  try {
    // The new window reads what is stored.
    await Promise.all([context.views.flush(), context.preferences.flush()])
    await api.call('app.openWindow', {
      connectionId,
      campaignId,
      tab: isShown || showsList(tab) ? tab : 'items',
    })
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}
