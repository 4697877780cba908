import { MAX_ID_LENGTH } from '../contract/clip-text.ts'
import type { ItemRow } from '../contract/item.ts'
import type { Bound } from './database/handles.ts'
import { joinArtworkNames, type ItemColumns } from './decode-item.ts'
import { ARTWORK_SEPARATOR, ITEM_COLUMN_KINDS, type ItemColumnKey } from '../contract/columns.ts'

/** The columns of `items` that come from the item itself, in the order of {@link boundColumns}. */
export const ITEM_COLUMN_NAMES = [
  'campaign_id',
  'campaign_name',
  'item_id',
  'item_name',
  'pos_number',
  'element_id',
  'element_name',
  'artwork_names',
  'artwork_list',
  'workflow_template_name',
  'client_id',
  'status',
  'qty',
  'is_locked',
  'has_artwork',
  'has_allocations',
  'updated_at',
  'text_values',
] as const

/** A column in SQL: its name there is the same words. */
export function columnName(key: ItemColumnKey): string {
  return key.replaceAll(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`)
}

export function boundColumns(columns: ItemColumns): Bound[] {
  const joined = joinArtworkNames(columns.artworkNames)
  return [
    columns.campaignId,
    columns.campaignName,
    columns.itemId,
    columns.itemName,
    columns.posNumber,
    columns.elementId,
    columns.elementName,
    joined,
    canBeTakenApart(joined, columns.artworkNames) ? null : JSON.stringify(columns.artworkNames),
    columns.workflowTemplateName,
    columns.clientId,
    columns.status,
    columns.qty,
    bit(columns.isLocked),
    bit(columns.hasArtwork),
    bit(columns.hasAllocations),
    columns.updatedAt,
    columns.textValues === undefined ? null : JSON.stringify(columns.textValues),
  ]
}

/** The names of an item's artworks, from the columns `artwork_names` and `artwork_list`. */
export function artworkNamesOf(joined: string | null, list: string | null): readonly string[] {
  if (list !== null) return JSON.parse(list) as readonly string[]
  return joined === null ? [] : joined.split(ARTWORK_SEPARATOR)
}

function canBeTakenApart(joined: string | null, names: readonly string[]): boolean {
  if (names.length < 2) return joined?.includes(ARTWORK_SEPARATOR) !== true
  return names.every((name, at) => !name.includes(';') && !(at > 0 && name.startsWith(' ')))
}

/** What {@link ROW_SELECTION} gives. */
export type RowTuple = readonly [
  key: number,
  campaignItemId: string,
  campaignId: string | null,
  campaignName: string | null,
  itemId: string | null,
  itemName: string | null,
  posNumber: string | null,
  elementId: string | null,
  elementName: string | null,
  artworkNames: string | null,
  workflowTemplateName: string | null,
  clientId: string | null,
  status: number | string | null,
  qty: number | string | null,
  isLocked: number | string | null,
  hasArtwork: number | string | null,
  hasAllocations: number | string | null,
  updatedAt: string | null,
]

/** A column of `items` in SQL, with the text of a value that it cannot hold itself; see `TextValues`. */
export function selectedColumn(key: ItemColumnKey): string {
  const name = `items.${columnName(key)}`
  const { [key]: kind } = ITEM_COLUMN_KINDS
  if (kind !== 'number' && kind !== 'boolean') return name
  return `iif(items.text_values IS NULL, ${name}, coalesce(items.text_values ->> '$.${key}', ${name}))`
}

const ROW_KEYS = [
  'campaignItemId',
  'campaignId',
  'campaignName',
  'itemId',
  'itemName',
  'posNumber',
  'elementId',
  'elementName',
  'artworkNames',
  'workflowTemplateName',
  'clientId',
  'status',
  'qty',
  'isLocked',
  'hasArtwork',
  'hasAllocations',
  'updatedAt',
] as const satisfies readonly ItemColumnKey[]

/** Columns for {@link toItemRow}, to be selected from `items`. */
export const ROW_SELECTION = `items.key, ${ROW_KEYS.map(selectedColumn).join(', ')}`

/** Much longer than what the window receives of a value; see `clipValues`. */
const MAX_LISTED_LENGTH = MAX_ID_LENGTH + 100

/** The same for a list, where long texts would be read only to be clipped: they are the starts of the values. */
export const LISTED_ROW_SELECTION = `items.key, ${ROW_KEYS.map((key) => {
  const column = selectedColumn(key)
  return `iif(octet_length(${column}) > ${String(MAX_LISTED_LENGTH)}, substr(${column}, 1, ${String(MAX_LISTED_LENGTH)}), ${column})`
}).join(', ')}`

export function toItemRow(tuple: RowTuple): ItemRow {
  return {
    key: tuple[0],
    campaignItemId: tuple[1],
    campaignId: tuple[2],
    campaignName: tuple[3],
    itemId: tuple[4],
    itemName: tuple[5],
    posNumber: tuple[6],
    elementId: tuple[7],
    elementName: tuple[8],
    artworkNames: tuple[9],
    workflowTemplateName: tuple[10],
    clientId: tuple[11],
    status: tuple[12],
    qty: tuple[13],
    isLocked: flag(tuple[14]),
    hasArtwork: flag(tuple[15]),
    hasAllocations: flag(tuple[16]),
    updatedAt: tuple[17],
  }
}

function bit(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}

function flag(value: number | string | null): boolean | string | null {
  return typeof value === 'number' ? value === 1 : value
}
