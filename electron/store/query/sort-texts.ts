import type { ItemColumnKey } from '../../contract/columns.ts'
import { isFieldKey, type FieldKey } from '../../contract/fields.ts'
import type { CampaignIndex } from './campaign-index.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { CodedColumn } from '../index-columns.ts'
import { columnName, joinArtworkNames } from '../item-columns.ts'
import { fieldsOf, HAS_ITEM_NAME, HAS_POS_NUMBER, IS_IRREGULAR, IS_LONG } from '../item-shape.ts'
import { longItemsAmong, nextRun } from '../long-items.ts'
import { textsAt, type TextBlock } from '../text-blocks.ts'
import { eachFieldCell, fieldSortKey } from './field-cells.ts'
import { PackedKeys } from './packed-keys.ts'
import type { Scope } from './scope.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** Columns that are sorted as texts and of which an index has no codes. */
type StoredColumn = Exclude<ItemColumnKey, CodedColumn | 'qty'>
/** What has texts: a column, or a field of the body, whose texts are its values as JSON. */
export type TextColumn = StoredColumn | FieldKey

/** Columns of which an index has the texts. */
const INDEXED = ['itemName', 'posNumber', 'artworkNames'] as const satisfies readonly StoredColumn[]
type IndexedColumn = (typeof INDEXED)[number]
const isIndexed = (column: StoredColumn): column is IndexedColumn =>
  (INDEXED as readonly StoredColumn[]).includes(column)

/** Rows that are read at once where they follow one another in the file. */
const ROWS_AT_ONCE = 4_096

/** Calls back with the column's text of every item, place by place; null for one that has none. */
export function eachText(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
  visit: (place: number, text: string | null) => void,
): void {
  for (const [at, copy] of scope.copies.entries()) {
    const start = scope.starts[at] ?? 0
    if (isFieldKey(column)) fieldsInBodies(handle, copy.keys, column, start, throwIfCancelled, visit)
    else if (isIndexed(column)) textsInIndex(copy, column, start, throwIfCancelled, visit)
    else textsInRows(handle, copy.keys, column, start, throwIfCancelled, visit)
  }
}

/** The column's texts of some items, one row after the other. */
export function textsOfSome(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled = () => undefined,
): readonly (string | null)[] {
  if (isFieldKey(column)) {
    const values: (string | null)[] = []
    fieldsInBodies(handle, itemKeys, column, 0, throwIfCancelled, (_at, value) => values.push(value))
    return values
  }
  const text = handle.values<string | null>(`SELECT ${columnName(column)} FROM items WHERE key = ?`)
  return Array.from(itemKeys, (itemKey) => text.get(itemKey) ?? null)
}

/** The column's sort key of every item, place by place. */
export function keysOfAll(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): PackedKeys {
  const keys = new PackedKeys(scope.total)
  eachText(handle, scope, column, throwIfCancelled, (_place, text) => {
    addKey(keys, column, text)
  })
  return keys
}

/** The column's sort keys of some items, one row after the other. */
export function keysOfSome(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): PackedKeys {
  const keys = new PackedKeys(itemKeys.length)
  for (const text of textsOfSome(handle, itemKeys, column, throwIfCancelled)) addKey(keys, column, text)
  return keys
}

function addKey(keys: PackedKeys, column: TextColumn, text: string | null): void {
  if (isFieldKey(column)) keys.addKey(text === null ? '' : fieldSortKey(text))
  else keys.add(text)
}

function fieldsInBodies(
  handle: ReadHandle,
  itemKeys: Int32Array,
  field: FieldKey,
  start: number,
  throwIfCancelled: ThrowIfCancelled,
  visit: (place: number, text: string | null) => void,
): void {
  eachFieldCell(handle, itemKeys, field, throwIfCancelled, (at, value) => {
    visit(start + at, value)
  })
}

function textsInRows(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: StoredColumn,
  start: number,
  throwIfCancelled: ThrowIfCancelled,
  visit: (place: number, text: string | null) => void,
): void {
  const name = columnName(column)
  const segment = handle.values<string | null>(
    `SELECT ${name} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  const long = longItemsAmong(handle, itemKeys)
  for (let first = 0; first < itemKeys.length;) {
    throwIfCancelled()
    const some = nextRun(itemKeys, first, ROWS_AT_ONCE, long)
    const texts = isSegment(some)
      ? segment.all(some[0] ?? 0, some.at(-1) ?? 0)
      : textsOfSome(handle, some, column)
    for (let at = 0; at < some.length; at += 1) visit(start + first + at, texts[at] ?? null)
    first += some.length
  }
}

/** Whether the keys follow one another, as they do as a rule in the order of the service. */
function isSegment(keys: Int32Array): boolean {
  const first = keys[0] ?? 0
  return keys.every((key, at) => key === first + at)
}

function textsInIndex(
  copy: CampaignIndex,
  column: IndexedColumn,
  start: number,
  throwIfCancelled: ThrowIfCancelled,
  visit: (place: number, text: string | null) => void,
): void {
  const { shapes } = copy
  for (const blocks of copy.blocks()) {
    throwIfCancelled()
    for (const block of blocks) {
      for (let at = 0; at < block.ends.length; at += 1) {
        const place = block.first + at
        const shape = shapes[place] ?? 0
        const text =
          (shape & IS_LONG) === 0 ? textIn(block, at, shape, column) : textOfLong(copy, place, column)
        visit(start + place, text)
      }
    }
  }
}

function textOfLong(copy: CampaignIndex, place: number, column: IndexedColumn): string | null {
  const [text = null] = textsOfSome(copy.handle, copy.keys.subarray(place, place + 1), column)
  return text
}

/**
 * The column's text of the item at a place of the block. Only what is asked for is taken out of the block's
 * text.
 */
function textIn(block: TextBlock, at: number, shape: number, column: IndexedColumn): string | null {
  const { text, ends } = block
  let from = ends[at - 1] ?? 0
  const end = ends[at] ?? from
  if ((shape & IS_IRREGULAR) !== 0 || column === 'artworkNames') {
    const fields = fieldsOf(textsAt(block, at), shape)
    return column === 'artworkNames'
      ? joinArtworkNames(fields.artworkNames)
      : column === 'itemName'
        ? fields.itemName
        : fields.posNumber
  }
  if ((shape & (column === 'itemName' ? HAS_ITEM_NAME : HAS_POS_NUMBER)) === 0) return null
  if (column === 'posNumber' && (shape & HAS_ITEM_NAME) !== 0) from = text.indexOf('\n', from) + 1
  return from < end ? text.slice(from, text.indexOf('\n', from)) : null
}
