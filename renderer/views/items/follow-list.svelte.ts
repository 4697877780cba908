import { untrack } from 'svelte'
import type { ViewsModel } from '../../state/views.svelte.ts'
import type { Visits } from '../../state/visits.svelte.ts'
import type { ListContext } from './list-context.svelte.ts'

interface FollowedView {
  readonly views: ViewsModel
  readonly visits: Visits
  /** Whether items are shown as pictures instead of rows. */
  readonly asPictures: () => boolean
  /** Called before other items, or the same ones in another form, are shown. */
  readonly onChange: () => void
}

/**
 * Opens the list of items that a view shows, and stores its query. With Back and Forward, a list is shown as
 * it was left. Call it while the component is initialized.
 */
export function followList(list: ListContext, { views, visits, asPictures, onChange }: FollowedView): void {
  const { items } = list
  let place = untrack(() => visits.takePlace('list'))
  /** Whether the first list is already open. */
  let state = untrack(() => items.resume(list.connectionId, list.campaignId, place))
  let wasPictures = untrack(asPictures)

  // Before the other form is drawn: the visible items stay visible when rows become pictures, and vice versa.
  $effect.pre(() => {
    const isPictures = asPictures()
    if (isPictures === wasPictures) return
    wasPictures = isPictures
    untrack(() => {
      onChange()
      if (isOpen()) void items.showAgain(visits.takePlace('list'))
    })
  })

  $effect(() => {
    const { connectionId, campaignId } = list.reference
    untrack(() => {
      onChange()
      const query = views.stateOf({ connectionId, campaignId })?.query
      if (state === 'previous') void items.reopen()
      else if (state === 'none')
        void items.show(connectionId, campaignId, query, place ?? visits.takePlace('list'))
      place = null
      state = 'none'
    })
  })

  // The query is restored with the view.
  $effect(() => {
    const query = items.query
    untrack(() => {
      if (isOpen()) views.saveListState(list.reference, { query })
    })
  })

  // Registered again for each visit.
  $effect(() => {
    const visited = { campaignId: list.campaignId, asPictures: asPictures() }
    return visits.keep(() => (visited.campaignId === items.campaignId ? items.capture() : null))
  })

  function isOpen(): boolean {
    return items.connectionId === list.connectionId && items.campaignId === list.campaignId
  }
}
