import { isFieldKey, type FieldKey } from './fields.ts'

/** Type of a column's values. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'dateTime'

/** Groups of documented fields; those of campaigns are from the service interface, 2.1. */
export type FieldSection =
  | 'identity'
  | 'status'
  | 'classification'
  | 'dates'
  | 'people'
  | 'defaults'
  | 'prices'
  | 'elementGroups'
  | 'assetGroups'
  | 'notifications'
  | 'rest'

/** How the cells of a column are drawn. */
export type CellStyle =
  | 'text'
  /** The main column: it takes the free space, has the picture, and is cut where names do not differ. */
  | 'name'
  /** Long texts are clipped in the middle, because their ends matter too. */
  | 'code'
  | 'status'
  | 'number'
  | 'mark'
  | 'dateTime'

/** Lists of columns, each with its own order. */
type ColumnOrder =
  /** All columns: in the column chooser, and in files without chosen columns. */
  | 'all'
  /** The columns shown by default. */
  | 'default'
  /** The first columns of the filter panel. */
  | 'filters'
  | 'details'
  /** What a person sees of an item while reviewing it. */
  | 'facts'
  /** Columns for groups; all are coded. */
  | 'groups'
  /** The first columns of an item's changed fields. */
  | 'changes'
  /** Columns with few distinct values, indexed by a code for each item and a dictionary. */
  | 'coded'

export interface ItemColumn {
  readonly kind: ColumnKind
  /** Path of the value in the service's answer (service interface, 2.2). */
  readonly path: readonly string[]
  readonly section: FieldSection
  /** Searched by all searches, or only by those for words and phrases. Absent if not searched. */
  readonly search?: 'pattern' | 'words'
  /** A short name for `name:value` in a search. */
  readonly shortName?: string
  /**
   * Stored with reviews, to find later changes of the item. `optional` if reviews of earlier versions lack
   * it.
   */
  readonly reviewed?: 'required' | 'optional'
  readonly grid: {
    readonly style: CellStyle
    /** Default width in CSS pixels, which fits the header's text and the sort arrow. */
    readonly width: number
    /** Maximum width when the column shares free space; absent if it never does. */
    readonly stretchTo?: number
    /** Maximum width to which its values widen it before others share free space; absent if they do not. */
    readonly fitTo?: number
  }
  /** Its position in each list that has it, in steps of ten. */
  readonly positions: Readonly<Partial<Record<ColumnOrder, number>>> & { readonly all: number }
}

const ID = { style: 'code', width: 150, fitTo: 300 } as const

/**
 * The documented columns of an item in the order of storage. The SQL name is the key in snake case, the label
 * is among the messages, and the command line uses the key.
 */
