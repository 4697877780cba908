import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import {
  MAX_LIST_STATES,
  NO_VIEWS,
  type ListReference,
  type ListState,
  type SavedView,
  type ViewQuery,
  type Views,
} from '../../electron/contract/views.ts'
import { api } from '../api.ts'
import { isPlain, PLAIN_VIEW } from './items-query.ts'
import { DebouncedSetting } from './preferences.svelte.ts'

export function isSameList(one: ListReference, other: ListReference): boolean {
  return one.connectionId === other.connectionId && one.campaignId === other.campaignId
}

/** The saved views, and the last state of each list. */
export class ViewsModel extends DebouncedSetting<Views> {
  constructor() {
    super(NO_VIEWS)
  }

  protected override save(views: Views): Promise<unknown> {
    return api.call('views.save', views)
  }

  /** Returns the last state of a list; null for a new one. */
  stateOf(list: ListReference): ListState | null {
    return this.current.lists.find((state) => isSameList(state, list)) ?? null
  }

  /** Stores the current state of a list. */
  saveListState(
    list: ListReference,
    change: { readonly query?: ViewQuery; readonly columns?: ColumnLayout },
  ): void {
    const { connectionId, campaignId } = list
    const before = this.stateOf(list)
    const query = change.query ?? before?.query ?? PLAIN_VIEW
    const columns = change.columns ?? before?.columns ?? null
    if (before === null ? isPlain(query) && columns === null : isUnchanged(before, query, columns)) return
    const others = this.current.lists.filter((state) => state !== before)
    const lists = isPlain(query) && columns === null ? [] : [{ connectionId, campaignId, query, columns }]
    this.set({ ...this.current, lists: [...lists, ...others].slice(0, MAX_LIST_STATES) })
  }

  /** Returns the saved view with a name in a list, except one. */
  findByName(name: string, list: ListReference | null, except: string | null = null): SavedView | null {
    const folded = name.trim().toLocaleLowerCase()
    return (
      this.current.saved.find(
        (view) =>
          view.id !== except && view.name.toLocaleLowerCase() === folded && isForSame(view.place, list),
      ) ?? null
    )
  }

  /** Saves a view, replacing the one with its id. Rejects if it cannot be saved, and changes nothing then. */
  async saveView(view: SavedView): Promise<void> {
    const { saved } = this.current
    const exists = saved.some(({ id }) => id === view.id)
    await this.#keepSaved(
      exists ? saved.map((each) => (each.id === view.id ? view : each)) : [...saved, view],
    )
  }

  /** Deletes a view. Rejects if that cannot be saved, and changes nothing then. */
  async remove(id: string): Promise<void> {
    await this.#keepSaved(this.current.saved.filter((view) => view.id !== id))
  }

  /** Deletes the views and states of a connection. */
  forget(connectionId: string): void {
    this.set({
      saved: this.current.saved.filter((view) => view.place?.connectionId !== connectionId),
      lists: this.current.lists.filter((list) => list.connectionId !== connectionId),
    })
  }

  async #keepSaved(saved: readonly SavedView[]): Promise<void> {
    await this.save({ ...this.current, saved })
    this.set({ ...this.current, saved })
  }
}

function isForSame(one: ListReference | null, other: ListReference | null): boolean {
  return one === null || other === null ? one === other : isSameList(one, other)
}

function isUnchanged(before: ListState, query: ViewQuery, columns: ColumnLayout | null): boolean {
  return before.query === query && before.columns === columns
}
