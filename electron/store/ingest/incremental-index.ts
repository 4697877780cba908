import { AppError } from '../../contract/app-error.ts'
import type { BoundValue, WriteHandle } from '../database/handles.ts'
import { fromSqliteError } from '../database/sqlite-errors.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { IndexBuilder, INDEXED_COLUMN_NAMES, type IndexedTuple } from './index-builder.ts'

/** Indexes in `ItemColumns.values` of the indexed columns. */
const VALUE_INDEXES = INDEXED_COLUMN_NAMES.map((name) => ITEM_COLUMN_NAMES.indexOf(name))

/** A check of the top usually moves a few hundred rows. */
const MAX_MOVED_ROWS = 10_000

/**
 * Builds the index of a first snapshot while the next page is in transit. It assumes that the list does not
 * move; otherwise the commit builds the index from the rows.
 */
export class IncrementalIndex {
  readonly #handle: WriteHandle
  readonly #snapshotKey: number
  #firstKey = 0
  readonly #builder: IndexBuilder
  #pending: (readonly [key: number, values: readonly BoundValue[], isLong: boolean])[] = []
  #isValid = true
  #lastPosition = -Infinity
  /** Rows that a later reading has moved, with their new positions. */
  readonly #moved = new Map<number, number>()

  constructor(handle: WriteHandle, snapshotKey: number) {
    this.#handle = handle
    this.#snapshotKey = snapshotKey
    this.#builder = new IndexBuilder(handle, snapshotKey)
  }

  /** Adds a row at the end of the list, with its `ItemColumns.values`. */
  add(key: number, position: number, values: readonly BoundValue[], isLong: boolean): void {
    if (this.#firstKey === 0) this.#firstKey = key
    if (position <= this.#lastPosition) this.invalidate()
    this.#lastPosition = position
    if (this.#isValid) this.#pending.push([key, values, isLong])
  }

  /** Records that a row has moved in the list. */
  move(key: number, position: number): void {
    this.#moved.set(key, position)
    if (this.#moved.size > MAX_MOVED_ROWS) this.invalidate()
  }

  /** Discards the index, because an indexed row has changed. */
  invalidate(): void {
    this.#isValid = false
    this.#pending = []
  }

  /**
   * Indexes the added rows. If this fails, the commit builds the index instead, and reports an error
   * that persists.
   */
  catchUp(): void {
    if (this.#pending.length === 0) return
    try {
      this.#handle.transaction(() => this.#addPending())
    } catch (error) {
      this.invalidate()
      if (!(fromSqliteError(error) instanceof AppError)) throw error
    }
  }

  /**
   * Completes the index and returns whether it is valid. Must run inside the transaction that commits the
   * snapshot.
   */
  finish(): boolean {
    if (!this.#isValid) return false
    this.#addPending()
    this.#builder.finish()
    // The transaction may be rolled back.
    this.#isValid = false
    return this.#isInOrder()
  }

  /**
   * Returns whether the rows are still in their original order. A later reading of an unchanged list moves
   * its first rows before all others.
   */
  #isInOrder(): boolean {
    const moved = [...this.#moved].sort(([, a], [, b]) => a - b)
    const firstRows = this.#handle
      .tuples<readonly [key: number, position: number]>(
        'SELECT key, position FROM items WHERE key >= ? AND copy_key = ? ORDER BY key LIMIT ?',
      )
      .all(this.#firstKey, this.#snapshotKey, moved.length + 1)
    const nextPosition = firstRows[moved.length]?.[1] ?? Infinity
    return moved.every(([key, position], index) => firstRows[index]?.[0] === key && position < nextPosition)
  }

  #addPending(): void {
    const pending = this.#pending
    this.#pending = []
    for (const [key, values, isLong] of pending) this.#builder.add(key, toIndexedTuple(values), isLong)
  }
}

/** SQLite replaces lone surrogates. */
function toIndexedTuple(values: readonly BoundValue[]): IndexedTuple {
  const tuple = VALUE_INDEXES.map((index) => {
    const value = values[index] ?? null
    return typeof value === 'string' ? value.toWellFormed() : value
  })
  return tuple as unknown as IndexedTuple
}
