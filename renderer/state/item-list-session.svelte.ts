import type { ListPlace } from '../../electron/contract/views.ts'
import type { AppModel } from './app.svelte.ts'
import { ItemsState } from './items.svelte.ts'
import { columnsIn, setColumnsIn } from './list-columns.ts'
import { viewEntry } from './view-history.ts'

/** The list as it was when its view was left, so that coming back finds it so. */
const left = new WeakMap<AppModel, ItemsState>()

/** The list of items of this window. It outlives the view that shows it, so it does not belong to that. */
export function listOf(app: AppModel): ItemsState {
  const known = left.get(app)
  if (known !== undefined) return known
  let made: ItemsState | undefined
  $effect.root(() => {
    made = newList(app)
  })
  const items = made ?? newList(app)
  left.set(app, items)
  return items
}

function newList(app: AppModel): ItemsState {
  const place = (): ListPlace => ({ connectionId: items.connectionId, campaignId: items.campaignId })
  const items: ItemsState = new ItemsState({
    columns: () => columnsIn(app, place()),
    setColumns: (columns) => {
      setColumnsIn(app, place(), columns)
    },
    record: (change) => {
      app.history.record(viewEntry(app, items, change))
    },
  })
  return items
}
