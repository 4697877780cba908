import * as v from 'valibot'
import {
  campaignIdsSchema,
  columnKeySchema,
  MAX_COLUMNS,
  MAX_SEARCH_LENGTH,
  naturalNumber,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { columnsIn, type ColumnIn, type ItemColumnKey } from './columns.ts'
import { filtersSchema, NO_FILTERS, type FacetValue, type FilterGroup } from './filters.ts'
import type { ItemRow } from './item.ts'
import { readStoredFilters } from './stored-filters.ts'

export { MAX_VALUE_LENGTH, type FacetValue } from './filters.ts'

/** Columns by which a list can be grouped. */
export const GROUP_KEYS = columnsIn('groups')
export type GroupKey = ColumnIn<'groups'>
const groupSchema = v.nullable(v.picklist(GROUP_KEYS))

/** Sort keys of reviews: the mark, problems first, and its time. Items without one are last. */
export const REVIEW_SORT_KEYS = ['reviewMark', 'reviewedAt'] as const
export type ReviewSortKey = (typeof REVIEW_SORT_KEYS)[number]

/** Returns whether a key sorts by reviews. */
export function isReviewSortKey(key: string): key is ReviewSortKey {
  return (REVIEW_SORT_KEYS as readonly string[]).includes(key)
}

const sortKeySchema = v.strictObject({
  key: v.union([columnKeySchema, v.picklist(REVIEW_SORT_KEYS)]),
  /** 1 ascending, -1 descending; empty cells are always last. */
  direction: v.picklist([1, -1]),
})
export type SortKey = ReadonlyOutput<typeof sortKeySchema>
export type SortDirection = SortKey['direction']

/**
 * Search modes. `words`: all words occur in the row, ignoring case and accents. `pattern`: the service's rule
 * (service interface, 4.2, rule 1), a case-insensitive regular expression over item name, artwork name, POS
 * number and element name. `fields`: terms such as `pos:00123`, `-word` and `"a phrase"`; see
 * search-fields.ts.
 */
export const SEARCH_MODES = ['words', 'pattern', 'fields'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

export const searchModeSchema = v.picklist(SEARCH_MODES)
/** POS numbers or ids. */
const listSchema = v.nullable(v.pipe(v.array(text(500)), v.maxLength(100_000)))

/** Maximum length of the text by which the values of a column are found. */
export const MAX_FIND_LENGTH = 500
const searchSchema = text(MAX_SEARCH_LENGTH)
const sortSchema = v.pipe(v.array(sortKeySchema), v.maxLength(MAX_COLUMNS + REVIEW_SORT_KEYS.length))

// The entries are repeated, because bundlers keep an object that is spread, and with it all of valibot.
export const itemQuerySchema = v.strictObject({
  /** Null for all campaigns. */
  campaignIds: campaignIdsSchema,
  /** As typed; empty for all items. */
  search: searchSchema,
  searchMode: searchModeSchema,
  /**
   * Only rows whose trimmed POS number, id or item id is listed. Without a sort they are in the order of the
   * list.
   */
  list: listSchema,
  filters: filtersSchema,
  /** Groups rows by value, each group in the order of `sort`; null for no groups. */
  group: groupSchema,
  /** Empty for the order of `list`, else of the service. */
  sort: sortSchema,
})
export interface ItemQuery extends Omit<ReadonlyOutput<typeof itemQuerySchema>, 'filters'> {
  readonly filters: FilterGroup
}

/** What a printed list states about its rows. */
export const printedQuerySchema = v.pick(itemQuerySchema, ['search', 'filters', 'sort'])
export type PrintedQuery = Pick<ItemQuery, keyof typeof printedQuerySchema.entries>

/** Accepts queries that earlier and later versions stored. */
export const storedQuerySchema = v.pipe(
  v.strictObject({
    search: searchSchema,
    searchMode: v.optional(searchModeSchema, 'pattern'),
    list: v.optional(listSchema, null),
    filters: v.optional(v.unknown()),
    /** Filters of earlier versions. */
    unseenOnly: v.optional(v.boolean()),
    marks: v.optional(v.nullable(v.array(v.string()))),
    group: v.optional(groupSchema, null),
    sort: sortSchema,
  }),
  v.transform(({ filters, unseenOnly, marks, ...others }) => ({
    ...others,
    filters: readStoredFilters({ filters, unseenOnly, marks }),
  })),
)

export const EMPTY_QUERY: ItemQuery = {
  campaignIds: null,
  search: '',
  searchMode: 'pattern',
  list: null,
  filters: NO_FILTERS,
  group: null,
  sort: [],
}

/** Maximum number of items that {@link itemSearchSchema} returns. */
export const MAX_FOUND_ITEMS = 50

/** A search of items that only counts them and returns the best ones. */
export const itemSearchSchema = v.strictObject({
  campaignIds: campaignIdsSchema,
  search: searchSchema,
  searchMode: searchModeSchema,
  /** What the names and POS numbers of the best items match; usually the search. */
  typed: searchSchema,
})
export type ItemSearch = ReadonlyOutput<typeof itemSearchSchema>

/** What searches for items read: words of names and numbers, or only POS numbers. */
export const SEARCHED_TEXTS = ['words', 'posNumbers'] as const
export type SearchedTexts = (typeof SEARCHED_TEXTS)[number]

/** The number of items that a search finds, and the best ones. */
export interface FoundItems {
  readonly count: number
  readonly rows: readonly ItemRow[]
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
  /** Number of quantities; the service may send none, or another value. */
  readonly qtyCount: number
  readonly qtySum: number
  /** Null without a quantity. */
  readonly qtyMin: number | null
  readonly qtyMax: number | null
}

/** Unseen changes of an item. */
export interface UnseenChange {
  readonly key: number
  readonly kind: 'added' | 'changed'
  /** Changed columns; empty if the item was added. */
  readonly columns: readonly ItemColumnKey[]
}

export interface ItemWindow {
  readonly start: number
  readonly rows: readonly ItemRow[]
  /** Unseen changes of the rows. */
  readonly unseenChanges: readonly UnseenChange[]
}

export interface FacetCount {
  readonly value: FacetValue
  readonly count: number
}

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
export const selectionRangesSchema = v.pipe(
  v.array(v.tuple([naturalNumber, naturalNumber])),
  v.maxLength(100_000),
)
export type SelectionRanges = ReadonlyOutput<typeof selectionRangesSchema>

/** Counts the rows of ranges. */
export function countIndexes(ranges: SelectionRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0)
}
