import type { ChangeColumnKey } from '../changes.ts'
import type { ItemColumnKey } from '../columns.ts'

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
