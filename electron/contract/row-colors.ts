import * as v from 'valibot'
import { campaignIdsSchema, campaignItemIdSchema, itemKeySchema } from './base-schemas.ts'
import { LABEL_COLORS, type LabelColor } from './connection.ts'
import type { Fault } from './faults.ts'
import { filtersSchema, type FilterGroup } from './filters.ts'
import { storedFiltersSchema } from './stored-filters.ts'

/** Rules of a list. */
export const MAX_ROW_COLORS = 20
/** Rows of which the rules are requested at once. */
export const MAX_COLORED_ROWS = 500

/** A color for the rows that match a filter. Without conditions it colors none. */
export interface RowColorRule {
  readonly filters: FilterGroup
  readonly color: LabelColor
}

/** Rules in their order: the first one that matches colors a row. Accepts those of later versions. */
export const storedRowColorsSchema = v.pipe(
  v.array(v.object({ filters: storedFiltersSchema, color: v.fallback(v.picklist(LABEL_COLORS), 'neutral') })),
  v.maxLength(MAX_ROW_COLORS),
)

/** Rows, and the filters of which the first one that matches is requested. */
export const ruleMatchesInput = {
  /** Null for all campaigns. Among their items, duplicates are counted. */
  campaignIds: campaignIdsSchema,
  rows: v.pipe(
    v.array(v.strictObject({ key: itemKeySchema, campaignItemId: campaignItemIdSchema })),
    v.maxLength(MAX_COLORED_ROWS),
  ),
  rules: v.pipe(v.array(filtersSchema), v.maxLength(MAX_ROW_COLORS)),
}

/** Which of several filters match rows. */
export interface RuleMatches {
  /** For each row the index of the first filter that matches it; null for none. */
  readonly matches: readonly (number | null)[]
  /** Filters that cannot be used. The others still are. */
  readonly faults: readonly { readonly rule: number; readonly fault: Fault }[]
}
