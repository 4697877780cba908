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
import { SavedLater } from './preferences.svelte.ts'

export function isSamePlace(one: ListReference, other: ListReference): boolean {
  return one.connectionId === other.connectionId && one.campaignId === other.campaignId
}

/** The views that the person has saved, and how each list was left. */
export class ViewsModel extends SavedLater<Views> {
  constructor() {
    super(NO_VIEWS)
  }

  protected override save(views: Views): Promise<unknown> {
    return api.call('views.save', views)
  }

  /** How a list was left; null for one in which nothing was asked for yet. */
  stateOf(place: ListReference): ListState | null {
    return this.current.lists.find((list) => isSamePlace(list, place)) ?? null
  }

  /** Keeps how a list stands now. */
  keep(place: ListReference, change: { readonly query?: ViewQuery; readonly columns?: ColumnLayout }): void {
    const { connectionId, campaignId } = place
    const before = this.stateOf(place)
    const query = change.query ?? before?.query ?? PLAIN_VIEW
    const columns = change.columns ?? before?.columns ?? null
    if (before === null ? isPlain(query) && columns === null : isUnchanged(before, query, columns)) return
    const others = this.current.lists.filter((list) => list !== before)
    const lists = isPlain(query) && columns === null ? [] : [{ connectionId, campaignId, query, columns }]
    this.set({ ...this.current, lists: [...lists, ...others].slice(0, MAX_LIST_STATES) })
  }

  /** The saved view of that name in a list, apart from one. */
  named(name: string, place: ListReference | null, except: string | null = null): SavedView | null {
    const wanted = name.trim().toLocaleLowerCase()
    return (
      this.current.saved.find(
        (view) =>
          view.id !== except && view.name.toLocaleLowerCase() === wanted && isForSame(view.place, place),
      ) ?? null
    )
  }

  /** Saves a view, in place of one with its id. Rejects, with all as it was, when it could not be kept. */
  async put(view: SavedView): Promise<void> {
    const { saved } = this.current
    const known = saved.some(({ id }) => id === view.id)
    await this.#keepSaved(known ? saved.map((each) => (each.id === view.id ? view : each)) : [...saved, view])
  }

  /** Deletes a view. Rejects, with all as it was, when that could not be kept. */
  async remove(id: string): Promise<void> {
    await this.#keepSaved(this.current.saved.filter((view) => view.id !== id))
  }

  /** Forgets all that belongs to a connection. */
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
  return one === null || other === null ? one === other : isSamePlace(one, other)
}

function isUnchanged(before: ListState, query: ViewQuery, columns: ColumnLayout | null): boolean {
  return before.query === query && before.columns === columns
}
