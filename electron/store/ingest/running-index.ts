import { AppError } from '../../contract/app-error.ts'
import type { Bound, WriteHandle } from '../database/handles.ts'
import { fromSqliteError } from '../database/sqlite-errors.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { IndexBuilder, INDEXED_COLUMN_NAMES, type IndexedTuple } from './index-builder.ts'

/** Where the values that are indexed stand among those of `ItemColumns.values`. */
const INDEXED_PLACES = INDEXED_COLUMN_NAMES.map((name) => ITEM_COLUMN_NAMES.indexOf(name))

/** A look at the top moves some hundred rows. */
const MAX_MOVED_ROWS = 10_000

/**
 * The index of a first snapshot, made while the next page is on its way and not when all is there. It takes
 * for granted that the list stands still; where it did not, the index is made from the rows in the end.
 */
export class RunningIndex {
  readonly #handle: WriteHandle
  readonly #copyKey: number
  #firstKey = 0
  readonly #builder: IndexBuilder
  #waiting: (readonly [key: number, values: readonly Bound[], isLong: boolean])[] = []
  #good = true
  #lastPosition = -Infinity
  /** Rows that a later reading has put elsewhere, with their places now. */
  readonly #moved = new Map<number, number>()

  constructor(handle: WriteHandle, copyKey: number) {
    this.#handle = handle
    this.#copyKey = copyKey
    this.#builder = new IndexBuilder(handle, copyKey)
  }

  /** A row was staged at the end of the list, with its `ItemColumns.values`. */
  add(key: number, position: number, values: readonly Bound[], isLong: boolean): void {
    if (this.#firstKey === 0) this.#firstKey = key
    if (position <= this.#lastPosition) this.spoil()
    this.#lastPosition = position
    if (this.#good) this.#waiting.push([key, values, isLong])
  }

  /** A row came to stand elsewhere in the list. */
  move(key: number, position: number): void {
    this.#moved.set(key, position)
    if (this.#moved.size > MAX_MOVED_ROWS) this.spoil()
  }

  /** A row became another one: what was indexed of it is wrong. */
  spoil(): void {
    this.#good = false
    this.#waiting = []
  }

  /** Indexes the rows that were staged since. Where that fails, committing does too, and says why. */
  catchUp(): void {
    if (this.#waiting.length === 0) return
    try {
      this.#handle.transaction(() => {
        this.#addWaiting()
      })
    } catch (error) {
      this.spoil()
      if (!(fromSqliteError(error) instanceof AppError)) throw error
    }
  }

  /**
   * Whether the index is whole and right. Must run inside the transaction that brings the snapshot into use.
   */
  completes(): boolean {
    if (!this.#good) return false
    this.#addWaiting()
    this.#builder.finish()
    // Never a second time: the transaction may come to nothing.
    this.#good = false
    return this.#isInOrder()
  }

  /**
   * Whether the rows still stand in the order in which they came. A later reading of a list that has not
   * moved puts its first rows, as they are, before all others.
   */
  #isInOrder(): boolean {
    const moved = [...this.#moved].sort(([, a], [, b]) => a - b)
    const first = this.#handle
      .tuples<readonly [key: number, position: number]>(
        'SELECT key, position FROM items WHERE key >= ? AND copy_key = ? ORDER BY key LIMIT ?',
      )
      .all(this.#firstKey, this.#copyKey, moved.length + 1)
    const next = first[moved.length]?.[1] ?? Infinity
    return moved.every(([key, position], at) => first[at]?.[0] === key && position < next)
  }

  #addWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const [key, values, isLong] of waiting) this.#builder.add(key, tupleOf(values), isLong)
  }
}

/** What the row gives when it is read: half a character is stored as a whole one. */
function tupleOf(values: readonly Bound[]): IndexedTuple {
  const tuple = INDEXED_PLACES.map((place) => {
    const value = values[place] ?? null
    return typeof value === 'string' ? value.toWellFormed() : value
  })
  return tuple as unknown as IndexedTuple
}
