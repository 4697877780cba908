import type { ItemColumnKey } from './columns.ts'
import type { ItemRow } from './item.ts'

/** Columns that can be narrowed to some of their values. */
export const FACET_KEYS = [
  'status',
  'isLocked',
  'hasArtwork',
  'hasAllocations',
  'elementName',
  'workflowTemplateName',
] as const

export type FacetKey = (typeof FACET_KEYS)[number]

/** A value of a facet; null stands for "empty". */
export type FacetValue = string | number | boolean | null

/** For each narrowed column the values that may stay; an absent column is not narrowed. */
export type ItemFilters = Readonly<Partial<Record<FacetKey, readonly FacetValue[]>>>

/** 1 ascending, -1 descending. Empty cells come last both ways. */
export type SortDirection = 1 | -1

export interface SortKey {
  readonly key: ItemColumnKey
  readonly direction: SortDirection
}

export interface ItemQuery {
  /** The campaigns whose items are asked for; null is all of them. */
  readonly campaignIds: readonly string[] | null
  /**
   * The service's rule (service interface, 4.2, rule 1): a case-insensitive regular expression over item name,
   * artwork name, POS number and element name. Empty: everything.
   */
  readonly search: string
  readonly filters: ItemFilters
  /** Empty: the order in which the service listed them. */
  readonly sort: readonly SortKey[]
}

export const EMPTY_QUERY: ItemQuery = { campaignIds: null, search: '', filters: {}, sort: [] }

/** An ordered result, held by a reader; its rows are asked for by position. */
export interface ItemResult {
  readonly resultId: number
  /** Rows in the result. */
  readonly count: number
  /** Items in the same campaigns without search and filters. */
  readonly total: number
  /** Sum of the quantities in the result. */
  readonly qtySum: number
}

/** What the last downloads did to an item and the person has not seen yet. */
export interface ItemMark {
  readonly key: number
  readonly kind: 'added' | 'changed'
  /** Columns whose value changed; empty for an item that was added. */
  readonly columns: readonly ItemColumnKey[]
}

export interface ItemWindow {
  readonly start: number
  readonly rows: readonly ItemRow[]
  /** For those of the rows that have one. */
  readonly marks: readonly ItemMark[]
}

export interface FacetCount {
  readonly value: FacetValue
  readonly count: number
}

/** Counts for each facet, each under the search and all the other filters, most frequent first. */
export type ItemFacets = Readonly<Record<FacetKey, readonly FacetCount[]>>

/** Positions in a result: pairs of first and last, both included, ascending, not touching. */
export type SelectionRanges = readonly (readonly [number, number])[]
