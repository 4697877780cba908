import { columnsIn, type ColumnIn, type ColumnKey, type ItemColumnKey } from './columns.ts'
import type { ItemRow } from './item.ts'
import type { ReviewFilter } from './review.ts'

/** A value that stands in a column; null stands for "empty". */
export type FacetValue = string | number | boolean | null

/**
 * What may stay of a column; of several members all must hold. Cells are compared without white space at
 * their ends, and one that holds nothing else is empty.
 */
export interface ColumnFilter {
  /**
   * Any of these; null stands for an empty cell. Dates as the service writes them: those of one instant are
   * equal. The values of a field as JSON, see `comparedValue` in fields.ts.
   */
  readonly values?: readonly FacetValue[]
  /** Least and greatest, both included, of a number or a date; dates in milliseconds since 1970. */
  readonly min?: number
  readonly max?: number
  /** True: only empty cells; false: only filled ones. */
  readonly empty?: boolean
  /**
   * Only items whose text another item of the asked campaigns has too, whatever the search and other filters.
   */
  readonly duplicates?: true
  /** Only filled cells whose text has another form than this, see text-form.ts. */
  readonly unlike?: string
}

/** For each narrowed column what may stay; an absent column is not narrowed. */
export type ItemFilters = Readonly<Partial<Record<ColumnKey, ColumnFilter>>>

/** Columns by which a list can be grouped. */
export const GROUP_KEYS = columnsIn('groups')
export type GroupKey = ColumnIn<'groups'>

/** 1 ascending, -1 descending. Empty cells come last both ways. */
export type SortDirection = 1 | -1

/**
 * What of a review a list can be sorted by: its mark, problems first, and the time of it. Items without one
 * come last.
 */
export const REVIEW_SORT_KEYS = ['reviewMark', 'reviewedAt'] as const
export type ReviewSortKey = (typeof REVIEW_SORT_KEYS)[number]

export function isReviewSortKey(key: string): key is ReviewSortKey {
  return (REVIEW_SORT_KEYS as readonly string[]).includes(key)
}

export interface SortKey {
  readonly key: ColumnKey | ReviewSortKey
  readonly direction: SortDirection
}

/**
 * How a search is meant. `words`: every word stands somewhere in the row, case and accents aside. `pattern`:
 * the service's rule (service interface, 4.2, rule 1), a case-insensitive regular expression over item name,
 * artwork name, POS number and element name. `fields`: terms such as `pos:00123`, `-word` and `"a phrase"`;
 * see search-fields.ts.
 */
export const SEARCH_MODES = ['words', 'pattern', 'fields'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

export interface ItemQuery {
  /** The campaigns whose items are asked for; null is all of them. */
  readonly campaignIds: readonly string[] | null
  /** As it was typed. Empty: everything. */
  readonly search: string
  readonly searchMode: SearchMode
  /**
   * Only rows whose POS number, id or item id is one of these, white space around it aside. Without a sort
   * they come in the order of the list.
   */
  readonly list: readonly string[] | null
  readonly filters: ItemFilters
  /** Only items that a download added or changed and that the person has not marked as seen. */
  readonly unseenOnly: boolean
  /** Only items with one of these marks of the person, or without one; null: all. */
  readonly marks: readonly ReviewFilter[] | null
  /** The rows of one value stand together, then in the order of `sort`; null: no groups. */
  readonly group: GroupKey | null
  /** Empty: the order of `list`, else the order in which the service listed them. */
  readonly sort: readonly SortKey[]
}

export const EMPTY_QUERY: ItemQuery = {
  campaignIds: null,
  search: '',
  searchMode: 'pattern',
  list: null,
  filters: {},
  unseenOnly: false,
  marks: null,
  group: null,
  sort: [],
}

/** Entries of a list that are told to be missing; more are only counted. */
export const MAX_MISSING = 10_000

/** Neighbouring rows of a result that share a value. */
export interface ItemGroup {
  /** Null: their cells are empty. That group comes last. */
  readonly value: FacetValue
  /** Position of its first row. */
  readonly first: number
  readonly count: number
  readonly qtySum: number
}

/** An ordered result, held by a reader; its rows are asked for by position. */
export interface ItemResult {
  readonly resultId: number
  /** Rows in the result. */
  readonly count: number
  /** Items in the same campaigns without search and filters. */
  readonly total: number
  /** Sum of the quantities in the result. */
  readonly qtySum: number
  /**
   * Entries of the query's list that no item of its campaigns has, at most {@link MAX_MISSING}; null without
   * one.
   */
  readonly missing: readonly string[] | null
  /** How many there are; 0 without a list. */
  readonly missingCount: number
  /**
   * In the order of the column, or turned round where `sort` names it descending; null when the query has
   * none.
   */
  readonly groups: readonly ItemGroup[] | null
}

/** What a part of a result adds up to. */
export interface ItemTotals {
  readonly count: number
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

/** Characters of a value that can be chosen; a longer one is not told. */
export const MAX_VALUE_LENGTH = 2_000
/** Values of a column that are told at most. */
export const MAX_VALUES = 1_000

/** What is in a column under the search and all filters but its own. */
export interface ColumnValues {
  /** Most frequent first, at most {@link MAX_VALUES}, without the empty cells. */
  readonly values: readonly FacetCount[]
  /** How many values there are, whether told or not. */
  readonly distinct: number
  /** How many cells are empty. */
  readonly empty: number
  /**
   * Least and greatest of a number or a date (in milliseconds since 1970); null without any, and for other
   * columns. A field has them when all of its values are numbers.
   */
  readonly min: number | null
  readonly max: number | null
}

/** Positions in a result: pairs of first and last, both included, ascending, not touching. */
export type SelectionRanges = readonly (readonly [number, number])[]

/** How many positions these are. */
export function countOf(ranges: SelectionRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0)
}
