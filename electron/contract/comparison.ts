import * as v from 'valibot'
import {
  campaignIdSchema,
  columnKeySchema,
  MAX_SEARCH_LENGTH,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { CAMPAIGN_COLUMN_KEYS, CAMPAIGN_COLUMNS, type CampaignColumnKey } from './campaign-columns.ts'
import type { CampaignCell } from './campaign-query.ts'
import { ITEM_COLUMN_KEYS, type ItemColumnKey } from './columns.ts'
import type { FacetValue } from './filters.ts'

/**
 * Columns that differ for the same item in two campaigns: ids, the campaign, and the time of the last change.
 */
const OWN_COLUMNS: readonly ItemColumnKey[] = [
  'campaignItemId',
  'campaignId',
  'campaignName',
  'itemId',
  'elementId',
  'clientId',
  'updatedAt',
]

/** The columns of which two items are compared. */
export const COMPARED_COLUMNS = ITEM_COLUMN_KEYS.filter((key) => !OWN_COLUMNS.includes(key))

/** The campaign of an item. */
export type ComparedSide = 'first' | 'second'

export interface ComparedItem {
  readonly key: number
  readonly campaignItemId: string
  readonly itemName: string | null
  readonly posNumber: string | null
}

/** Two values of a column that differ. */
export interface ComparedField {
  readonly column: ItemColumnKey
  readonly first: FacetValue
  readonly second: FacetValue
}

/** Why an item is not matched: it has no value, or another item has the same one. */
export type NotMatchedReason = 'missing' | 'ambiguous'

export type ComparisonRow =
  | { readonly kind: 'onlyFirst' | 'onlySecond'; readonly item: ComparedItem }
  | {
      readonly kind: 'different'
      readonly item: ComparedItem
      readonly other: ComparedItem
      readonly fields: readonly ComparedField[]
    }
  /** An item without the value, or of which another item of one of the campaigns has the value too. */
  | {
      readonly kind: 'notMatched'
      readonly side: ComparedSide
      readonly reason: NotMatchedReason
      readonly item: ComparedItem
    }

export interface CampaignComparison {
  /** In the order of the first campaign, then of the second; without equal items. */
  readonly rows: readonly ComparisonRow[]
  /** Number of items whose compared columns are equal. */
  readonly equal: number
}

/** The lists into which a comparison divides the items. */
export const COMPARISON_LISTS = ['different', 'equal', 'onlyFirst', 'onlySecond', 'notMatched'] as const
export type ComparisonList = (typeof COMPARISON_LISTS)[number]

/** Orders of the items; `difference` is the difference of the quantities, the largest first. */
export const COMPARISON_SORTS = ['difference', 'posNumber', 'itemName'] as const
export type ComparisonSort = (typeof COMPARISON_SORTS)[number]

const comparedColumnSchema = v.picklist(COMPARED_COLUMNS)

/** The campaigns to compare, and what is shown of the result. */
export const comparisonQuerySchema = v.strictObject({
  campaignIds: v.strictTuple([campaignIdSchema, campaignIdSchema]),
  /** The column or field by whose value items are matched. */
  by: columnKeySchema,
  /** The columns that are compared. */
  columns: v.pipe(v.array(comparedColumnSchema), v.minLength(1), v.maxLength(COMPARED_COLUMNS.length)),
  /** Only these items; null for all but the equal ones. */
  list: v.nullable(v.picklist(COMPARISON_LISTS)),
  /** Only differences of this column; null for all. Applies to different items. */
  column: v.nullable(comparedColumnSchema),
  /** Words that an item of either campaign contains. */
  search: text(MAX_SEARCH_LENGTH),
  /** Null for the order of the service: items of the first campaign, then of the second. */
  sort: v.nullable(v.picklist(COMPARISON_SORTS)),
})
export type ComparisonQuery = ReadonlyOutput<typeof comparisonQuerySchema>

/** Numbers of items by list, with the reasons why items are not matched. */
export interface ComparisonCounts extends Readonly<Record<ComparisonList, number>> {
  readonly missing: number
  readonly ambiguous: number
}

/** An item of a line, with the values that tell items apart. */
export interface ComparisonLineItem extends ComparedItem {
  readonly elementName: string | null
  readonly qty: FacetValue
  readonly status: FacetValue
}

/** A line of a comparison: a field of a different item, or an item of another list. */
export interface ComparisonLine {
  readonly list: ComparisonList
  /** Index of the item in the list. */
  readonly index: number
  /** Whether it is the first line of its item, and the last one. */
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly first: ComparisonLineItem | null
  readonly second: ComparisonLineItem | null
  /** Null in the lists without fields. */
  readonly field: ComparedField | null
  /** Why an item is not matched; null in the other lists. */
  readonly reason: NotMatchedReason | null
}

/** A part of the lines of a comparison. */
export interface ComparisonWindow {
  readonly start: number
  readonly lines: readonly ComparisonLine[]
  /** Number of lines. */
  readonly count: number
  /** Number of items of these lines. */
  readonly itemCount: number
  /** Of the items that the search finds. */
  readonly counts: ComparisonCounts
  /** Columns in which these items differ, with the numbers of items; the most frequent first. */
  readonly fields: readonly { readonly column: ItemColumnKey; readonly count: number }[]
  /** Items of each campaign, without the search. */
  readonly totals: { readonly first: number; readonly second: number }
}

/** The documented fields of campaigns that are compared. The id differs by nature. */
export const COMPARED_CAMPAIGN_COLUMNS = CAMPAIGN_COLUMN_KEYS.filter(
  (key) => CAMPAIGN_COLUMNS[key].field !== null && key !== '_id',
)

/** Numbers of campaigns that are no amounts. */
const IDENTIFYING_NUMBERS: ReadonlySet<CampaignColumnKey> = new Set([
  'number',
  'version',
  'posElementCounter',
])

/** Returns whether the numbers of a column of campaigns are neither grouped nor subtracted. */
export function isIdentifyingNumber(column: CampaignColumnKey): boolean {
  return IDENTIFYING_NUMBERS.has(column)
}

/** Returns whether a column of campaigns has amounts, which have a difference. */
export function isCampaignAmount(column: CampaignColumnKey): boolean {
  const { kind, labelled } = CAMPAIGN_COLUMNS[column]
  return kind === 'number' && labelled === undefined && !isIdentifyingNumber(column)
}

/** What of a comparison is exported. */
export const comparisonPartsEntries = {
  query: comparisonQuerySchema,
  /** Whether the lines of the query are exported. */
  withItems: v.boolean(),
  /** The fields of the campaigns that are exported if they differ, before the items. */
  campaignFields: v.pipe(
    v.array(v.picklist(COMPARED_CAMPAIGN_COLUMNS)),
    v.maxLength(COMPARED_CAMPAIGN_COLUMNS.length),
  ),
}
const comparisonPartsSchema = v.strictObject(comparisonPartsEntries)
export type ComparisonParts = ReadonlyOutput<typeof comparisonPartsSchema>

/** Two different cells of a column of campaigns. */
export interface ComparedCampaignField {
  readonly column: CampaignColumnKey
  readonly first: CampaignCell
  readonly second: CampaignCell
}

/** The records of two campaigns, compared by the documented fields. */
export interface CampaignFieldComparison {
  readonly different: readonly ComparedCampaignField[]
  /** Number of fields that have the same value in both records. */
  readonly equal: number
  /** Whether each campaign has a record. */
  readonly records: { readonly first: boolean; readonly second: boolean }
}
