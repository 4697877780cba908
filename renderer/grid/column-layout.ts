import {
  DEFAULT_COLUMNS,
  ITEM_COLUMN_KEYS,
  ITEM_COLUMNS,
  type CellStyle,
  type ColumnKey,
  type ItemColumn,
} from '../../electron/contract/columns.ts'
import { isFieldKey, MAX_FIELD_COLUMNS } from '../../electron/contract/fields.ts'

export const MIN_WIDTH = 48
export const MAX_WIDTH = 1_200
/** Width of the column of check boxes, which is always shown, in CSS pixels. */
export const CHECK_WIDTH = 28
/** The same for a finger. */
export const COARSE_CHECK_WIDTH = 40
/** Its width with the marks of a review. */
export const REVIEW_WIDTH = 104

export interface GridColumn<Key extends string = ColumnKey> extends Omit<ItemColumn['grid'], 'style'> {
  readonly key: Key
  /** `field` is an undocumented field, whose values have any type. `component` is drawn by a component. */
  readonly style: CellStyle | 'field' | 'component'
  /** Whether a component draws a number, so that its header is aligned like the header of a number. */
  readonly isNumeric?: boolean
  /** Width down to which the column shrinks if all columns fit then; absent if it never does. */
  readonly shrinkTo?: number
}

/** Which columns a table shows, and their widths. */
export interface GridLayout<Key extends string> {
  /** Keys of the shown columns, in order; empty for the default ones. */
  readonly order: readonly Key[]
  /** Widths in CSS pixels that differ from the default. */
  readonly widths: Readonly<Partial<Record<Key, number>>>
  /** Number of frozen columns; default: none. */
  readonly frozen?: number
}

/** The columns of a table in their order, and those shown by default, without fields. */
export interface ColumnSet<Key extends string> {
  readonly all: readonly Key[]
  readonly defaults: readonly Key[]
}

export const ITEM_COLUMN_SET: ColumnSet<ColumnKey> = { all: ITEM_COLUMN_KEYS, defaults: DEFAULT_COLUMNS }

/** How an undocumented field is drawn. */
export const FIELD_COLUMN: Omit<GridColumn, 'key'> = { style: 'field', width: 150, stretchTo: 240 }

/** Returns how a column of items is drawn, with its default width. */
export function columnOf(key: ColumnKey): GridColumn {
  return { key, ...(isFieldKey(key) ? FIELD_COLUMN : ITEM_COLUMNS[key].grid) }
}

/** A shown column with its width. */
export interface PlacedColumn<Key extends string = ColumnKey> extends GridColumn<Key> {
  readonly width: number
  /** Offset of a frozen column from the start of the view, in CSS pixels; null: it scrolls. */
  readonly frozenAt: number | null
}

/** Minimum share of the view for scrolled columns, however many columns are frozen. */
const SCROLLED_SHARE = 0.4

const clampWidth = (width: number): number => Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH))

/** Returns columns that are narrower, if all of them fit then into `space` CSS pixels; else the same ones. */
function shrinkColumns<Key extends string>(
  columns: readonly GridColumn<Key>[],
  isFixed: (key: Key) => boolean,
  space: number,
): readonly GridColumn<Key>[] {
  const excess = columns.reduce((sum, { width }) => sum + width, -space)
  const shrinkOf = ({ key, width, shrinkTo = width }: GridColumn<Key>): number =>
    isFixed(key) ? 0 : Math.max(0, width - shrinkTo)
  const total = columns.reduce((sum, column) => sum + shrinkOf(column), 0)
  if (excess <= 0 || excess > total) return columns
  const share = excess / total
  return columns.map((column) => ({ ...column, width: Math.floor(column.width - shrinkOf(column) * share) }))
}

/** Returns how many of the first columns fit into `space` CSS pixels, and the space that they leave free. */
function fitColumns(
  columns: readonly Pick<GridColumn<string>, 'width'>[],
  space: number,
): { readonly count: number; readonly spare: number } {
  let spare = space
  for (const [count, { width }] of columns.entries()) {
    if (width > spare) return { count, spare }
    spare -= width
  }
  return { count: columns.length, spare }
}

