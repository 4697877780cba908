import type { ListReference } from '../../electron/contract/views.ts'
import { showsList, type AppModel } from './app.svelte.ts'
import { ItemsState } from './items.svelte.ts'
import { columnsIn, fieldsIn, setColumnsIn, shownColumns } from './list-columns.ts'
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
  const place = (): ListReference => ({ connectionId: items.connectionId, campaignId: items.campaignId })
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

/**
 * Opens the list of items, if that is what the window will show first, so that it is drawn with its rows, and
 * once. Gives whether there is something to draw. Never rejects: the view says what went wrong.
 */
export async function openFirstList(app: AppModel): Promise<boolean> {
  const { connectionId, campaignId } = app
  if (connectionId === null || !showsList(app.content)) return false
  const items = listOf(app)
  const place = { connectionId, campaignId }
  items.showFields(fieldsIn(app, shownColumns(columnsIn(app, place), campaignId === null)))
  await items.showAhead(connectionId, campaignId, app.views.stateOf(place)?.query)
  return true
}
