import { LRUCache } from 'lru-cache'
import { AppError } from '../../contract/app-error.ts'
import { clipValues } from '../../contract/clip-text.ts'
import type { FieldKey, FieldValue } from '../../contract/fields.ts'
import type { ItemRow } from '../../contract/item.ts'
import type { ItemWindow, SelectionRanges } from '../../contract/query.ts'
import { marksOf } from '../changes/unseen-changes.ts'
import type { ReadHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import { LISTED_ROW_SELECTION, ROW_SELECTION, toItemRow, type StoredRow } from '../item-columns.ts'
import type { TextLength } from '../types.ts'
import { KeySet } from './key-set.ts'

/** Results that a reader holds, of 4 bytes a row; the one that was not asked about for longest goes first. */
const MAX_HELD_RESULTS = 4

export class ResultCache {
  readonly #handle: ReadHandle
  readonly #held = new LRUCache<number, Int32Array<ArrayBuffer>>({ max: MAX_HELD_RESULTS })

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  hold(resultId: number, keys: Int32Array<ArrayBuffer>): void {
    this.#held.set(resultId, keys)
  }

  /**
   * A row that was removed since makes the whole window miss: its neighbours would stand in wrong positions.
   */
  window(
    resultId: number,
    start: number,
    count: number,
    fields: readonly FieldKey[] = [],
    texts: TextLength = 'whole',
  ): ItemWindow {
    const selection = texts === 'clipped' ? LISTED_ROW_SELECTION : ROW_SELECTION
    const row = this.#handle.rows<StoredRow>(`SELECT ${selection} FROM items WHERE key = ?`)
    const keys = this.#keys(resultId).subarray(start, start + count)
    const withFields = this.#fieldsOf(fields)
    return this.#handle.snapshot(() => ({
      start,
      rows: Array.from(keys, (key) => {
        const stored = row.get(key)
        if (stored === undefined) throw new AppError('notFound', { detail: 'The result is out of date.' })
        const item = withFields(toItemRow(stored))
        return texts === 'clipped' ? clipValues(item) : item
      }),
      marks: marksOf(this.#handle, keys),
    }))
  }

  positionOf(resultId: number, key: number): number | null {
    const position = this.#keys(resultId).indexOf(key)
    return position < 0 ? null : position
  }

  keysOf(resultId: number, ranges: SelectionRanges): Int32Array<ArrayBuffer> {
    const keys = this.#keys(resultId)
    const parts = ranges.map(([first, last]) => keys.subarray(first, last + 1))
    const chosen = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let filled = 0
    for (const part of parts) {
      chosen.set(part, filled)
      filled += part.length
    }
    return chosen
  }

  /** How many of the rows have one of these keys. */
  countAmong(resultId: number, keys: Int32Array): number {
    const wanted = new KeySet(keys)
    return this.#keys(resultId).reduce((count, key) => count + Number(wanted.has(key)), 0)
  }

  /** Adds the values of some fields to a row. */
  #fieldsOf(fields: readonly FieldKey[]): (row: ItemRow) => ItemRow {
    if (fields.length === 0) return (row) => row
    const reader = new FieldReader(fields)
    const body = this.#handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
    return (row) => {
      const values = reader.read(body.get(row.key) ?? '')
      const there = fields.flatMap((field, at): readonly (readonly [FieldKey, FieldValue])[] => {
        const value = values[at] ?? null
        return value === null ? [] : [[field, value]]
      })
      return { ...row, fields: Object.fromEntries(there) }
    }
  }

  #keys(resultId: number): Int32Array<ArrayBuffer> {
    const keys = this.#held.get(resultId)
    if (keys === undefined) throw new AppError('notFound', { detail: 'The result is no longer held.' })
    return keys
  }
}
