import { isFieldKey, type FieldKey } from './fields.ts'

/** How the values of a column behave: in the grid, in a filter, in a file. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'dateTime'

/** The documented columns of an item, in their usual order. The keys are also those of the command line. */
export const ITEM_COLUMN_KEYS = [
  'itemName',
  'posNumber',
  'elementName',
  'artworkNames',
  'campaignName',
  'status',
  'qty',
  'isLocked',
  'hasArtwork',
  'hasAllocations',
  'workflowTemplateName',
  'updatedAt',
  'campaignItemId',
  'campaignId',
  'itemId',
  'elementId',
  'clientId',
] as const

export type ItemColumnKey = (typeof ITEM_COLUMN_KEYS)[number]

/** The columns that are shown until the person chooses others; the rest are there on demand. */
export const USUAL_COLUMNS: readonly ItemColumnKey[] = [
  'posNumber',
  'itemName',
  'elementName',
  'qty',
  'status',
  'isLocked',
  'artworkNames',
  'workflowTemplateName',
  'updatedAt',
]

/** Kind of each column (service interface, section 2.2). */
export const ITEM_COLUMN_KINDS: Readonly<Record<ItemColumnKey, ColumnKind>> = {
  itemName: 'text',
  posNumber: 'text',
  elementName: 'text',
  artworkNames: 'text',
  campaignName: 'text',
  status: 'number',
  qty: 'number',
  isLocked: 'boolean',
  hasArtwork: 'boolean',
  hasAllocations: 'boolean',
  workflowTemplateName: 'text',
  updatedAt: 'dateTime',
  campaignItemId: 'text',
  campaignId: 'text',
  itemId: 'text',
  elementId: 'text',
  clientId: 'text',
}

/** A field of an item's body, documented or not; see fields.ts. */
export type ColumnKey = ItemColumnKey | FieldKey

/** Kind of a column; a field may hold anything. */
export function columnKindOf(key: ColumnKey): ColumnKind | 'any' {
  return isFieldKey(key) ? 'any' : ITEM_COLUMN_KINDS[key]
}

export function isItemColumnKey(value: string): value is ItemColumnKey {
  return (ITEM_COLUMN_KEYS as readonly string[]).includes(value)
}

/** What stands between the names of several artworks in one cell. */
export const ARTWORK_SEPARATOR = '; '
