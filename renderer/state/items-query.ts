import { allOf, conditionsOf, hasValue, isGroup } from '../../electron/contract/filter-tree.ts'
import {
  NO_FILTERS,
  type FilterColumn,
  type FilterGroup,
  type FilterNode,
} from '../../electron/contract/filters.ts'
import { EMPTY_QUERY, type FacetValue, type SortKey } from '../../electron/contract/query.ts'
import type { ViewQuery } from '../../electron/contract/views.ts'

export type { ViewQuery }

const { campaignIds: _, ...plain } = EMPTY_QUERY
export const PLAIN_VIEW: ViewQuery = plain

/** Returns equal texts for values that are equal except for the order of their members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

export function isSameQuery(one: ViewQuery, other: ViewQuery): boolean {
  if (one === other) return true
  // A pasted list may be long; its length usually decides.
  return one.list?.length === other.list?.length && canonical(one) === canonical(other)
}

/** Returns whether a query has no conditions: all items in the order of the service. */
export function isPlain(query: ViewQuery): boolean {
  return isSameQuery(query, PLAIN_VIEW)
}

/** A sort key of a list with these columns. */
interface SortOf<Key> {
  readonly key: Key
  readonly direction: SortKey['direction']
}

/** Cycles the sort of a column: ascending, descending, none. `additional` keeps the other keys. */
export function cycleSort<Key extends string>(
  sort: readonly SortOf<Key>[],
  key: Key,
  additional: boolean,
): readonly SortOf<Key>[] {
  const index = sort.findIndex((entry) => entry.key === key)
  const current = sort[index]
  const next: SortOf<Key> | null =
    current === undefined ? { key, direction: 1 } : current.direction === 1 ? { key, direction: -1 } : null
  if (!additional) return next === null ? [] : [next]
  if (current === undefined) return next === null ? sort : [...sort, next]
  return next === null ? sort.toSpliced(index, 1) : sort.with(index, next)
}

/** Adds a column as last sort key, or changes its direction; null removes it. */
export function withSort<Key extends string>(
  sort: readonly SortOf<Key>[],
  key: Key,
  direction: SortKey['direction'] | null,
): readonly SortOf<Key>[] {
  const index = sort.findIndex((entry) => entry.key === key)
  if (direction === null) return index < 0 ? sort : sort.toSpliced(index, 1)
  return index < 0 ? [...sort, { key, direction }] : sort.with(index, { key, direction })
}

/** Returns whether search, a pasted list or filters exclude items. */
export function isNarrowed(query: ViewQuery): boolean {
  return query.search !== '' || query.list !== null || isFiltered(query)
}

/** Counts the conditions of a query. */
export function countFilters({ filters }: Pick<ViewQuery, 'filters'>): number {
  return conditionsOf(filters).length
}

/** Returns whether filters exclude items. */
export function isFiltered(query: Pick<ViewQuery, 'filters'>): boolean {
  return countFilters(query) > 0
}

/** Returns whether two filters have the same conditions in the same order. */
export function hasSameConditions(one: object, other: object): boolean {
  return canonical(one) === canonical(other)
}

/** Returns a filter without the conditions on a column, and without groups that are empty then. */
export function withoutConditionsOn(filters: FilterGroup, column: FilterColumn): FilterGroup {
  const conditions = filters.conditions.flatMap((node): readonly FilterNode[] => {
    if (!isGroup(node)) return node.column === column ? [] : [node]
    const group = withoutConditionsOn(node, column)
    return group.conditions.length === 0 ? [] : [group]
  })
  return { ...filters, conditions }
}

/** Changes the filters of a list. */
export class FilterChanges {
  readonly #currentFilters: () => FilterGroup
  readonly #apply: (filters: FilterGroup, mergeKey: string | null) => Promise<void>

  /**
   * @param currentFilters returns the current filters
   * @param apply sets other ones; consecutive changes with the same key are one action
   */
  constructor(
    currentFilters: () => FilterGroup,
    apply: (filters: FilterGroup, mergeKey: string | null) => Promise<void>,
  ) {
    this.#currentFilters = currentFilters
    this.#apply = apply
  }

  /** Replaces all conditions. Consecutive changes with the same key are undone together. */
  async set(filters: FilterGroup, mergeKey: string | null = null): Promise<void> {
    await this.#apply(filters, mergeKey)
  }

  /** Replaces the conditions on a column with one that all items must meet. */
  async only(column: FilterColumn, value: FacetValue): Promise<void> {
    const others = withoutConditionsOn(this.#currentFilters(), column)
    const condition = hasValue(column, value)
    await this.#apply(
      others.match === 'all'
        ? { ...others, conditions: [...others.conditions, condition] }
        : allOf(...(others.conditions.length === 0 ? [] : [others]), condition),
      null,
    )
  }

  /** Removes the conditions on a column. */
  async lift(column: FilterColumn): Promise<void> {
    await this.#apply(withoutConditionsOn(this.#currentFilters(), column), null)
  }

  /** Removes a part of the outermost group. */
  async removeAt(index: number): Promise<void> {
    const filters = this.#currentFilters()
    await this.#apply({ ...filters, conditions: filters.conditions.toSpliced(index, 1) }, null)
  }

  /** Removes all conditions. */
  async clear(): Promise<void> {
    if (conditionsOf(this.#currentFilters()).length > 0) await this.#apply(NO_FILTERS, null)
  }
}