const COLUMNS = {
  campaignItemId: {
    kind: 'text',
    // Actually read from the list of ids of a page.
    path: ['_id'],
    section: 'rest',
    shortName: 'id',
    grid: ID,
    positions: { all: 130 },
  },
  campaignId: {
    kind: 'text',
    path: ['campaignId', '_id'],
    section: 'rest',
    grid: ID,
    positions: { all: 140 },
  },
  campaignName: {
    kind: 'text',
    path: ['campaignId', 'name'],
    section: 'classification',
    search: 'words',
    shortName: 'campaign',
    grid: { style: 'text', width: 150, stretchTo: 240 },
    positions: { all: 50, filters: 110, details: 90, groups: 10, coded: 70 },
  },
  itemId: { kind: 'text', path: ['itemId', '_id'], section: 'rest', grid: ID, positions: { all: 150 } },
  itemName: {
    kind: 'text',
    path: ['itemId', 'name'],
    section: 'identity',
    search: 'pattern',
    shortName: 'name',
    reviewed: 'required',
    grid: { style: 'name', width: 230, stretchTo: 430 },
    positions: { all: 10, default: 20, filters: 90, changes: 10 },
  },
  posNumber: {
    kind: 'text',
    path: ['itemId', 'posNumber'],
    section: 'identity',
    search: 'pattern',
    shortName: 'pos',
    reviewed: 'required',
    grid: { style: 'code', width: 104, fitTo: 160 },
    positions: { all: 20, default: 10, filters: 80, details: 10, facts: 10, changes: 20 },
  },
  elementId: {
    kind: 'text',
    path: ['itemId', 'elementId', '_id'],
    section: 'rest',
    grid: ID,
    positions: { all: 160 },
  },
  elementName: {
    kind: 'text',
    path: ['itemId', 'elementId', 'name'],
    section: 'classification',
    search: 'pattern',
    shortName: 'element',
    reviewed: 'required',
    grid: { style: 'text', width: 116, stretchTo: 150 },
    positions: {
      all: 30,
      default: 30,
      filters: 50,
      details: 20,
      facts: 20,
      groups: 20,
      changes: 60,
      coded: 50,
    },
  },
  /** Names of the artworks in the service's order, joined by `ARTWORK_SEPARATOR`; null without artworks. */
  artworkNames: {
    kind: 'text',
    path: ['itemId', 'artworks'],
    section: 'identity',
    search: 'pattern',
    shortName: 'artwork',
    reviewed: 'required',
    grid: { style: 'code', width: 160, stretchTo: 240 },
    positions: { all: 40, default: 70, filters: 100, changes: 50 },
  },
  workflowTemplateName: {
    kind: 'text',
    path: ['itemId', 'workflowTemplateName'],
    section: 'classification',
    search: 'words',
    shortName: 'workflow',
    reviewed: 'required',
    grid: { style: 'text', width: 140, stretchTo: 180 },
    positions: {
      all: 110,
      default: 80,
      filters: 60,
      details: 80,
      facts: 50,
      groups: 40,
      changes: 100,
      coded: 60,
    },
  },
  clientId: { kind: 'text', path: ['clientId'], section: 'rest', grid: ID, positions: { all: 170 } },
  status: {
    kind: 'number',
    path: ['status'],
    section: 'status',
    reviewed: 'required',
    grid: { style: 'status', width: 100 },
    positions: {
      all: 60,
      default: 50,
      filters: 10,
      details: 30,
      facts: 40,
      groups: 30,
      changes: 40,
      coded: 10,
    },
  },
  qty: {
    kind: 'number',
    path: ['qty'],
    section: 'status',
    reviewed: 'required',
    grid: { style: 'number', width: 84 },
    positions: { all: 70, default: 40, filters: 15, details: 40, facts: 30, changes: 30 },
  },
  isLocked: {
    kind: 'boolean',
    path: ['isLocked'],
    section: 'status',
    shortName: 'locked',
    reviewed: 'required',
    grid: { style: 'mark', width: 78 },
    positions: { all: 80, default: 60, filters: 20, details: 50, groups: 50, changes: 70, coded: 20 },
  },
  hasArtwork: {
    kind: 'boolean',
    path: ['hasArtwork'],
    section: 'status',
    reviewed: 'required',
    grid: { style: 'mark', width: 98 },
    positions: { all: 90, filters: 30, details: 60, groups: 60, changes: 80, coded: 30 },
  },
  hasAllocations: {
    kind: 'boolean',
    path: ['hasAllocations'],
    section: 'status',
    shortName: 'allocations',
    reviewed: 'required',
    grid: { style: 'mark', width: 120 },
    positions: { all: 100, filters: 40, details: 70, changes: 90, coded: 40 },
  },
  /** As the service sent it (ISO 8601, UTC). */
  updatedAt: {
    kind: 'dateTime',
    path: ['updatedAt'],
    section: 'dates',
    shortName: 'updated',
    reviewed: 'required',
    grid: { style: 'dateTime', width: 88, stretchTo: 130 },
    positions: { all: 120, default: 55, filters: 120, details: 100 },
  },
} as const satisfies Readonly<Record<string, ItemColumn>>

export type ItemColumnKey = keyof typeof COLUMNS
export type KindOf<Key extends ItemColumnKey> = (typeof COLUMNS)[Key]['kind']
/** The columns with these properties. */
export type ColumnWith<Properties> = {
  [Key in ItemColumnKey]: (typeof COLUMNS)[Key] extends Properties ? Key : never
}[ItemColumnKey]
export type ColumnIn<Order extends ColumnOrder> = ColumnWith<{
  readonly positions: Readonly<Record<Order, number>>
}>

export const ITEM_COLUMNS: Readonly<Record<ItemColumnKey, ItemColumn>> = COLUMNS

/** Columns in the order of storage. */
export const STORED_COLUMN_KEYS = Object.keys(COLUMNS) as readonly ItemColumnKey[]

/** Returns the columns of a list, in its order. */
export function columnsIn<Order extends ColumnOrder>(order: Order): readonly ColumnIn<Order>[] {
  const positionOf = (key: ItemColumnKey): number => ITEM_COLUMNS[key].positions[order] ?? Infinity
  return STORED_COLUMN_KEYS.filter((key) => positionOf(key) < Infinity).sort(
    (one, other) => positionOf(one) - positionOf(other),
  ) as readonly ItemColumnKey[] as readonly ColumnIn<Order>[]
}

export const ITEM_COLUMN_KEYS = columnsIn('all')
export const DEFAULT_COLUMNS: readonly ItemColumnKey[] = columnsIn('default')

/** Returns an object with a value for each of these columns, in their order. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}

/** Returns the possible paths of a column's value: the service may send a bare id instead of an object. */
export function pathsOf(key: ItemColumnKey): readonly (readonly string[])[] {
  const { path } = ITEM_COLUMNS[key]
  return path.length > 1 && path.at(-1) === '_id' ? [path.slice(0, -1), path] : [path]
}

/** A documented column, or a field of an item's body; see fields.ts. */
export type ColumnKey = ItemColumnKey | FieldKey

/** Returns the kind of a column; a field may have any value. */
export function columnKindOf(key: ItemColumnKey): ColumnKind
export function columnKindOf(key: ColumnKey): ColumnKind | 'any'
export function columnKindOf(key: ColumnKey): ColumnKind | 'any' {
  return isFieldKey(key) ? 'any' : ITEM_COLUMNS[key].kind
}

/** Returns whether a text is the key of a documented column. */
export function isItemColumnKey(value: string): value is ItemColumnKey {
  return Object.hasOwn(COLUMNS, value)
}

/** Separates artwork names in a cell. */
export const ARTWORK_SEPARATOR = '; '
