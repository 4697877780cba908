import { ITEM_COLUMN_KEYS, USUAL_COLUMNS, type ItemColumnKey } from '../../electron/contract/columns.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import { columnOf, type GridColumn } from './columns.ts'

export const LEAST_WIDTH = 48
export const MOST_WIDTH = 1_200
/** Of the column of check boxes, which is always there. */
export const CHECK_WIDTH = 36

/** A shown column with its place. */
export interface PlacedColumn extends GridColumn {
  readonly width: number
}

const limit = (width: number): number => Math.round(Math.min(Math.max(width, LEAST_WIDTH), MOST_WIDTH))

/**
 * The columns that are shown, in order. A list over all campaigns always says which campaign a row is of; a
 * list of one campaign never repeats it.
 */
export function shownColumns(layout: ColumnLayout, overAllCampaigns: boolean): readonly ItemColumnKey[] {
  const chosen = layout.order.length > 0 ? layout.order : USUAL_COLUMNS
  if (!overAllCampaigns) return chosen.filter((key) => key !== 'campaignName')
  if (chosen.includes('campaignName')) return chosen
  return [...chosen.slice(0, 2), 'campaignName', ...chosen.slice(2)]
}

/**
 * Widths for a view of `available` pixels: what the person set, else the usual width and, where there is room
 * left over, a share of it.
 */
export function placeColumns(
  shown: readonly ItemColumnKey[],
  layout: ColumnLayout,
  available: number,
): readonly PlacedColumn[] {
  const usual = shown.map((key) => ({ ...columnOf(key), width: layout.widths[key] ?? columnOf(key).width }))
  const room = (column: PlacedColumn): number =>
    layout.widths[column.key] === undefined ? Math.max(0, (column.stretchTo ?? 0) - column.width) : 0
  const left = available - CHECK_WIDTH - usual.reduce((sum, column) => sum + column.width, 0)
  const wanted = usual.reduce((sum, column) => sum + room(column), 0)
  const share = wanted > 0 ? Math.min(1, Math.max(0, left / wanted)) : 0
  return usual.map((column) => ({ ...column, width: Math.floor(column.width + room(column) * share) }))
}

/** Width of a row: the check boxes and all columns. */
export function widthOf(columns: readonly PlacedColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, CHECK_WIDTH)
}

export function setWidth(layout: ColumnLayout, key: ItemColumnKey, width: number): ColumnLayout {
  return { ...layout, widths: { ...layout.widths, [key]: limit(width) } }
}

/** Shows or hides a column. A shown one takes its usual place; the last one cannot be hidden. */
export function setShown(layout: ColumnLayout, key: ItemColumnKey, shown: boolean): ColumnLayout {
  const order = layout.order.length > 0 ? layout.order : USUAL_COLUMNS
  if (shown === order.includes(key)) return layout
  if (!shown) return order.length > 1 ? { ...layout, order: order.filter((other) => other !== key) } : layout
  const rank = ITEM_COLUMN_KEYS.indexOf(key)
  const before = ITEM_COLUMN_KEYS.slice(0, rank).findLast((other) => order.includes(other))
  const at = before === undefined ? 0 : order.indexOf(before) + 1
  return { ...layout, order: order.toSpliced(at, 0, key) }
}

/** Moves a shown column to before `target`, or to the end for null. */
export function moveBefore(
  layout: ColumnLayout,
  key: ItemColumnKey,
  target: ItemColumnKey | null,
): ColumnLayout {
  const order = layout.order.length > 0 ? layout.order : USUAL_COLUMNS
  if (key === target || !order.includes(key)) return layout
  const rest = order.filter((other) => other !== key)
  const at = target === null ? rest.length : rest.indexOf(target)
  return at < 0 ? layout : { ...layout, order: rest.toSpliced(at, 0, key) }
}

/** Moves a shown column by some places, as the keyboard does. */
export function moveBy(layout: ColumnLayout, key: ItemColumnKey, places: number): ColumnLayout {
  const order = layout.order.length > 0 ? layout.order : USUAL_COLUMNS
  const from = order.indexOf(key)
  if (from < 0) return layout
  const to = Math.min(Math.max(from + places, 0), order.length - 1)
  return { ...layout, order: order.toSpliced(from, 1).toSpliced(to, 0, key) }
}

/** The columns as they were before anybody changed them. */
export const USUAL_LAYOUT: ColumnLayout = { order: USUAL_COLUMNS, widths: {} }
