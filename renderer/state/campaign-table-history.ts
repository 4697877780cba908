import { tick } from 'svelte'
import { messages } from '../../electron/contract/messages.ts'
import { CampaignTable, type CampaignTableChange, type RestoredParts } from './campaign-table.svelte.ts'
import type { History, HistoryEntry } from './history.svelte.ts'
import { hasSameConditions } from './items-query.ts'
import { requireConnection, type NavigationContext } from './navigation.ts'
import type { PreferencesModel } from './preferences.svelte.ts'

interface CampaignTableContext extends NavigationContext {
  readonly history: History
  readonly preferences: PreferencesModel
}

/** Creates the table of campaigns of the window. Its changes can be undone. */
export function createCampaignTable(context: CampaignTableContext): CampaignTable {
  const table: CampaignTable = new CampaignTable(context.preferences, (change) =>
    context.history.record(entryOf(context, table, change)),
  )
  return table
}

/** Creates the history entry of a change of the table. */
function entryOf(
  context: CampaignTableContext,
  table: CampaignTable,
  { action, connectionId, before, after, mergeKey }: CampaignTableChange,
): HistoryEntry {
  // The timeline shows the same campaigns, but no order and no columns.
  const isInTimeline =
    before.views !== undefined ||
    !hasSameConditions({ ...before.query, sort: [] }, { ...after.query, sort: [] })
  const restore = async (parts: RestoredParts): Promise<null> => {
    requireConnection(context, connectionId)
    if (context.content !== 'campaigns' && !(isInTimeline && context.content === 'timeline')) {
      context.campaignList.selectOnly(null)
      context.show(null, 'campaigns')
      await tick()
    }
    await table.restore(parts)
    return null
  }
  return {
    name: messages.history.actions[action],
    mergeKey: mergeKey === null ? null : `campaigns ${mergeKey}`,
    undo: () => restore(before),
    redo: () => restore(after),
  }
}
