import * as v from 'valibot'
import {
  campaignIdsSchema,
  columnKeySchema,
  MAX_COLUMNS,
  naturalNumber,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { columnsIn, type ColumnIn, type ItemColumnKey } from './columns.ts'
import type { ItemRow } from './item.ts'
import { REVIEW_FILTERS } from './review.ts'

/** Length of a value that can be a filter; longer ones are left out. */
export const MAX_VALUE_LENGTH = 2_000

/** A value of a column; null is an empty cell. */
const facetValueSchema = v.nullable(
  v.union([text(MAX_VALUE_LENGTH), v.pipe(v.number(), v.finite()), v.boolean()]),
)
export type FacetValue = v.InferOutput<typeof facetValueSchema>

const facetValuesSchema = v.pipe(v.array(facetValueSchema), v.maxLength(10_000))
const bound = v.pipe(v.number(), v.finite())
const columnFilterEntries = {
  /**
   * Any of these; null is an empty cell. Dates as received, compared by instant. Values of fields as JSON,
   * see `comparedValue` in fields.ts.
   */
  values: v.exactOptional(facetValuesSchema),
  /** Inclusive range of a number or date; dates in milliseconds since 1970. */
  min: v.exactOptional(bound),
  max: v.exactOptional(bound),
  /** True for empty cells, false for others. */
  empty: v.exactOptional(v.boolean()),
  /** Only items whose text occurs several times in the campaigns, regardless of search and filters. */
  duplicates: v.exactOptional(v.literal(true)),
  /** Only cells that are not empty and have another form, see text-form.ts. */
  unlike: v.exactOptional(v.pipe(text(200), v.minLength(1))),
}
/** A filter of a column; all members must match. Cells are compared trimmed. */
const columnFilterSchema = v.strictObject(columnFilterEntries)
export type ColumnFilter = ReadonlyOutput<typeof columnFilterSchema>

/** A record ignores names of the prototype, which must be rejected. */
const hasColumnKeys = v.custom<Readonly<Record<string, unknown>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((key) => v.is(columnKeySchema, key)),
)
/** Filters by column. */
const filtersSchema = v.pipe(
  hasColumnKeys,
  v.record(columnKeySchema, columnFilterSchema),
  v.maxEntries(MAX_COLUMNS),
)
export type ItemFilters = ReadonlyOutput<typeof filtersSchema>

/** Earlier versions stored a list of values. */
const storedFiltersSchema = v.pipe(
  v.record(
    columnKeySchema,
    v.union([
      // In a union, the keys that a newer version may add are not removed when a file is read.
      v.object(columnFilterEntries),
      v.pipe(
        facetValuesSchema,
        v.transform((values): v.InferOutput<typeof columnFilterSchema> => ({ values })),
      ),
    ]),
  ),
  v.maxEntries(MAX_COLUMNS),
)

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
const marksSchema = v.nullable(
  v.pipe(v.array(v.picklist(REVIEW_FILTERS)), v.minLength(1), v.maxLength(REVIEW_FILTERS.length)),
)

const searchSchema = text(10_000)
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
  /** Only items with unseen changes. */
  unseenOnly: v.boolean(),
  /** Only items with one of these marks, or without one; null for all. */
  marks: marksSchema,
  /** Groups rows by value, each group in the order of `sort`; null for no groups. */
  group: groupSchema,
  /** Empty for the order of `list`, else of the service. */
  sort: sortSchema,
})
export type ItemQuery = ReadonlyOutput<typeof itemQuerySchema>

/** Accepts queries that earlier versions stored. */
export const storedQuerySchema = v.strictObject({
  search: searchSchema,
  searchMode: v.optional(searchModeSchema, 'pattern'),
  list: v.optional(listSchema, null),
  filters: storedFiltersSchema,
  unseenOnly: v.optional(v.boolean(), false),
  marks: v.optional(marksSchema, null),
  group: v.optional(groupSchema, null),
  sort: sortSchema,
})

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
