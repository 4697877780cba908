import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import { historyStrings } from '../../electron/contract/strings/history.ts'
import type { AppModel } from './app.svelte.ts'
import type { HistoryEntry } from './history.svelte.ts'
import { showPlace } from './history-places.ts'
import type { ItemsState } from './items.svelte.ts'
import type { ViewQuery } from './items-query.ts'

/** Parts of a list that an action changes. */
export interface ViewParts {
  readonly query: Partial<ViewQuery>
  /** Null: the columns stay as they are. */
  readonly columns: ColumnLayout | null
}

export type ViewAction = keyof typeof historyStrings.actions

/** A change of what a list shows. */
export interface ViewChange {
  readonly action: ViewAction
  readonly before: ViewParts
  readonly after: ViewParts
  /** Changes in a row with the same key are undone as one; null for a change that stands alone. */
  readonly mergeKey: string | null
}

/** The history entry of a change of the list that is shown now. */
export function viewEntry(app: AppModel, items: ItemsState, change: ViewChange): HistoryEntry {
  const place = { connectionId: items.connectionId, campaignId: items.campaignId }
  const restore = async (parts: ViewParts): Promise<null> => {
    await showPlace(app, items, place)
    await items.restore(parts)
    return null
  }
  const { action, mergeKey, before, after } = change
  return {
    name: historyStrings.actions[action],
    mergeKey: mergeKey === null ? null : `${mergeKey} of ${place.campaignId ?? 'all'}`,
    undo: () => restore(before),
    redo: () => restore(after),
  }
}

/** What a change of the columns is called. */
export function columnAction(before: ColumnLayout, after: ColumnLayout): ViewAction {
  if (!isSame(before.order, after.order)) return 'columns'
  if ((before.frozen ?? 0) !== (after.frozen ?? 0)) return 'freeze'
  return 'columnWidth'
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at])
}
