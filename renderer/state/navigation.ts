import { tick } from 'svelte'
import { historyStrings } from '../../electron/contract/strings/history.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import { showsList, type AppModel, type Tab } from './app.svelte.ts'
import { ActionUnavailable } from './history.svelte.ts'
import type { ItemsState } from './items.svelte.ts'
import type { BuiltInView } from './built-in-views.ts'

/** Throws {@link ActionUnavailable} if another connection is open. */
export function requireConnection(app: AppModel, connectionId: string | null): void {
  if (app.connectionId !== connectionId) throw new ActionUnavailable(historyStrings.reasons.connectionChanged)
}

/** Shows a list of items, unless it is shown. Throws {@link ActionUnavailable} if it no longer exists. */
export async function returnToList(app: AppModel, items: ItemsState, list: ListReference): Promise<void> {
  const { connectionId, campaignId } = list
  requireConnection(app, connectionId)
  if (campaignId !== null && !app.campaigns.some(({ id, copy }) => id === campaignId && copy !== 'none'))
    throw new ActionUnavailable(historyStrings.reasons.campaignRemoved)
  if (!showsList(app.content) || app.campaignId !== campaignId) {
    app.list.selectOnly(campaignId)
    app.show(campaignId, showsList(app.tab) ? app.tab : 'items')
    // The new view opens the list.
    await tick()
  }
  if (items.connectionId !== connectionId || items.campaignId !== campaignId)
    throw new ActionUnavailable(historyStrings.reasons.campaignRemoved)
}

/** Applies a view to the items of a campaign, or with null of all campaigns. */
export async function openView(
  app: AppModel,
  campaignId: string | null,
  view: BuiltInView,
  tab: Tab & ('items' | 'artwork') = 'items',
): Promise<void> {
  app.show(campaignId, tab)
  await tick()
  app.frame.action('showView')?.(view)
}

/** Shows an item in the list of its campaign, with its details. */
export async function openItem(app: AppModel, campaignId: string, key: number): Promise<void> {
  app.frame.setDetailsOpen(true)
  app.show(campaignId, 'items')
  await tick()
  app.frame.action('showItem')?.(key)
}
