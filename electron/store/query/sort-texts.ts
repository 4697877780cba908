import type { ItemColumnKey } from '../../contract/columns.ts'
import { isFieldKey, type FieldKey } from '../../contract/fields.ts'
import type { CampaignIndex } from './campaign-index.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { CodedColumn } from '../index-columns.ts'
import { columnName, joinArtworkNames } from '../item-columns.ts'
import { fieldsOf, HAS_ITEM_NAME, HAS_POS_NUMBER, IS_IRREGULAR, IS_LONG } from '../item-shape.ts'
import { findLongItems, nextRun } from '../long-items.ts'
import { areConsecutive } from '../rows-with-keys.ts'
import { textsAt, type TextBlock } from '../text-blocks.ts'
import { hasBit, type Bits } from './bits.ts'
import { eachFieldCell, fieldSortKey } from './field-cells.ts'
import { PackedKeys } from './packed-keys.ts'
import type { Scope } from './scope.ts'
import { checkOfSnapshot } from './snapshot-progress.ts'
import { checkOfPart, type ThrowIfCancelled } from '../protocol.ts'

/** Columns that are sorted as texts and have no codes. */
export type StoredColumn = Exclude<ItemColumnKey, CodedColumn | 'qty'>
/** A column or an undocumented field, whose texts are its values as JSON. */
export type TextColumn = StoredColumn | FieldKey

/** Columns whose texts are in the index. */
const INDEXED_TEXTS = ['itemName', 'posNumber', 'artworkNames'] as const satisfies readonly StoredColumn[]
type IndexedColumn = (typeof INDEXED_TEXTS)[number]

/** Returns whether the texts of a column are in the index. */
export function isIndexedText(column: TextColumn): column is IndexedColumn {
  return (INDEXED_TEXTS as readonly TextColumn[]).includes(column)
}

/** How much of a sort is done when its keys have been read. */
const SHARE_OF_READING = 0.7
/** Maximum rows per read. */
const ROWS_PER_READ = 4_096

/** Visits the text of every item in order; null for an item without one. */
export function forEachText(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
  visit: (index: number, text: string | null) => void,
): void {
  for (const [snapshotIndex, snapshot] of scope.snapshots.entries()) {
    const start = scope.starts[snapshotIndex] ?? 0
    forEachTextIn(
      handle,
      snapshot,
      column,
      null,
      checkOfSnapshot(scope, snapshotIndex, throwIfCancelled),
      (index, text) => visit(start + index, text),
    )
  }
}

/**
 * Visits the texts of a snapshot in order; null for an item without one.
 * @param candidates items to visit (null for all), if the texts of the column are in the index
 */
export function forEachTextIn(
  handle: ReadHandle,
  snapshot: CampaignIndex,
  column: TextColumn,
  candidates: Bits | null,
  throwIfCancelled: ThrowIfCancelled,
  visit: (index: number, text: string | null) => void,
): void {
  if (isFieldKey(column)) eachFieldCell(handle, snapshot.keys, column, throwIfCancelled, visit)
  else if (isIndexedText(column)) visitTextsInIndex(snapshot, column, candidates, throwIfCancelled, visit)
  else visitTextsInRows(handle, snapshot.keys, column, throwIfCancelled, visit)
}

/** Reads the texts of some items, row by row. */
export function readTexts(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled = () => undefined,
): readonly (string | null)[] {
  if (isFieldKey(column)) {
    const values: (string | null)[] = []
    eachFieldCell(handle, itemKeys, column, throwIfCancelled, (_index, value) => values.push(value))
    return values
  }
  const text = handle.values<string | null>(`SELECT ${columnName(column)} FROM items WHERE key = ?`)
  return Array.from(itemKeys, (itemKey) => text.get(itemKey) ?? null)
}

/** Returns the sort keys of all items in order. */
export function allSortKeys(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): PackedKeys {
  const keys = new PackedKeys(scope.total)
  forEachText(handle, scope, column, checkOfPart(throwIfCancelled, 0, SHARE_OF_READING), (_index, text) =>
    addKey(keys, column, text),
  )
  return keys
}

