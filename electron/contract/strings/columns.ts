import type { ChangeColumnKey } from '../changes.ts'
import { ITEM_COLUMN_KEYS, type ColumnKey, type ItemColumnKey } from '../columns.ts'
import type { OtherTypes } from '../item.ts'
import { isReviewColumnKey, type ExportColumnKey, type ReviewColumnKey } from '../export-options.ts'
import { isFieldKey, namesOf } from '../fields.ts'
import { plural } from './plural.ts'

/** What the columns of an item are called: in the grid, in the details and in the header of a file. */
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

/**
 * Values that are not of their columns' types, as a sentence. `shown` writes a count in the person's
 * notation.
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

/** What a column is called; a field by the names that lead to it. */
export function columnLabel(key: ColumnKey): string {
  if (!isFieldKey(key)) return ITEM_COLUMN_LABELS[key]
  return namesOf(key)
    .map((name) => (name.trim() === '' ? `“${name}”` : name))
    .join(' › ')
}

/** What the columns of a person's review are called. */
export const REVIEW_COLUMN_LABELS: Readonly<Record<ReviewColumnKey, string>> = {
  reviewMark: 'Mark',
  reviewNote: 'Note',
  reviewPhotos: 'Photos',
  reviewedAt: 'Marked at',
  changedSinceReview: 'Changed since review',
}

/** What the column with the addresses of artworks is called. */
export const ARTWORK_ADDRESS_LABEL = 'Artwork address'
/** Heading of the column with the picture of the artwork. */
export const PICTURE_LABEL = 'Picture'

/** What a column of a file is called. */
export function exportColumnLabel(key: ExportColumnKey): string {
  return isReviewColumnKey(key) ? REVIEW_COLUMN_LABELS[key] : columnLabel(key)
}

/** What these columns are called, by their keys. */
export function columnLabels(keys: readonly ExportColumnKey[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, exportColumnLabel(key)]))
}

/** What the columns of a file with changes are called. */
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
