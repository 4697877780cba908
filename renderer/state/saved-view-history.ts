import { historyStrings } from '../../electron/contract/strings/history.ts'
import type { SavedView } from '../../electron/contract/views.ts'
import type { AppModel } from './app.svelte.ts'
import { ActionUnavailable } from './history.svelte.ts'

/**
 * Records that a saved view was created, changed or deleted.
 * @param before null for a created view
 * @param after null for a deleted view
 */
export function recordSavedView(
  app: AppModel,
  action: 'saveView' | 'renameView' | 'deleteView',
  before: SavedView | null,
  after: SavedView | null,
): void {
  const change = async (from: SavedView | null, to: SavedView | null): Promise<null> => {
    const id = (from ?? to)?.id ?? ''
    const now = app.views.current.saved.find((view) => view.id === id) ?? null
    if (JSON.stringify(now) !== JSON.stringify(from))
      throw new ActionUnavailable(historyStrings.reasons.viewChanged)
    await (to === null ? app.views.remove(id) : app.views.saveView(to))
    return null
  }
  app.history.record({
    name: historyStrings.actions[action],
    undo: () => change(after, before),
    redo: () => change(before, after),
  })
}
