import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import { strings } from '../../electron/contract/strings/views.ts'
import type { ListReference, SavedView, ViewQuery } from '../../electron/contract/views.ts'
import { isSameQuery, PLAIN_VIEW } from './items-query.ts'
import { isSamePlace } from './views.svelte.ts'

/** A view that can be chosen: built-in or saved by the person. */
export interface BuiltInView {
  readonly id: string
  readonly name: string
  readonly query: ViewQuery
  /** Null: the columns do not change. */
  readonly columns: ColumnLayout | null
  /** Null for a built-in view. */
  readonly saved: SavedView | null
}

function builtIn(id: string, name: string, query: Partial<ViewQuery>): BuiltInView {
  return { id, name, query: { ...PLAIN_VIEW, ...query }, columns: null, saved: null }
}

/** All items in the order of the service. */
export const EVERYTHING: BuiltInView = builtIn('everything', strings.everything, {})

/** The built-in views, for every list. */
export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  builtIn('built-in-no-artwork', strings.builtIn.noArtwork, { filters: { hasArtwork: { values: [false] } } }),
  builtIn('built-in-locked', strings.builtIn.locked, { filters: { isLocked: { values: [true] } } }),
  builtIn('built-in-changed', strings.builtIn.changed, { unseenOnly: true }),
  builtIn('built-in-duplicates', strings.builtIn.duplicates, {
    filters: { posNumber: { duplicates: true } },
    // Groups equal numbers.
    sort: [{ key: 'posNumber', direction: 1 }],
  }),
  builtIn('built-in-quantity-zero', strings.builtIn.quantityZero, { filters: { qty: { min: 0, max: 0 } } }),
]

export function matchingBuiltIn(view: SavedView): BuiltInView {
  return { id: view.id, name: view.name, query: view.query, columns: view.columns, saved: view }
}

/** Returns the saved views for a list, by name. */
export function savedFor(place: ListReference, saved: readonly SavedView[]): readonly BuiltInView[] {
  return saved
    .filter((view) => view.place === null || isSamePlace(view.place, place))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(matchingBuiltIn)
}

function hasSameColumns(one: ColumnLayout, other: ColumnLayout): boolean {
  return one.order.join() === other.order.join()
}

/** Returns the view that matches the current state of a list, a saved one before a built-in one. */
export function viewInForce(
  saved: readonly BuiltInView[],
  query: ViewQuery,
  columns: ColumnLayout,
): BuiltInView | null {
  return (
    [...saved, ...BUILT_IN_VIEWS].find(
      (view) =>
        isSameQuery(view.query, query) && (view.columns === null || hasSameColumns(view.columns, columns)),
    ) ?? null
  )
}
