import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { RowColorRule } from '../../electron/contract/row-colors.ts'
import {
  changeViews,
  isSameList,
  NO_VIEWS,
  type ListReference,
  type ListState,
  type SavedView,
  type ViewQuery,
  type Views,
  type ViewsChange,
} from '../../electron/contract/views.ts'
import { api } from '../api.ts'
import { isPlain, PLAIN_VIEW } from './items-query.ts'
import { DebouncedSetting } from './preferences.svelte.ts'

/** The saved views, and the last state of each list. */
export class ViewsModel extends DebouncedSetting<Views, ViewsChange> {
  constructor(report?: (fault: Fault) => void) {
    super(NO_VIEWS, report)
  }

  protected override apply(views: Views, change: ViewsChange): Views {
    return changeViews(views, change)
  }

  protected override combine(first: ViewsChange, second: ViewsChange): ViewsChange {
    const replaced = (list: ListReference): boolean =>
      second.lists.some((other) => isSameList(other.list, list))
    return {
      ...first,
      ...second,
      lists: [...first.lists.filter(({ list }) => !replaced(list)), ...second.lists],
    }
  }

  protected override save(change: ViewsChange): Promise<unknown> {
    return api.call('views.save', change)
  }

  /** Returns the last state of a list; null for a new one. */
  stateOf(list: ListReference): ListState | null {
    return this.current.lists.find((state) => isSameList(state, list)) ?? null
  }

  /** Stores the current state of a list. */
  saveListState(
    list: ListReference,
    change: {
      readonly query?: ViewQuery
      readonly columns?: ColumnLayout
      readonly rowColors?: readonly RowColorRule[]
    },
  ): void {
    const { connectionId, campaignId } = list
    const before = this.stateOf(list)
    const query = change.query ?? before?.query ?? PLAIN_VIEW
    const columns = change.columns ?? before?.columns ?? null
    const rowColors = change.rowColors ?? before?.rowColors ?? []
    const isDefault = isPlain(query) && columns === null && rowColors.length === 0
    if (before === null ? isDefault : isUnchanged(before, { query, columns, rowColors })) return
    const state = isDefault ? null : { query, columns, ...(rowColors.length === 0 ? {} : { rowColors }) }
    this.set({ lists: [{ list: { connectionId, campaignId }, state }] })
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
    await this.setWhenSaved({
      saved: exists ? saved.map((each) => (each.id === view.id ? view : each)) : [...saved, view],
      lists: [],
    })
  }

  /** Deletes a view. Rejects if that cannot be saved, and changes nothing then. */
  async remove(id: string): Promise<void> {
    await this.setWhenSaved({ saved: this.current.saved.filter((view) => view.id !== id), lists: [] })
  }

  /** Deletes the views and states of a connection. */
  forget(connectionId: string): void {
    const { saved, lists } = this.current
    this.set({
      saved: saved.filter((view) => view.place?.connectionId !== connectionId),
      lists: lists
        .filter((list) => list.connectionId === connectionId)
        .map(({ campaignId }) => ({ list: { connectionId, campaignId }, state: null })),
    })
  }
}

function isForSame(one: ListReference | null, other: ListReference | null): boolean {
  return one === null || other === null ? one === other : isSameList(one, other)
}

function isUnchanged(
  before: ListState,
  { query, columns, rowColors }: Required<Pick<ListState, 'query' | 'columns' | 'rowColors'>>,
): boolean {
  const isSameColors = (before.rowColors ?? []).length === 0 && rowColors.length === 0
  return (
    before.query === query && before.columns === columns && (before.rowColors === rowColors || isSameColors)
  )
}
