import { untrack } from 'svelte'
import type { ViewsModel } from '../../state/views.svelte.ts'
import type { ListContext } from './list-context.svelte.ts'

/**
 * Opens the list of items that a view shows, and stores its query. Call it while the component is
 * initialized.
 * @param onChange is called before another list is shown.
 */
export function followList(views: ViewsModel, list: ListContext, onChange: () => void): void {
  const { items } = list
  /** Whether the first list is already open. */
  let state = untrack(() => items.resume(list.connectionId, list.campaignId))

  $effect(() => {
    const { connectionId, campaignId } = list.reference
    untrack(() => {
      onChange()
      if (state === 'previous') void items.reopen()
      else if (state === 'none')
        void items.show(connectionId, campaignId, views.stateOf({ connectionId, campaignId })?.query)
      state = 'none'
    })
  })

  // The query is restored with the view.
  $effect(() => {
    const query = items.query
    untrack(() => {
      if (items.connectionId === list.connectionId && items.campaignId === list.campaignId)
        views.saveListState(list.reference, { query })
    })
  })
}
