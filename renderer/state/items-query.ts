import type { ApiInput } from '../../electron/contract/api.ts'
import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import {
  FACET_KEYS,
  type FacetKey,
  type FacetValue,
  type ItemFilters,
  type ItemQuery,
  type SearchMode,
  type SelectionRanges,
  type SortKey,
} from '../../electron/contract/query.ts'
import { modeOf } from '../../electron/contract/search-mode.ts'
import type { ViewQuery } from '../../electron/contract/views.ts'

export type { ViewQuery }

export const PLAIN_VIEW: ViewQuery = {
  search: '',
  searchMode: 'pattern',
  list: null,
  filters: {},
  unseenOnly: false,
  group: null,
  sort: [],
}

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
  readonly key: FacetKey
  readonly values: readonly FacetValue[]
}

/** The narrowed columns in their usual order. */
export function activeFilters(filters: ItemFilters): readonly ActiveFilter[] {
  return FACET_KEYS.flatMap((key) => {
    const values = filters[key]?.values
    return values === undefined || values.length === 0 ? [] : [{ key, values }]
  })
}

/** Narrows a column to some values; none of them lifts the filter. */
export function withFilter(filters: ItemFilters, key: FacetKey, values: readonly FacetValue[]): ItemFilters {
  const others = Object.entries(filters).filter(([name]) => name !== key)
  return {
    ...(Object.fromEntries(others) as ItemFilters),
    ...(values.length === 0 ? {} : { [key]: { values } }),
  }
}

export function toggleValue(filters: ItemFilters, key: FacetKey, value: FacetValue): ItemFilters {
  const values = filters[key]?.values ?? []
  return withFilter(
    filters,
    key,
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
  )
}

/** Ascending, then descending, then the service's order. `additional` keeps the other keys. */
export function cycleSort(
  sort: readonly SortKey[],
  key: ItemColumnKey,
  additional: boolean,
): readonly SortKey[] {
  const at = sort.findIndex((entry) => entry.key === key)
  const current = sort[at]
  const next: SortKey | null =
    current === undefined ? { key, direction: 1 } : current.direction === 1 ? { key, direction: -1 } : null
  if (!additional) return next === null ? [] : [next]
  if (current === undefined) return next === null ? sort : [...sort, next]
  return next === null ? sort.toSpliced(at, 1) : sort.with(at, next)
}

/** Whether search or filters leave something out. */
export function isNarrowed(query: ViewQuery): boolean {
  return query.search !== '' || query.list !== null || activeFilters(query.filters).length > 0
}

/** The query as the contract's schema types it, whose arrays are not read-only. */
export function asInput(query: ItemQuery): ApiInput<'items.open'>['query'] {
  return {
    ...query,
    campaignIds: query.campaignIds === null ? null : [...query.campaignIds],
    list: query.list === null ? null : [...query.list],
    sort: query.sort.map((entry) => ({ ...entry })),
  }
}

/** Ranges of positions as the contract's schema types them. */
export function rangesAsInput(ranges: SelectionRanges): [number, number][] {
  return ranges.map(([first, last]) => [first, last])
}

/** The way of searching that a query holds to; null where its words read that way by themselves. */
export function heldMode(query: Pick<ItemQuery, 'search' | 'searchMode'>): SearchMode | null {
  return query.search === '' || modeOf(query.search) === query.searchMode ? null : query.searchMode
}
