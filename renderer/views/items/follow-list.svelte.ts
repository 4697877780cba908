import { untrack } from 'svelte'
import type { ListPlace } from '../../../electron/contract/views.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import type { ItemsState } from '../../state/items.svelte.ts'

interface Followed {
  readonly app: AppModel
  readonly items: ItemsState
  /** Which list the view is to show. */
  readonly place: () => ListPlace
  /** Another list is about to be shown. */
  readonly onList: () => void
}

/**
 * Keeps a list of items with the place that its view shows: opens it, keeps what is asked of it, and shows what was asked
 * for elsewhere. To be called while the view is made.
 */
export function followList({ app, items, place, onList }: Followed): void {
  /** What there is of the first list that is shown here. */
  let found = untrack(() => items.takeOver(place().connectionId, place().campaignId))

  $effect(() => {
    const { connectionId, campaignId } = place()
    untrack(() => {
      onList()
      if (found === 'left') void items.reopen()
      else if (found === 'none')
        void items.show(connectionId, campaignId, app.views.stateOf({ connectionId, campaignId })?.query)
      found = 'none'
    })
  })

  // What is asked for is part of where the person was.
  $effect(() => {
    const query = items.query
    untrack(() => {
      const { connectionId, campaignId } = place()
      if (items.connectionId === connectionId && items.campaignId === campaignId)
        app.views.keep({ connectionId, campaignId }, { query })
    })
  })
}
