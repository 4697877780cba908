import { shownColumns } from '../grid/column-layout.ts'
import { showsList, type AppModel } from './app.svelte.ts'
import { listOf } from './item-list-session.svelte.ts'
import { columnsIn, fieldsIn } from './list-columns.ts'

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
