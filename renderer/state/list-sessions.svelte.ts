import { historyStrings } from '../../electron/contract/strings/history.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import { showsList, type AppModel } from './app.svelte.ts'
import { ChangesState } from './changes.svelte.ts'
import type { HistoryEntry } from './history.svelte.ts'
import { ItemsState } from './items.svelte.ts'
import { columnsIn, fieldsIn, setListColumns, visibleColumns } from './list-columns.ts'
import { returnToList } from './navigation.ts'
import type { ViewChange, ViewParts } from './view-history.ts'

/** Creates a model once for each application, so that it outlives its views. */
function sessionOf<Model>(create: (app: AppModel) => Model): (app: AppModel) => Model {
  const models = new WeakMap<AppModel, { readonly model: Model }>()
  return (app) => {
    const session = models.get(app)
    if (session !== undefined) return session.model
    let created: { readonly model: Model } | undefined
    $effect.root(() => {
      created = { model: create(app) }
    })
    created ??= { model: create(app) }
    models.set(app, created)
    return created.model
  }
}

/** Returns the list of items of the window. */
export const listOf = sessionOf(newList)

/** Returns the changes of the window. */
export const changesOf = sessionOf(() => new ChangesState())

function newList(app: AppModel): ItemsState {
  const listReference = (): ListReference => ({
    connectionId: items.connectionId,
    campaignId: items.campaignId,
  })
  const items: ItemsState = new ItemsState({
    columns: () => columnsIn(app, listReference()),
    setColumns: (columns) => {
      setListColumns(app, listReference(), columns)
    },
    record: (change) => {
      app.history.record(viewEntry(app, items, change))
    },
  })
  return items
}

/** Creates the history entry of a change of the list. */
function viewEntry(app: AppModel, items: ItemsState, change: ViewChange): HistoryEntry {
  const listReference = { connectionId: items.connectionId, campaignId: items.campaignId }
  const restore = async (parts: ViewParts): Promise<null> => {
    await returnToList(app, items, listReference)
    await items.restore(parts)
    return null
  }
  const { action, mergeKey, before, after } = change
  return {
    name: historyStrings.actions[action],
    mergeKey: mergeKey === null ? null : `${mergeKey} of ${listReference.campaignId ?? 'all'}`,
    undo: () => restore(before),
    redo: () => restore(after),
  }
}

/**
 * Opens the list of items if the window will show it first, so that it is drawn together with its rows.
 * Returns whether there is anything to draw. Never rejects: the view shows failures.
 */
export async function openFirstList(app: AppModel): Promise<boolean> {
  const { connectionId, campaignId } = app
  if (connectionId === null || !showsList(app.content)) return false
  const items = listOf(app)
  const listReference = { connectionId, campaignId }
  items.showFields(fieldsIn(app, visibleColumns(columnsIn(app, listReference), campaignId === null)))
  await items.preload(connectionId, campaignId, app.views.stateOf(listReference)?.query)
  return true
}
