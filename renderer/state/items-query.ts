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

/** The same for two values that hold the same, whatever the order of their members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

export function isSameQuery(one: ViewQuery, other: ViewQuery): boolean {
  if (one === other) return true
  // A pasted list may be long; most often its length tells already.
  return one.list?.length === other.list?.length && canonical(one) === canonical(other)
}

/** Whether nothing was asked for: all items in the order of the service. */
export function isPlain(query: ViewQuery): boolean {
  return isSameQuery(query, PLAIN_VIEW)
}

/** One narrowed column, for a chip. */
export interface ActiveFilter {
  readonly key: ColumnKey
  readonly filter: ColumnFilter
}

/** Whether a filter leaves everything in. */
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

/** The narrowed columns in their usual order, fields after them. */
export function activeFilters(filters: ItemFilters): readonly ActiveFilter[] {
  const fields = Object.keys(filters).filter((key) => isFieldKey(key))
  return [...ITEM_COLUMN_KEYS, ...fields].flatMap((key) => {
    const filter = filters[key]
    return filter === undefined || isIdle(filter) ? [] : [{ key, filter }]
  })
}

/** Gives a column another filter; null, or one that leaves everything in, lifts it. */
export function withFilter(filters: ItemFilters, key: ColumnKey, filter: ColumnFilter | null): ItemFilters {
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== key)) as ItemFilters
  return filter === null || isIdle(filter) ? others : { ...others, [key]: filter }
}

/** Lets a value of a column in, or no longer. What else is asked of the column stays. */
export function toggleValue(filters: ItemFilters, key: ColumnKey, value: FacetValue): ItemFilters {
  const { values = [], ...rest } = filters[key] ?? {}
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
  return withFilter(filters, key, next.length === 0 ? rest : { ...rest, values: next })
}

/** The ends of a range; null is open. */
export interface FilterRange {
  readonly min: number | null
  readonly max: number | null
}

/** Narrows a column to a range, and lets what else is asked of it stay. */
export function withRange(filters: ItemFilters, key: ColumnKey, range: FilterRange): ItemFilters {
  const { min: _min, max: _max, ...rest } = filters[key] ?? {}
  return withFilter(filters, key, {
    ...rest,
    ...(range.min === null ? {} : { min: range.min }),
    ...(range.max === null ? {} : { max: range.max }),
  })
}

/** Narrows a column to empty cells (true), to filled ones (false), or to neither (null). */
export function withEmpty(filters: ItemFilters, key: ColumnKey, empty: boolean | null): ItemFilters {
  const { empty: _empty, ...rest } = filters[key] ?? {}
  return withFilter(filters, key, empty === null ? rest : { ...rest, empty })
}

/** Narrows a column to values that several items have, or no longer. */
export function withDuplicates(filters: ItemFilters, key: ColumnKey, only: boolean): ItemFilters {
  const { duplicates: _duplicates, ...rest } = filters[key] ?? {}
  return withFilter(filters, key, only ? { ...rest, duplicates: true } : rest)
}

/** Ascending, then descending, then the service's order. `additional` keeps the other keys. */
export function cycleSort(sort: readonly SortKey[], key: ColumnKey, additional: boolean): readonly SortKey[] {
  const at = sort.findIndex((entry) => entry.key === key)
  const current = sort[at]
  const next: SortKey | null =
    current === undefined ? { key, direction: 1 } : current.direction === 1 ? { key, direction: -1 } : null
  if (!additional) return next === null ? [] : [next]
  if (current === undefined) return next === null ? sort : [...sort, next]
  return next === null ? sort.toSpliced(at, 1) : sort.with(at, next)
}

/** Sorts by a column too: last, or where it already is. With null, no longer by it. */
export function withSort(
  sort: readonly SortKey[],
  key: ColumnKey,
  direction: SortKey['direction'] | null,
): readonly SortKey[] {
  const at = sort.findIndex((entry) => entry.key === key)
  if (direction === null) return at < 0 ? sort : sort.toSpliced(at, 1)
  return at < 0 ? [...sort, { key, direction }] : sort.with(at, { key, direction })
}

/** Whether search, a pasted list or filters leave something out. */
export function isNarrowed(query: ViewQuery): boolean {
  return query.search !== '' || query.list !== null || isFiltered(query)
}

/** Whether filters leave something out. */
export function isFiltered(query: Pick<ViewQuery, 'filters' | 'unseenOnly' | 'marks'>): boolean {
  return query.unseenOnly || query.marks !== null || activeFilters(query.filters).length > 0
}

/** The way of searching that a query holds to; null where its words read that way by themselves. */
export function heldMode(query: Pick<ItemQuery, 'search' | 'searchMode'>): SearchMode | null {
  return query.search === '' || detectSearchMode(query.search) === query.searchMode ? null : query.searchMode
}

/** What a list is narrowed to, but for what is searched for in it. */
type Narrowing = Pick<ViewQuery, 'filters' | 'unseenOnly' | 'marks'>

/** Changes what a list is narrowed to. */
export class FilterChanges {
  readonly #now: () => Narrowing
  readonly #apply: (narrowing: Narrowing, about: string | null) => Promise<void>

  /**
   * @param now what the list is narrowed to.
   * @param apply narrows it to something else; changes in a row about the same thing are one.
   */
  constructor(now: () => Narrowing, apply: (narrowing: Narrowing, about: string | null) => Promise<void>) {
    this.#now = now
    this.#apply = apply
  }

  /** Gives a column another filter; null lifts it. */
  async set(key: ColumnKey, filter: ColumnFilter | null): Promise<void> {
    await this.#setFilters(withFilter(this.#now().filters, key, filter))
  }

  /** Lets a value of a column in, or no longer. */
  async toggle(key: ColumnKey, value: FacetValue): Promise<void> {
    await this.#setFilters(toggleValue(this.#now().filters, key, value))
  }

  /** Narrows a column to a range. What is typed into its fields one after the other is taken back as one. */
  async setRange(key: ColumnKey, range: FilterRange): Promise<void> {
    await this.#setFilters(withRange(this.#now().filters, key, range), `range ${key}`)
  }

  /** Narrows a column to empty cells (true), to filled ones (false), or to neither (null). */
  async setEmpty(key: ColumnKey, empty: boolean | null): Promise<void> {
    await this.#setFilters(withEmpty(this.#now().filters, key, empty))
  }

  /** Narrows a column to values that several items have, or no longer. */
  async setDuplicates(key: ColumnKey, only: boolean): Promise<void> {
    await this.#setFilters(withDuplicates(this.#now().filters, key, only))
  }

  /** Narrows the list to items with changes that were not seen yet, or no longer. */
  async setUnseenOnly(only: boolean): Promise<void> {
    await this.#apply({ ...this.#now(), unseenOnly: only }, null)
  }

  /** Narrows the list to items with one of these marks of the person; none of them: no longer. */
  async setMarks(marks: readonly ReviewFilter[]): Promise<void> {
    await this.#apply({ ...this.#now(), marks: marks.length === 0 ? null : marks }, null)
  }

  /** Lifts all of them. */
  async clear(): Promise<void> {
    if (isFiltered(this.#now())) await this.#apply({ filters: {}, unseenOnly: false, marks: null }, null)
  }

  async #setFilters(filters: ItemFilters, about: string | null = null): Promise<void> {
    await this.#apply({ ...this.#now(), filters }, about)
  }
}
