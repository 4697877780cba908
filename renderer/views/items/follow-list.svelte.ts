import { untrack } from 'svelte'
import type { AppModel } from '../../state/app.svelte.ts'
import type { ListContext } from './list-context.svelte.ts'

/**
 * Opens the list of items that a view shows, and stores its query. Call it while the component is
 * initialized.
 * @param onList is called before another list is shown.
 */
export function followList(app: AppModel, list: ListContext, onList: () => void): void {
  const { items } = list
  /** Whether the first list is already open. */
  let state = untrack(() => items.resume(list.connectionId, list.campaignId))

  $effect(() => {
    const { connectionId, campaignId } = list.reference
    untrack(() => {
      onList()
      if (state === 'previous') void items.reopen()
      else if (state === 'none')
        void items.show(connectionId, campaignId, app.views.stateOf({ connectionId, campaignId })?.query)
      state = 'none'
    })
  })

  // The query is restored with the view.
  $effect(() => {
    const query = items.query
    untrack(() => {
      if (items.connectionId === list.connectionId && items.campaignId === list.campaignId)
        app.views.saveListState(list.reference, { query })
    })
  })
}
