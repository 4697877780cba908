import { ITEM_COLUMN_KEYS, type ColumnKey } from '../../electron/contract/columns.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'
import {
  EMPTY_QUERY,
  type ColumnFilter,
  type FacetValue,
  type ItemFilters,
  type ItemQuery,
  type SearchMode,
  type SortKey,
} from '../../electron/contract/query.ts'
import type { ReviewFilter } from '../../electron/contract/review.ts'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
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

/** The filter of a column, for a chip. */
export interface ActiveFilter {
  readonly key: ColumnKey
  readonly filter: ColumnFilter
}

/** Returns whether a filter has no effect. */
function isIdle(filter: ColumnFilter): boolean {
  const { values, min, max, empty, duplicates, unlike } = filter
  return (
    (values === undefined || values.length === 0) &&
    min === undefined &&
    max === undefined &&
    empty === undefined &&
    duplicates === undefined &&
    unlike === undefined
  )
}

/** Returns the filtered columns in their default order, followed by fields. */
export function activeFilters(filters: ItemFilters): readonly ActiveFilter[] {
  const fields = Object.keys(filters).filter((key) => isFieldKey(key))
  return [...ITEM_COLUMN_KEYS, ...fields].flatMap((key) => {
    const filter = filters[key]
    return filter === undefined || isIdle(filter) ? [] : [{ key, filter }]
  })
}

/** Sets the filter of a column; null, or a filter without effect, removes it. */
export function withFilter(filters: ItemFilters, key: ColumnKey, filter: ColumnFilter | null): ItemFilters {
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== key)) as ItemFilters
  return filter === null || isIdle(filter) ? others : { ...others, [key]: filter }
}

/** Adds or removes a value of a column's filter. Its other conditions stay. */
export function toggleValue(filters: ItemFilters, key: ColumnKey, value: FacetValue): ItemFilters {
  const { values = [], ...rest } = filters[key] ?? {}
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
  return withFilter(filters, key, next.length === 0 ? rest : { ...rest, values: next })
}

/** The limits of a range; null is open. */
export interface FilterRange {
  readonly min: number | null
  readonly max: number | null
}

/** Sets the range of a column's filter. Its other conditions stay. */
export function withRange(filters: ItemFilters, key: ColumnKey, range: FilterRange): ItemFilters {
  const { min: _min, max: _max, ...rest } = filters[key] ?? {}
  return withFilter(filters, key, {
    ...rest,
    ...(range.min === null ? {} : { min: range.min }),
    ...(range.max === null ? {} : { max: range.max }),
  })
}

/** Filters a column by empty cells (true), filled ones (false), or neither (null). */
export function withEmpty(filters: ItemFilters, key: ColumnKey, empty: boolean | null): ItemFilters {
  const { empty: _empty, ...rest } = filters[key] ?? {}
  return withFilter(filters, key, empty === null ? rest : { ...rest, empty })
}

/** Filters a column by values that occur several times, or removes that filter. */
export function withDuplicates(filters: ItemFilters, key: ColumnKey, only: boolean): ItemFilters {
  const { duplicates: _duplicates, ...rest } = filters[key] ?? {}
  return withFilter(filters, key, only ? { ...rest, duplicates: true } : rest)
}

/** Cycles the sort of a column: ascending, descending, none. `additional` keeps the other keys. */
export function cycleSort(sort: readonly SortKey[], key: ColumnKey, additional: boolean): readonly SortKey[] {
  const index = sort.findIndex((entry) => entry.key === key)
  const current = sort[index]
  const next: SortKey | null =
    current === undefined ? { key, direction: 1 } : current.direction === 1 ? { key, direction: -1 } : null
  if (!additional) return next === null ? [] : [next]
  if (current === undefined) return next === null ? sort : [...sort, next]
  return next === null ? sort.toSpliced(index, 1) : sort.with(index, next)
}

