import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { compareNames } from '../../electron/contract/compare-names.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { RowColorRule } from '../../electron/contract/row-colors.ts'
import { messages } from '../../electron/contract/messages.ts'
import {
  isSameList,
  type ListReference,
  type SavedView,
  type ViewQuery,
} from '../../electron/contract/views.ts'
import { hasSameConditions, isSameQuery, PLAIN_VIEW } from './items-query.ts'

/** A view in the menu of views: built-in, or saved by the user. */
export interface NamedView {
  readonly id: string
  readonly name: string
  readonly query: ViewQuery
  /** Null if the view does not change the columns. */
  readonly columns: ColumnLayout | null
  /** Null if the view does not change the colors of the rows. */
  readonly rowColors: readonly RowColorRule[] | null
  /** Null for a built-in view. */
  readonly saved: SavedView | null
}

function builtIn(
  id: string,
  name: keyof typeof messages.views.builtIn,
  query: Partial<ViewQuery>,
): NamedView {
  return {
    id,
    get name() {
      return messages.views.builtIn[name]
    },
    query: { ...PLAIN_VIEW, ...query },
    columns: null,
    rowColors: null,
    saved: null,
  }
}

/** All items in service order. */
export const ALL_ITEMS_VIEW: NamedView = builtIn('everything', 'everything', {})

/** The built-in views of every list. */
export const BUILT_IN_VIEWS: readonly NamedView[] = [
  builtIn('built-in-no-artwork', 'noArtwork', { filters: allOf(hasValue('hasArtwork', false)) }),
  builtIn('built-in-locked', 'locked', { filters: allOf(hasValue('isLocked', true)) }),
  builtIn('built-in-changed', 'changed', { filters: allOf(hasValue('unseen', true)) }),
  builtIn('built-in-duplicates', 'duplicates', {
    filters: allOf({ column: 'posNumber', operator: 'isDuplicated' }),
    // Groups the items with the same number.
    sort: [{ key: 'posNumber', direction: 1 }],
  }),
  builtIn('built-in-quantity-zero', 'quantityZero', { filters: allOf(hasValue('qty', 0)) }),
]

export function viewOfSaved(view: SavedView): NamedView {
  const { id, name, query, columns, rowColors = null } = view
  return { id, name, query, columns, rowColors, saved: view }
}

/** Returns the saved views of a list, sorted by name. */
export function savedViewsFor(list: ListReference, saved: readonly SavedView[]): readonly NamedView[] {
  return saved
    .filter((view) => view.place === null || isSameList(view.place, list))
    .toSorted((a, b) => compareNames(a.name, b.name))
    .map(viewOfSaved)
}

function hasSameColumns(one: ColumnLayout, other: ColumnLayout): boolean {
  return one.order.join() === other.order.join()
}

function hasSameRowColors(one: readonly RowColorRule[], other: readonly RowColorRule[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ color, filters }, index) => {
      const rule = other[index]
      return rule?.color === color && hasSameConditions(rule.filters, filters)
    })
  )
}

/** Returns the view that matches what a list shows; prefers saved views to built-in ones. */
export function findActiveView(
  saved: readonly NamedView[],
  query: ViewQuery,
  columns: ColumnLayout,
  rowColors: readonly RowColorRule[],
): NamedView | null {
  return (
    [...saved, ...BUILT_IN_VIEWS].find(
      (view) =>
        isSameQuery(view.query, query) &&
        (view.columns === null || hasSameColumns(view.columns, columns)) &&
        (view.rowColors === null || hasSameRowColors(view.rowColors, rowColors)),
    ) ?? null
  )
}
