import { conditionsOf } from '../../electron/contract/filter-tree.ts'
import type { Preferences } from '../../electron/contract/preferences.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import type { History, HistoryEntry } from './history.svelte.ts'
import { ItemsState } from './items.svelte.ts'
import { columnsIn, rowColorsIn, setListColumns, type ColumnContext } from './list-columns.ts'
import { returnToList, type NavigationContext } from './navigation.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import { reviewOrder } from './review-order.ts'
import type { ReviewsModel } from './reviews.svelte.ts'
import type { ViewChange, ViewParts } from './view-history.ts'

interface ItemListContext extends NavigationContext, ColumnContext {
  readonly history: History
  readonly reviews: Pick<ReviewsModel, 'revision'>
  /** Increases when the stored data of the current connection changes, before anything is loaded again. */
  readonly dataVersion: number
}

/** Creates the list of items of the window. Its columns are stored, and its changes can be undone. */
export function createItemList(context: ItemListContext): ItemsState {
  const items: ItemsState = new ItemsState({
    columns: () => columnsIn(context, referenceTo(items)),
    setColumns: (columns) => setListColumns(context, referenceTo(items), columns),
    rowColors: () => rowColorsIn(context, referenceTo(items)),
    setRowColors: (rowColors) => context.views.saveListState(referenceTo(items), { rowColors }),
    record: (change) => context.history.record(viewEntry(context, items, change)),
    versionFor: ({ filters, sort }) => {
      const isFilteredByReview = conditionsOf(filters).some(({ column }) => column === 'review')
      const dependsOnReviews = isFilteredByReview || reviewOrder(sort) !== null
      return `${String(context.dataVersion)} ${dependsOnReviews ? String(context.reviews.revision) : ''}`
    },
  })
  return items
}

function referenceTo({ connectionId, campaignId }: ItemsState): ListReference {
  return { connectionId, campaignId }
}

/** Creates the history entry of a change of the list. */
function viewEntry(context: NavigationContext, items: ItemsState, change: ViewChange): HistoryEntry {
  const list = referenceTo(items)
  const restore = async (parts: ViewParts): Promise<null> => {
    await returnToList(context, items, list)
    await items.restore(parts)
    return null
  }
  const { action, mergeKey, before, after } = change
  return {
    name: messages.history.actions[action],
    mergeKey: mergeKey === null ? null : `${mergeKey} of ${list.campaignId ?? 'all'}`,
    undo: () => restore(before),
    redo: () => restore(after),
  }
}

interface RowHeightContext {
  readonly history: History
  readonly navigation: Pick<NavigationContext, 'campaignId' | 'show' | 'tab'>
  readonly preferences: PreferencesModel
}

/** Sets the row height of all lists of items. This can be undone. */
export function setRowHeight(
  { history, navigation, preferences }: RowHeightContext,
  rowHeight: Preferences['rowHeight'],
): void {
  const before = preferences.current.rowHeight
  const restore = (height: Preferences['rowHeight']): Promise<null> => {
    if (navigation.tab !== 'items') navigation.show(navigation.campaignId, 'items')
    preferences.change({ rowHeight: height })
    return Promise.resolve(null)
  }
  history.record({
    name: messages.history.actions.rowHeight,
    undo: () => restore(before),
    redo: () => restore(rowHeight),
  })
  preferences.change({ rowHeight })
}
