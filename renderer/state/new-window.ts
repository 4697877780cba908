import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { showsList, type Place } from './navigation.ts'

/** The current view, and what a new window restores. */
export type NewWindowContext = Pick<
  AppModel,
  'campaignId' | 'connectionId' | 'notices' | 'preferences' | 'tab' | 'views'
>

/**
 * Opens a campaign, or with null all campaigns together, in another window: in the shown tab if it is the
 * shown one, with its current search and filters. A failure is shown, never thrown.
 * @param place the view of all campaigns together, if it is not the shown one
 */
export async function openInNewWindow(
  context: NewWindowContext,
  campaignId: string | null,
  place: Place | null = null,
): Promise<void> {
  const { connectionId, tab } = context
  if (connectionId === null) return
  const isShown = campaignId === context.campaignId
  try {
    // The new window reads what is stored.
    await Promise.all([context.views.flush(), context.preferences.flush()])
    await api.call('app.openWindow', {
      connectionId,
      campaignId,
      tab: place ?? (isShown || showsList(tab) ? tab : 'items'),
    })
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}