/** Adds a column as last sort key, or changes its direction; null removes it. */
export function withSort(
  sort: readonly SortKey[],
  key: ColumnKey,
  direction: SortKey['direction'] | null,
): readonly SortKey[] {
  const index = sort.findIndex((entry) => entry.key === key)
  if (direction === null) return index < 0 ? sort : sort.toSpliced(index, 1)
  return index < 0 ? [...sort, { key, direction }] : sort.with(index, { key, direction })
}

/** Returns whether search, a pasted list or filters exclude items. */
export function isNarrowed(query: ViewQuery): boolean {
  return query.search !== '' || query.list !== null || isFiltered(query)
}

/** Counts the filters of a query. */
export function countFilters(query: Pick<ViewQuery, 'filters' | 'unseenOnly' | 'marks'>): number {
  return activeFilters(query.filters).length + (query.unseenOnly ? 1 : 0) + (query.marks === null ? 0 : 1)
}

/** Returns whether filters exclude items. */
export function isFiltered(query: Pick<ViewQuery, 'filters' | 'unseenOnly' | 'marks'>): boolean {
  return countFilters(query) > 0
}

/** Returns the search mode of a query; null if it is the default for its text. */
export function explicitSearchMode(query: Pick<ItemQuery, 'search' | 'searchMode'>): SearchMode | null {
  return query.search === '' || detectSearchMode(query.search) === query.searchMode ? null : query.searchMode
}

/** The filters of a list. */
type ListFilters = Pick<ViewQuery, 'filters' | 'unseenOnly' | 'marks'>

/** Changes the filters of a list. */
export class FilterChanges {
  readonly #currentFilters: () => ListFilters
  readonly #apply: (filters: ListFilters, mergeKey: string | null) => Promise<void>

  /**
   * @param currentFilters returns the current filters
   * @param apply sets other ones; consecutive changes with the same key are one action
   */
  constructor(
    currentFilters: () => ListFilters,
    apply: (filters: ListFilters, mergeKey: string | null) => Promise<void>,
  ) {
    this.#currentFilters = currentFilters
    this.#apply = apply
  }

  /** Sets the filter of a column; null removes it. */
  async set(key: ColumnKey, filter: ColumnFilter | null): Promise<void> {
    await this.#setFilters(withFilter(this.#currentFilters().filters, key, filter))
  }

  /** Adds or removes a value of a column's filter. */
  async toggle(key: ColumnKey, value: FacetValue): Promise<void> {
    await this.#setFilters(toggleValue(this.#currentFilters().filters, key, value))
  }

  /** Filters a column by a range. Consecutive changes of both limits are undone together. */
  async setRange(key: ColumnKey, range: FilterRange): Promise<void> {
    await this.#setFilters(withRange(this.#currentFilters().filters, key, range), `range ${key}`)
  }

  /** Filters a column by empty cells (true), filled ones (false), or neither (null). */
  async setEmpty(key: ColumnKey, empty: boolean | null): Promise<void> {
    await this.#setFilters(withEmpty(this.#currentFilters().filters, key, empty))
  }

  /** Filters a column by values that occur several times, or removes that filter. */
  async setDuplicates(key: ColumnKey, only: boolean): Promise<void> {
    await this.#setFilters(withDuplicates(this.#currentFilters().filters, key, only))
  }

  /** Filters by unseen changes, or removes that filter. */
  async setUnseenOnly(only: boolean): Promise<void> {
    await this.#apply({ ...this.#currentFilters(), unseenOnly: only }, null)
  }

  /** Filters by review marks; none removes that filter. */
  async setMarks(marks: readonly ReviewFilter[]): Promise<void> {
    await this.#apply({ ...this.#currentFilters(), marks: marks.length === 0 ? null : marks }, null)
  }

  /** Removes all filters. */
  async clear(): Promise<void> {
    if (isFiltered(this.#currentFilters()))
      await this.#apply({ filters: {}, unseenOnly: false, marks: null }, null)
  }

  async #setFilters(filters: ItemFilters, mergeKey: string | null = null): Promise<void> {
    await this.#apply({ ...this.#currentFilters(), filters }, mergeKey)
  }
}
