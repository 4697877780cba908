import { messages } from '../../electron/contract/messages.ts'
import type { SavedView } from '../../electron/contract/views.ts'
import type { AppModel } from './app.svelte.ts'
import { ActionUnavailable } from './history.svelte.ts'

/** The saved views, and the history that records their changes. */
export type SavedViewContext = Pick<AppModel, 'history' | 'views'>

/**
 * Records that a saved view was created, changed or deleted.
 * @param before null for a created view
 * @param after null for a deleted view
 */
export function recordSavedView(
  context: SavedViewContext,
  action: 'saveView' | 'renameView' | 'deleteView',
  before: SavedView | null,
  after: SavedView | null,
): void {
  const change = async (from: SavedView | null, to: SavedView | null): Promise<null> => {
    const id = (from ?? to)?.id ?? ''
    const now = context.views.current.saved.find((view) => view.id === id) ?? null
    if (JSON.stringify(now) !== JSON.stringify(from))
      throw new ActionUnavailable(messages.history.reasons.viewChanged)
    await (to === null ? context.views.remove(id) : context.views.saveView(to))
    return null
  }
  context.history.record({
    name: messages.history.actions[action],
    undo: () => change(after, before),
    redo: () => change(before, after),
  })
}
