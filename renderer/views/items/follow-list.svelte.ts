import { untrack } from 'svelte'
import type { ListPlace } from '../../../electron/contract/views.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import type { ItemsState } from '../../state/items.svelte.ts'

interface FollowOptions {
  readonly app: AppModel
  readonly items: ItemsState
  /** Returns the list that the view shows. */
  readonly place: () => ListPlace
  /** Called before another list is shown. */
  readonly onList: () => void
}

/**
 * Opens the list of items that a view shows, and stores its query. Call it while the component is
 * initialized.
 */
export function followList({ app, items, place, onList }: FollowOptions): void {
  /** Whether the first list is open already. */
  let state = untrack(() => items.takeOver(place().connectionId, place().campaignId))

  $effect(() => {
    const { connectionId, campaignId } = place()
    untrack(() => {
      onList()
      if (state === 'left') void items.reopen()
      else if (state === 'none')
        void items.show(connectionId, campaignId, app.views.stateOf({ connectionId, campaignId })?.query)
      state = 'none'
    })
  })

  // The query is restored with the view.
  $effect(() => {
    const query = items.query
    untrack(() => {
      const { connectionId, campaignId } = place()
      if (items.connectionId === connectionId && items.campaignId === campaignId)
        app.views.keep({ connectionId, campaignId }, { query })
    })
  })
}
