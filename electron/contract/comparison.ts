import { ITEM_COLUMN_KEYS, type ItemColumnKey } from './columns.ts'
import type { FacetValue } from './filters.ts'

/** Columns that differ for the same item in two campaigns: ids, the campaign, and the time of the last change. */
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
      readonly reason: 'missing' | 'ambiguous'
      readonly item: ComparedItem
    }

export interface CampaignComparison {
  /** In the order of the first campaign, then of the second; without equal items. */
  readonly rows: readonly ComparisonRow[]
  /** Number of items whose compared columns are equal. */
  readonly equal: number
}
