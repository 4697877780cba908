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

/** The column's sort key of every item, place by place; null for an empty cell. */
export function keysOfAll(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  checkTurn: CheckTurn,
): readonly (string | null)[] {
  const field = FIELD_OF[column]
  return scope.copies.flatMap((copy) => {
    checkTurn()
    return field === undefined ? keysOfSome(handle, copy.keys, column) : keysInIndex(copy, field)
  })
}

/** The column's sort keys of some items, one row after the other. */
export function keysOfSome(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
): readonly (string | null)[] {
  const text = handle.values<string | null>(`SELECT ${COLUMN_NAMES[column]} FROM items WHERE key = ?`)
  return Array.from(itemKeys, (itemKey) => keyOf(text.get(itemKey) ?? null))
}

function keysInIndex(
  copy: CopyMemory,
  field: (fields: SearchedFields) => string | null,
): readonly (string | null)[] {
  const keys: (string | null)[] = []
  for (const blocks of copy.blocks()) {
    for (const { text, ends, irregular, first } of blocks) {
      let start = 0
      for (const [at, end] of ends.entries()) {
        const texts = end > start ? text.slice(start, end - 1).split('\n') : (irregular.get(at) ?? [])
        keys.push(keyOf(field(fieldsOf(texts, copy.shapes[first + at] ?? 0))))
        start = end
      }
    }
  }
  return keys
}

function keyOf(text: string | null): string | null {
  return text === null ? null : naturalKey(text)
}
