import { AppError } from '../../contract/app-error.ts'
import type { BoundValue, WriteHandle } from '../database/handles.ts'
import { fromSqliteError } from '../database/sqlite-errors.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { IndexBuilder, INDEXED_COLUMN_NAMES, type IndexedTuple } from './index-builder.ts'

/** Positions of the indexed values in `ItemColumns.values`. */
const INDEXED_VALUES = INDEXED_COLUMN_NAMES.map((name) => ITEM_COLUMN_NAMES.indexOf(name))

/** A check of the top moves a few hundred rows. */
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

  /** Indexes the rows that were added since. If this fails, the commit fails and reports the error. */
  catchUp(): void {
    if (this.#pending.length === 0) return
    try {
      this.#handle.transaction(() => {
        this.#addPending()
      })
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
    const first = this.#handle
      .tuples<readonly [key: number, position: number]>(
        'SELECT key, position FROM items WHERE key >= ? AND copy_key = ? ORDER BY key LIMIT ?',
      )
      .all(this.#firstKey, this.#snapshotKey, moved.length + 1)
    const next = first[moved.length]?.[1] ?? Infinity
    return moved.every(([key, position], index) => first[index]?.[0] === key && position < next)
  }

  #addPending(): void {
    const pending = this.#pending
    this.#pending = []
    for (const [key, values, isLong] of pending) this.#builder.add(key, tupleOf(values), isLong)
  }
}

/** SQLite replaces lone surrogates. */
function tupleOf(values: readonly BoundValue[]): IndexedTuple {
  const tuple = INDEXED_VALUES.map((column) => {
    const value = values[column] ?? null
    return typeof value === 'string' ? value.toWellFormed() : value
  })
  return tuple as unknown as IndexedTuple
}
