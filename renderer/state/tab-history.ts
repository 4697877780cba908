import { messages } from '../../electron/contract/messages.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import type { History } from './history.svelte.ts'
import { returnToTab, type NavigationContext, type Tab } from './navigation.ts'
import type { ViewAction } from './view-history.ts'

export interface TabHistoryContext extends NavigationContext {
  readonly history: History
}

/** A change of what a tab shows. */
interface TabChange<Selection> {
  readonly action: ViewAction
  readonly before: Selection
  readonly after: Selection
  /** Consecutive changes with the same key are undone together; null for a separate change. */
  readonly mergeKey?: string | null
  /** Shows a selection in the tab, which is shown by then. Throws `ActionUnavailable`. */
  readonly restore: (selection: Selection) => Promise<void> | void
}

/** Returns the merge key of a search: texts typed one after the other are one action, a cleared one is not. */
export function searchMergeKey(
  before: { readonly search: string },
  after: { readonly search: string },
): string | null {
  return after.search === before.search || after.search === '' ? null : 'search'
}

/** Records a change of what a tab of a campaign shows, or with null one of all campaigns. */
export function recordInTab<Selection>(
  context: TabHistoryContext,
  list: ListReference,
  tab: Tab,
  { action, before, after, mergeKey = null, restore }: TabChange<Selection>,
): void {
  const show = async (selection: Selection): Promise<null> => {
    await returnToTab(context, list, tab)
    await restore(selection)
    return null
  }
  context.history.record({
    name: messages.history.actions[action],
    mergeKey: mergeKey === null ? null : `${mergeKey} in ${tab} of ${list.campaignId ?? 'all'}`,
    undo: () => show(before),
    redo: () => show(after),
  })
}
