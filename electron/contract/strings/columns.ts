import type { ChangeColumnKey } from '../changes.ts'
import { ITEM_COLUMN_KEYS, type ColumnKey, type FieldSection, type ItemColumnKey } from '../columns.ts'
import type { OtherTypes } from '../item.ts'
import { isReviewColumnKey, type ExportColumnKey, type ReviewColumnKey } from '../export-options.ts'
import { isFieldKey, namesOf } from '../fields.ts'
import { plural } from './grammar.ts'

/** Labels of an item's columns, in the grid, the details and the header of a file. */
export const ITEM_COLUMN_LABELS: Readonly<Record<ItemColumnKey, string>> = {
  itemName: 'Item',
  posNumber: 'POS number',
  elementName: 'Element',
  artworkNames: 'Artwork',
  campaignName: 'Campaign',
  status: 'Status',
  qty: 'Quantity',
  isLocked: 'Locked',
  hasArtwork: 'Has artwork',
  hasAllocations: 'Has allocations',
  workflowTemplateName: 'Workflow',
  updatedAt: 'Updated',
  campaignItemId: 'Campaign item id',
  campaignId: 'Campaign id',
  itemId: 'Item id',
  elementId: 'Element id',
  clientId: 'Client id',
}

/** Headings of groups of fields; `known`: what this computer knows, and the service does not send. */
export const SECTION_LABELS: Readonly<Record<FieldSection | 'known', string>> = {
  identity: 'Identity',
  status: 'Status and flags',
  classification: 'Classification',
  dates: 'Dates',
  people: 'People',
  defaults: 'Allocation defaults',
  prices: 'Prices',
  elementGroups: 'Elements',
  assetGroups: 'Assets',
  notifications: 'Notification events',
  known: 'On this computer',
  rest: 'Other fields',
}

/**
 * Returns a sentence about values that do not have the types of their columns.
 * @param shown formats a count
 */
export function otherTypesText(otherTypes: OtherTypes, shown: (count: number) => string): string {
  const counts = ITEM_COLUMN_KEYS.flatMap((key) => {
    const count = otherTypes[key] ?? 0
    return count === 0 ? [] : [{ name: ITEM_COLUMN_LABELS[key], count }]
  })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const named = counts.map(({ name, count }) => `${name} ${shown(count)}`).join(', ')
  return `${shown(total)} ${plural(total, 'value is', 'values are')} of an unexpected type and shown as text (${named}).`
}

/** Returns the label of a column, or the names of a field. */
export function columnLabel(key: ColumnKey): string {
  if (!isFieldKey(key)) return ITEM_COLUMN_LABELS[key]
  return namesOf(key)
    .map((name) => (name.trim() === '' ? `“${name}”` : name))
    .join(' › ')
}

/** Labels of review columns. */
export const REVIEW_COLUMN_LABELS: Readonly<Record<ReviewColumnKey, string>> = {
  reviewMark: 'Mark',
  reviewNote: 'Note',
  reviewPhotos: 'Photos',
  reviewedAt: 'Marked at',
  changedSinceReview: 'Changed since review',
}

/** Label of the column with addresses of artworks. */
export const ARTWORK_ADDRESS_LABEL = 'Artwork address'
/** Label of the column with pictures. */
export const PICTURE_LABEL = 'Picture'

/** Returns the label of a column of a file. */
export function exportColumnLabel(key: ExportColumnKey): string {
  return isReviewColumnKey(key) ? REVIEW_COLUMN_LABELS[key] : columnLabel(key)
}

/** Returns the labels of columns by key. */
export function columnLabels(keys: readonly ExportColumnKey[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, exportColumnLabel(key)]))
}

/** Labels of the columns of an export of changes. */
export const CHANGE_COLUMN_LABELS: Readonly<Record<ChangeColumnKey, string>> = {
  kind: 'Change',
  campaignItemId: ITEM_COLUMN_LABELS.campaignItemId,
  itemName: ITEM_COLUMN_LABELS.itemName,
  posNumber: ITEM_COLUMN_LABELS.posNumber,
  field: 'Field',
  old: 'Old value',
  new: 'New value',
  noticedAt: 'Noticed',
}