/** Returns the sort keys of some items, row by row. */
export function sortKeysOf(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): PackedKeys {
  const keys = new PackedKeys(itemKeys.length)
  for (const text of readTexts(handle, itemKeys, column, throwIfCancelled)) addKey(keys, column, text)
  return keys
}

function addKey(keys: PackedKeys, column: TextColumn, text: string | null): void {
  if (isFieldKey(column)) keys.addKey(text === null ? '' : fieldSortKey(text))
  else keys.add(text)
}

function visitTextsInRows(
  handle: ReadHandle,
  itemKeys: Int32Array,
  column: StoredColumn,
  throwIfCancelled: ThrowIfCancelled,
  visit: (index: number, text: string | null) => void,
): void {
  const name = columnName(column)
  const keyRange = handle.values<string | null>(
    `SELECT ${name} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  const longKeys = findLongItems(handle, itemKeys)
  for (let first = 0; first < itemKeys.length;) {
    throwIfCancelled(first / itemKeys.length)
    const run = nextRun(itemKeys, first, ROWS_PER_READ, longKeys)
    const texts = areConsecutive(run)
      ? keyRange.all(run[0] ?? 0, run.at(-1) ?? 0)
      : readTexts(handle, run, column)
    for (let itemIndex = 0; itemIndex < run.length; itemIndex += 1)
      visit(first + itemIndex, texts[itemIndex] ?? null)
    first += run.length
  }
}

function visitTextsInIndex(
  snapshot: CampaignIndex,
  column: IndexedColumn,
  candidates: Bits | null,
  throwIfCancelled: ThrowIfCancelled,
  visit: (index: number, text: string | null) => void,
): void {
  for (const blocks of snapshot.blocks()) {
    throwIfCancelled((blocks[0]?.first ?? 0) / snapshot.count)
    for (const block of blocks) visitBlockTexts(snapshot, block, column, candidates, visit)
  }
}

/** Visits the texts of a block of a snapshot in order, as {@link forEachTextIn} does. */
export function visitBlockTexts(
  snapshot: CampaignIndex,
  block: TextBlock,
  column: IndexedColumn,
  candidates: Bits | null,
  visit: (index: number, text: string | null) => void,
): void {
  const { shapes } = snapshot
  for (let itemIndex = 0; itemIndex < block.ends.length; itemIndex += 1) {
    const index = block.first + itemIndex
    if (candidates !== null && !hasBit(candidates, index)) continue
    const shape = shapes[index] ?? 0
    const text =
      (shape & IS_LONG) === 0
        ? textIn(block, itemIndex, shape, column)
        : readLongText(snapshot, index, column)
    visit(index, text)
  }
}

function readLongText(snapshot: CampaignIndex, index: number, column: IndexedColumn): string | null {
  const [text = null] = readTexts(snapshot.handle, snapshot.keys.subarray(index, index + 1), column)
  return text
}

/** Returns the text of an item in a block. Extracts only this text. */
function textIn(block: TextBlock, itemIndex: number, shape: number, column: IndexedColumn): string | null {
  const { text, ends } = block
  let start = ends[itemIndex - 1] ?? 0
  const end = ends[itemIndex] ?? start
  if ((shape & IS_IRREGULAR) !== 0 || column === 'artworkNames') {
    const fields = fieldsOf(textsAt(block, itemIndex), shape)
    return column === 'artworkNames'
      ? joinArtworkNames(fields.artworkNames)
      : column === 'itemName'
        ? fields.itemName
        : fields.posNumber
  }
  if ((shape & (column === 'itemName' ? HAS_ITEM_NAME : HAS_POS_NUMBER)) === 0) return null
  if (column === 'posNumber' && (shape & HAS_ITEM_NAME) !== 0) start = text.indexOf('\n', start) + 1
  return start < end ? text.slice(start, text.indexOf('\n', start)) : null
}
