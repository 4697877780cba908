import { tick } from 'svelte'
import { historyStrings } from '../../electron/contract/strings/history.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import { showsList, type AppModel } from './app.svelte.ts'
import { ActionUnavailable } from './history.svelte.ts'
import type { ItemsState } from './items.svelte.ts'

/** Throws {@link ActionUnavailable} when another connection is open by now. */
export function requireConnection(app: AppModel, connectionId: string | null): void {
  if (app.connectionId !== connectionId) throw new ActionUnavailable(historyStrings.reasons.connectionChanged)
}

/**
 * Shows a list of items, unless it is shown already. Throws {@link ActionUnavailable} when it does not exist
 * any more.
 */
export async function showPlace(app: AppModel, items: ItemsState, place: ListReference): Promise<void> {
  const { connectionId, campaignId } = place
  requireConnection(app, connectionId)
  if (campaignId !== null && !app.campaigns.some(({ id, copy }) => id === campaignId && copy !== 'none'))
    throw new ActionUnavailable(historyStrings.reasons.campaignRemoved)
  if (!showsList(app.content) || app.campaignId !== campaignId) {
    app.list.selectOnly(campaignId)
    app.show(campaignId, showsList(app.tab) ? app.tab : 'items')
    // The view that appears opens the list.
    await tick()
  }
  if (items.connectionId !== connectionId || items.campaignId !== campaignId)
    throw new ActionUnavailable(historyStrings.reasons.campaignRemoved)
}
