import type { ColumnKey, ItemColumnKey } from '../../electron/contract/columns.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'

/** How the cells of a column are drawn. */
export type CellStyle =
  | 'text'
  /** The end matters as much as the beginning, so that what is too long is cut in the middle. */
  | 'code'
  | 'status'
  | 'number'
  | 'mark'
  | 'dateTime'
  /** A field of the body, which may hold anything. */
  | 'field'

export interface GridColumn {
  readonly key: ColumnKey
  readonly style: CellStyle
  /** Default width in CSS pixels: the header's text fits beside the sort arrow. */
  readonly width: number
  /** Up to this width it takes a share of the room that is left over; columns without it never do. */
  readonly stretchTo?: number
}

const COLUMNS: Readonly<Record<ItemColumnKey, Omit<GridColumn, 'key'>>> = {
  itemName: { style: 'text', width: 204, stretchTo: 460 },
  posNumber: { style: 'code', width: 110 },
  elementName: { style: 'text', width: 120, stretchTo: 240 },
  artworkNames: { style: 'code', width: 180, stretchTo: 340 },
  campaignName: { style: 'text', width: 150, stretchTo: 240 },
  status: { style: 'status', width: 100 },
  qty: { style: 'number', width: 92 },
  isLocked: { style: 'mark', width: 84 },
  hasArtwork: { style: 'mark', width: 96 },
  hasAllocations: { style: 'mark', width: 118 },
  workflowTemplateName: { style: 'text', width: 150, stretchTo: 220 },
  updatedAt: { style: 'dateTime', width: 168 },
  campaignItemId: { style: 'code', width: 150 },
  campaignId: { style: 'code', width: 150 },
  itemId: { style: 'code', width: 150 },
  elementId: { style: 'code', width: 150 },
  clientId: { style: 'code', width: 150 },
}

const FIELD: Omit<GridColumn, 'key'> = { style: 'field', width: 150, stretchTo: 240 }

/** How a column is drawn and how wide it is at first. */
export function columnOf(key: ColumnKey): GridColumn {
  return { key, ...(isFieldKey(key) ? FIELD : COLUMNS[key]) }
}
