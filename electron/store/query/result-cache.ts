import { AppError } from '../../contract/app-error.ts'
import { clipValues } from '../../contract/clip-text.ts'
import type { FieldKey, FieldValue } from '../../contract/fields.ts'
import type { ItemRow } from '../../contract/item.ts'
import type { ItemWindow, SelectionRanges } from '../../contract/query.ts'
import { unseenChangesOf } from '../changes/unseen-changes.ts'
import type { CacheBudget, SharedCache } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import type { SavedResult } from '../protocol.ts'
import { CLIPPED_ROW_SELECTION, ROW_SELECTION, toItemRow, type StoredRow } from '../item-columns.ts'
import type { TextLength } from '../types.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { KeySet } from './key-set.ts'

/** Requests for the rows of an earlier result may still arrive. */
const MAX_EARLIER_RESULTS = 2

/** Stores the latest result of each slot, which its window shows, caches earlier ones, and reads rows. */
export class ResultCache {
  readonly #handle: ReadHandle
  /** The latest result of each slot, 4 bytes a row. */
  readonly #latest = new Map<string, SavedResult>()
  readonly #earlier: SharedCache<Int32Array<ArrayBuffer>>

  /** @param saved what `latest` of an earlier cache returned */
  constructor(handle: ReadHandle, caches: CacheBudget, saved: readonly SavedResult[] = []) {
    this.#handle = handle
    this.#earlier = caches.createCache({
      maxEntries: MAX_EARLIER_RESULTS,
      bytesOf: ({ byteLength }) => byteLength,
      release: (keys) => releaseBuffers(keys),
    })
    for (const { slot, resultId, keys } of saved) this.add(slot, resultId, keys)
  }

  /** Returns the latest result of each slot. */
  latest(): readonly SavedResult[] {
    return [...this.#latest.values()]
  }

  add(slot: string, resultId: number, keys: Int32Array<ArrayBuffer>): void {
    const earlier = this.#latest.get(slot)
    this.#latest.set(slot, { slot, resultId, keys })
    if (earlier !== undefined) this.#earlier.set(String(earlier.resultId), earlier.keys)
  }

  /**
   * Returns a part of a result. Throws `notFound` if one of its rows was deleted, because the indexes of the
   * others are wrong.
   */
  window(
    resultId: number,
    start: number,
    count: number,
    fields: readonly FieldKey[] = [],
    texts: TextLength = 'whole',
  ): ItemWindow {
    const selection = texts === 'clipped' ? CLIPPED_ROW_SELECTION : ROW_SELECTION
    const row = this.#handle.rows<StoredRow>(`SELECT ${selection} FROM items WHERE key = ?`)
    const keys = this.#keys(resultId).subarray(start, start + count)
    const addFields = this.#fieldAdder(fields)
    return this.#handle.snapshot(() => ({
      start,
      rows: Array.from(keys, (key) => {
        const stored = row.get(key)
        if (stored === undefined) throw new AppError('notFound', { detail: 'The result is out of date.' })
        const item = addFields(toItemRow(stored))
        return texts === 'clipped' ? clipValues(item) : item
      }),
      unseenChanges: unseenChangesOf(this.#handle, keys),
    }))
  }

  /** Returns the index of an item in a result, or null. */
  indexOf(resultId: number, key: number): number | null {
    const index = this.#keys(resultId).indexOf(key)
    return index < 0 ? null : index
  }

  /** Returns the keys of the rows at these indexes. */
  keysOf(resultId: number, ranges: SelectionRanges): Int32Array<ArrayBuffer> {
    const keys = this.#keys(resultId)
    const parts = ranges.map(([first, last]) => keys.subarray(first, last + 1))
    const selected = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let length = 0
    for (const part of parts) {
      selected.set(part, length)
      length += part.length
    }
    return selected
  }

  /** Returns the keys of all rows. */
  allKeys(resultId: number): Int32Array {
    return this.#keys(resultId)
  }

  /** Returns the index of each of these keys in a result; -1 if it is not in the result. */
  indexesOf(resultId: number, keys: Int32Array): Int32Array<ArrayBuffer> {
    if (keys.length === 0) return new Int32Array()
    // Most rows of a long result have none of the keys, and a set of bits excludes them quickly.
    const keySet = new KeySet(keys)
    const positions = new Map(Array.from(keys, (key, position) => [key, position]))
    const indexes = new Int32Array(keys.length).fill(-1)
    const all = this.#keys(resultId)
    for (let index = 0; index < all.length; index += 1) {
      const key = all[index] ?? -1
      const position = keySet.has(key) ? positions.get(key) : undefined
      if (position !== undefined) indexes[position] = index
    }
    return indexes
  }

  /** Returns a function that adds the values of fields to a row. */
  #fieldAdder(fields: readonly FieldKey[]): (row: ItemRow) => ItemRow {
    if (fields.length === 0) return (row) => row
    const reader = new FieldReader(fields)
    const body = this.#handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
    return (row) => {
      const values = reader.read(body.get(row.key) ?? '')
      const entries = fields.flatMap((field, index): readonly (readonly [FieldKey, FieldValue])[] => {
        const value = values[index] ?? null
        return value === null ? [] : [[field, value]]
      })
      return { ...row, fields: Object.fromEntries(entries) }
    }
  }

  #keys(resultId: number): Int32Array<ArrayBuffer> {
    const keys =
      [...this.#latest.values()].find((latest) => latest.resultId === resultId)?.keys ??
      this.#earlier.get(String(resultId))
    if (keys === undefined) throw new AppError('notFound', { detail: 'The result is no longer cached.' })
    return keys
  }
}
