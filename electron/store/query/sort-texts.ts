import type { ItemColumnKey } from '../../contract/columns.ts'
import type { CopyMemory } from './copy-memory.ts'
import { joinArtworkNames } from '../decode-item.ts'
import type { ReadHandle } from '../database/handles.ts'
import { fieldsOf, type SearchedFields } from '../item-shape.ts'
import { naturalKey } from './natural-key.ts'
import type { Scope } from './scope.ts'
import type { CheckTurn } from './turn.ts'

/** Columns that are sorted as texts and of which an index has no codes. */
const COLUMN_NAMES = {
  itemName: 'item_name',
  posNumber: 'pos_number',
  artworkNames: 'artwork_names',
  campaignItemId: 'campaign_item_id',
  campaignId: 'campaign_id',
  itemId: 'item_id',
  elementId: 'element_id',
  clientId: 'client_id',
  updatedAt: 'updated_at',
} as const satisfies Partial<Record<ItemColumnKey, string>>
export type TextColumn = keyof typeof COLUMN_NAMES

const FIELD_OF: Partial<Record<TextColumn, (fields: SearchedFields) => string | null>> = {
  itemName: (fields) => fields.itemName,
  posNumber: (fields) => fields.posNumber,
  artworkNames: (fields) => joinArtworkNames(fields.artworkNames),
}

/** Rows that are read at once where they follow one another in the file. */
const ROWS_AT_ONCE = 4_096

/** Calls back with the column's text of every item, place by place; null for one that has none. */
export function eachText(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  checkTurn: CheckTurn,
  visit: (place: number, text: string | null) => void,
): void {
  const field = FIELD_OF[column]
  for (const [at, copy] of scope.copies.entries()) {
    const start = scope.starts[at] ?? 0
    if (field === undefined) textsInRows(handle, copy.keys, column, start, checkTurn, visit)
    else textsInIndex(copy, field, start, checkTurn, visit)
  }
}

/** The column's texts of some items, one row after the other. */
export function textsOfSome(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
): readonly (string | null)[] {
  const text = handle.values<string | null>(`SELECT ${COLUMN_NAMES[column]} FROM items WHERE key = ?`)
  return Array.from(itemKeys, (itemKey) => text.get(itemKey) ?? null)
}

/** The column's sort key of every item, place by place; null for an empty cell. */
export function keysOfAll(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  checkTurn: CheckTurn,
): readonly (string | null)[] {
  const keys: (string | null)[] = []
  eachText(handle, scope, column, checkTurn, (_place, text) => keys.push(keyOf(text)))
  return keys
}

/** The column's sort keys of some items, one row after the other. */
export function keysOfSome(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
): readonly (string | null)[] {
  return textsOfSome(handle, itemKeys, column).map(keyOf)
}

function textsInRows(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
  start: number,
  checkTurn: CheckTurn,
  visit: (place: number, text: string | null) => void,
): void {
  const name = COLUMN_NAMES[column]
  const stretch = handle.values<string | null>(
    `SELECT ${name} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  for (let first = 0; first < itemKeys.length; first += ROWS_AT_ONCE) {
    checkTurn()
    const some = itemKeys.subarray(first, first + ROWS_AT_ONCE)
    const texts = isStretch(some)
      ? stretch.all(some[0] ?? 0, some.at(-1) ?? 0)
      : textsOfSome(handle, some, column)
    for (let at = 0; at < some.length; at += 1) visit(start + first + at, texts[at] ?? null)
  }
}

/** Whether the keys follow one another, as they do as a rule in the order of the service. */
function isStretch(keys: Int32Array): boolean {
  const first = keys[0] ?? 0
  return keys.every((key, at) => key === first + at)
}

function textsInIndex(
  copy: CopyMemory,
  field: (fields: SearchedFields) => string | null,
  start: number,
  checkTurn: CheckTurn,
  visit: (place: number, text: string | null) => void,
): void {
  for (const blocks of copy.blocks()) {
    checkTurn()
    for (const { text, ends, irregular, first } of blocks) {
      let from = 0
      for (const [at, end] of ends.entries()) {
        const texts = end > from ? text.slice(from, end - 1).split('\n') : (irregular.get(at) ?? [])
        visit(start + first + at, field(fieldsOf(texts, copy.shapes[first + at] ?? 0)))
        from = end
      }
    }
  }
}

/** White space at the ends counts for nothing; a text that holds nothing else is an empty cell, and comes last. */
function keyOf(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : naturalKey(trimmed)
}
