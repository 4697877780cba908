import { columnsIn, type ColumnIn, type ColumnKey, type ItemColumnKey } from './columns.ts'
import type { ItemRow } from './item.ts'
import type { ReviewFilter } from './review.ts'

/** A value of a column; null is an empty cell. */
export type FacetValue = string | number | boolean | null

/** A filter of a column; all members must match. Cells are compared trimmed. */
export interface ColumnFilter {
  /**
   * Any of these; null is an empty cell. Dates as received, compared by instant. Values of fields as JSON,
   * see `comparedValue` in fields.ts.
   */
  readonly values?: readonly FacetValue[]
  /** Inclusive range of a number or date; dates in milliseconds since 1970. */
  readonly min?: number
  readonly max?: number
  /** True for empty cells, false for others. */
  readonly empty?: boolean
  /** Only items whose text occurs several times in the campaigns, regardless of search and filters. */
  readonly duplicates?: true
  /** Only cells that are not empty and have another form, see text-form.ts. */
  readonly unlike?: string
}

/** Filters by column. */
export type ItemFilters = Readonly<Partial<Record<ColumnKey, ColumnFilter>>>

/** Columns by which a list can be grouped. */
export const GROUP_KEYS = columnsIn('groups')
export type GroupKey = ColumnIn<'groups'>

/** 1 ascending, -1 descending; empty cells are always last. */
export type SortDirection = 1 | -1

/** Sort keys of reviews: the mark, problems first, and its time. Items without one are last. */
export const REVIEW_SORT_KEYS = ['reviewMark', 'reviewedAt'] as const
export type ReviewSortKey = (typeof REVIEW_SORT_KEYS)[number]

/** Returns whether a key sorts by reviews. */
export function isReviewSortKey(key: string): key is ReviewSortKey {
  return (REVIEW_SORT_KEYS as readonly string[]).includes(key)
}

export interface SortKey {
  readonly key: ColumnKey | ReviewSortKey
  readonly direction: SortDirection
}

/**
 * Search modes. `words`: all words occur in the row, ignoring case and accents. `pattern`: the service's rule
 * (service interface, 4.2, rule 1), a case-insensitive regular expression over item name, artwork name, POS
 * number and element name. `fields`: terms such as `pos:00123`, `-word` and `"a phrase"`; see
 * search-fields.ts.
 */
export const SEARCH_MODES = ['words', 'pattern', 'fields'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

export interface ItemQuery {
  /** Null for all campaigns. */
  readonly campaignIds: readonly string[] | null
  /** As typed; empty for all items. */
  readonly search: string
  readonly searchMode: SearchMode
  /**
   * Only rows whose trimmed POS number, id or item id is listed. Without a sort they are in the order of the
   * list.
   */
  readonly list: readonly string[] | null
  readonly filters: ItemFilters
  /** Only items with unseen changes. */
  readonly unseenOnly: boolean
  /** Only items with one of these marks, or without one; null for all. */
  readonly marks: readonly ReviewFilter[] | null
  /** Groups rows by value, each group in the order of `sort`; null for no groups. */
  readonly group: GroupKey | null
  /** Empty for the order of `list`, else of the service. */
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

/** Missing entries that are returned; more are only counted. */
export const MAX_MISSING = 10_000

/** Consecutive rows of a result with the same value. */
export interface ItemGroup {
  /** Null for empty cells, which are last. */
  readonly value: FacetValue
  /** Index of its first row. */
  readonly first: number
  readonly count: number
  readonly qtySum: number
}

/** An ordered result in a reader; its rows are requested by index. */
export interface ItemResult {
  readonly resultId: number
  /** Rows in the result. */
  readonly count: number
  /** Items in the same campaigns without search and filters. */
  readonly total: number
  /** Sum of the quantities in the result. */
  readonly qtySum: number
  /** List entries without an item, at most {@link MAX_MISSING}; null without a list. */
  readonly missing: readonly string[] | null
  /** Number of list entries without an item; 0 without a list. */
  readonly missingCount: number
  /** In the order of the column, reversed if `sort` is descending; null without groups. */
  readonly groups: readonly ItemGroup[] | null
}

/** Totals of a part of a result. */
export interface ItemTotals {
  readonly count: number
  readonly qtySum: number
}

/** Unseen changes of an item. */
export interface ItemMark {
  readonly key: number
  readonly kind: 'added' | 'changed'
  /** Changed columns; empty if the item was added. */
  readonly columns: readonly ItemColumnKey[]
}

export interface ItemWindow {
  readonly start: number
  readonly rows: readonly ItemRow[]
  /** Unseen changes of the rows. */
  readonly marks: readonly ItemMark[]
}

export interface FacetCount {
  readonly value: FacetValue
  readonly count: number
}

/** Length of a value that can be a filter; longer ones are left out. */
export const MAX_VALUE_LENGTH = 2_000
/** Maximum number of returned values of a column. */
export const MAX_VALUES = 1_000

/** Values of a column under the search and all filters but its own. */
export interface ColumnValues {
  /** Most frequent first, at most {@link MAX_VALUES}, without empty cells. */
  readonly values: readonly FacetCount[]
  /** Number of distinct values, returned or not. */
  readonly distinct: number
  /** Number of empty cells. */
  readonly empty: number
  /**
   * Range of numbers or dates (in milliseconds since 1970); null without any, and for other columns. A field
   * has one if all values are numbers.
   */
  readonly min: number | null
  readonly max: number | null
}

/** Indexes in a result: pairs of first and last, inclusive, ascending, not adjacent. */
export type SelectionRanges = readonly (readonly [number, number])[]

/** Counts the rows of ranges. */
export function countIndexes(ranges: SelectionRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0)
}
