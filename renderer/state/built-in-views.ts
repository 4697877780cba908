import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import { strings } from '../../electron/contract/strings/views.ts'
import type { ListReference, SavedView, ViewQuery } from '../../electron/contract/views.ts'
import { isSameQuery, PLAIN_VIEW } from './items-query.ts'
import { isSamePlace } from './views.svelte.ts'

/** A view that can be chosen: one that the person has saved, or one that is there from the start. */
export interface BuiltInView {
  readonly id: string
  readonly name: string
  readonly query: ViewQuery
  /** Null: the columns stay as they are. */
  readonly columns: ColumnLayout | null
  /** Null for a view that is there from the start. */
  readonly saved: SavedView | null
}

function builtIn(id: string, name: string, query: Partial<ViewQuery>): BuiltInView {
  return { id, name, query: { ...PLAIN_VIEW, ...query }, columns: null, saved: null }
}

/** All items, in the order of the service. */
export const EVERYTHING: BuiltInView = builtIn('everything', strings.everything, {})

/** The views that are there from the start, in every list. */
export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  builtIn('built-in-no-artwork', strings.builtIn.noArtwork, { filters: { hasArtwork: { values: [false] } } }),
  builtIn('built-in-locked', strings.builtIn.locked, { filters: { isLocked: { values: [true] } } }),
  builtIn('built-in-changed', strings.builtIn.changed, { unseenOnly: true }),
  builtIn('built-in-duplicates', strings.builtIn.duplicates, {
    filters: { posNumber: { duplicates: true } },
    // Those of one number stand together.
    sort: [{ key: 'posNumber', direction: 1 }],
  }),
  builtIn('built-in-quantity-zero', strings.builtIn.quantityZero, { filters: { qty: { min: 0, max: 0 } } }),
]

export function matchingBuiltIn(view: SavedView): BuiltInView {
  return { id: view.id, name: view.name, query: view.query, columns: view.columns, saved: view }
}

/** The saved views that can be chosen in a list, by name. */
export function savedFor(place: ListReference, saved: readonly SavedView[]): readonly BuiltInView[] {
  return saved
    .filter((view) => view.place === null || isSamePlace(view.place, place))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(matchingBuiltIn)
}

function hasSameColumns(one: ColumnLayout, other: ColumnLayout): boolean {
  return one.order.join() === other.order.join()
}

/** The view that a list shows as it is now; a saved one rather than one that is there from the start. */
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