/** Returns columns among which those that fit share what the main column does not need of the free space. */
function stretchColumns<Key extends string>(
  columns: readonly GridColumn<Key>[],
  main: Key | undefined,
  space: number,
): readonly GridColumn<Key>[] {
  const { count, spare } = fitColumns(columns, space)
  const stretchOf = ({ width, stretchTo = width }: GridColumn<Key>): number => Math.max(0, stretchTo - width)
  const fitting = columns.slice(0, count)
  const shared = fitting.reduce((rest, column) => rest - (column.key === main ? stretchOf(column) : 0), spare)
  const total = fitting.reduce((sum, column) => sum + (column.key === main ? 0 : stretchOf(column)), 0)
  const share = total > 0 ? Math.min(1, Math.max(0, shared / total)) : 0
  return columns.map((column, index) =>
    index >= count || column.key === main
      ? column
      : { ...column, width: Math.floor(column.width + stretchOf(column) * share) },
  )
}

/**
 * Returns the columns with their widths in a view of `available` pixels: those that the person set, else the
 * default. If they are a little too wide together, some shrink. Of the free space, the main column gets what
 * it needs, the other columns that fit share the next part, and the main column gets the rest. A set width
 * changes no other width than that of the main column.
 */
export function placeColumns<Key extends string>(
  visibleColumns: readonly GridColumn<Key>[],
  layout: GridLayout<Key>,
  available: number,
  checkWidth: number = CHECK_WIDTH,
): readonly PlacedColumn<Key>[] {
  const isSet = (key: Key): boolean => layout.widths[key] !== undefined
  const space = available - checkWidth
  const main = visibleColumns.find(({ style }) => style === 'name')
  // Without the set widths, on which no other width depends.
  const shrunk = shrinkColumns(visibleColumns, () => false, space)
  const stretched = stretchColumns(shrunk, main?.key, space)
  const columns = shrinkColumns(
    visibleColumns.map((column, index) => ({
      ...column,
      width: layout.widths[column.key] ?? Math.max(column.width, stretched[index]?.width ?? 0),
    })),
    isSet,
    space,
  )
  const { count, spare } = fitColumns(columns, space)
  let x = checkWidth
  return columns.map((column, index) => {
    const takesRest = column.key === main?.key && index < count && !isSet(column.key)
    const width = takesRest ? column.width + Math.floor(spare) : column.width
    const left = x
    x += width
    const frozen = index < (layout.frozen ?? 0) && x <= available * (1 - SCROLLED_SHARE)
    return { ...column, width, frozenAt: frozen ? left : null }
  })
}

/** Returns the end of the frozen columns, in CSS pixels from the start of the view. */
export function frozenWidth(
  columns: readonly Pick<PlacedColumn<string>, 'frozenAt' | 'width'>[],
  checkWidth: number,
): number {
  return columns
    .filter((column) => column.frozenAt !== null)
    .reduce((sum, column) => sum + column.width, checkWidth)
}

/**
 * Returns the scroll offset that shows a whole column in a view of `available` pixels that is scrolled by
 * `scrolled` from its start. Columns are counted from 1; 0 is the check box.
 */
export function scrollOffsetFor(
  columns: readonly PlacedColumn<string>[],
  column: number,
  scrolled: number,
  available: number,
  checkWidth: number = CHECK_WIDTH,
): number {
  if ((columns[column - 1]?.frozenAt ?? null) !== null) return scrolled
  if (column <= 1) return 0
  const begin = columns.slice(0, column - 1).reduce((sum, { width }) => sum + width, checkWidth)
  const end = begin + (columns[column - 1]?.width ?? 0)
  const frozenEdge = frozenWidth(columns, checkWidth)
  // A column that is wider than the view is shown from its start.
  if (begin - frozenEdge < scrolled || end - begin > available - frozenEdge) return begin - frozenEdge
  return end > scrolled + available ? end - available : scrolled
}

/** Freezes the first `frozen` columns. */
export function setFrozen<Key extends string>(
  { order, widths }: GridLayout<Key>,
  frozen: number,
): GridLayout<Key> {
  return frozen > 0 ? { order, widths, frozen } : { order, widths }
}

/** Returns the width of a row: check boxes and all columns. */
export function widthOf(columns: readonly PlacedColumn<string>[], checkWidth: number = CHECK_WIDTH): number {
  return columns.reduce((sum, column) => sum + column.width, checkWidth)
}

/** Sets the widths of some columns. */
export function setWidths<Key extends string>(
  layout: GridLayout<Key>,
  widths: readonly (readonly [key: Key, width: number])[],
): GridLayout<Key> {
  const newWidths = Object.fromEntries(widths.map(([key, width]) => [key, clampWidth(width)]))
  return { ...layout, widths: { ...layout.widths, ...newWidths } }
}

/**
 * Returns the layout after the shown columns were reordered. A chosen column that is not shown here (the
 * campaign, in a list of one campaign) keeps its position after the column before it.
 */
function arrange<Key extends string>(
  layout: GridLayout<Key>,
  visibleColumns: readonly Key[],
): GridLayout<Key> {
  const order = [...visibleColumns]
  for (const [index, key] of layout.order.entries()) {
    if (order.includes(key)) continue
    const before = layout.order.slice(0, index).findLast((other) => order.includes(other))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  }
  return { ...layout, order }
}

/** Returns whether a list has the maximum number of field columns. */
export function isFull({ order }: Pick<GridLayout<string>, 'order'>): boolean {
  return order.filter(isFieldKey).length >= MAX_FIELD_COLUMNS
}

/**
 * Shows or hides a column. A column gets its default position, and a field the last one; the last column
 * cannot be hidden.
 */
export function setVisible<Key extends string>(
  { all, defaults }: ColumnSet<Key>,
  layout: GridLayout<Key>,
  key: Key,
  on: boolean,
): GridLayout<Key> {
  const order = layout.order.length > 0 ? layout.order : defaults
  if (on === order.includes(key)) return layout
  if (!on) {
    if (order.length === 1) return layout
    const frozen = layout.frozen ?? 0
    const remainingFrozen = order.indexOf(key) < frozen ? frozen - 1 : frozen
    const widths = isFieldKey(key) ? withoutWidth(layout, key) : layout.widths
    return setFrozen({ ...layout, order: order.filter((other) => other !== key), widths }, remainingFrozen)
  }
  if (isFieldKey(key)) return isFull(layout) ? layout : { ...layout, order: [...order, key] }
  const before = all.slice(0, all.indexOf(key)).findLast((other) => order.includes(other))
  const index = before === undefined ? 0 : order.indexOf(before) + 1
  return { ...layout, order: order.toSpliced(index, 0, key) }
}

/** Field columns are unlimited in number, so the width of a hidden one is not kept. */
function withoutWidth<Key extends string>({ widths }: GridLayout<Key>, key: Key): GridLayout<Key>['widths'] {
  const { [key]: _, ...others } = widths
  return others as GridLayout<Key>['widths']
}

/** Moves one of the shown columns before `target`, or with null to the end. */
export function moveBefore<Key extends string>(
  layout: GridLayout<Key>,
  visibleColumns: readonly Key[],
  key: Key,
  target: Key | null,
): GridLayout<Key> {
  if (key === target || !visibleColumns.includes(key)) return layout
  const rest = visibleColumns.filter((other) => other !== key)
  const index = target === null ? rest.length : rest.indexOf(target)
  return index < 0 ? layout : arrange(layout, rest.toSpliced(index, 0, key))
}

/** Moves one of the shown columns by some positions, as the keyboard does. */
export function moveBy<Key extends string>(
  layout: GridLayout<Key>,
  visibleColumns: readonly Key[],
  key: Key,
  by: number,
): GridLayout<Key> {
  const from = visibleColumns.indexOf(key)
  if (from < 0) return layout
  const to = Math.min(Math.max(from + by, 0), visibleColumns.length - 1)
  return arrange(layout, visibleColumns.toSpliced(from, 1).toSpliced(to, 0, key))
}
