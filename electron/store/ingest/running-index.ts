import { AppError } from '../../contract/app-error.ts'
import type { Bound, WriteHandle } from '../database/handles.ts'
import { fromSqliteError } from '../database/sqlite-errors.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { isOrderIndexed } from './copy-index.ts'
import { IndexBuilder, INDEXED_COLUMN_NAMES, type IndexedTuple } from './index-builder.ts'

/** Where the values that are indexed stand among those of `boundColumns`. */
const INDEXED_PLACES = INDEXED_COLUMN_NAMES.map((name) => ITEM_COLUMN_NAMES.indexOf(name))

/**
 * The index of a first copy, made while the next page is on its way and not when all is there. It takes for granted that
 * the list stands still; where it did not, the index is made from the rows in the end.
 */
export class RunningIndex {
  readonly #handle: WriteHandle
  readonly #copyKey: number
  readonly #builder: IndexBuilder
  #waiting: (readonly [key: number, values: readonly Bound[]])[] = []
  #good = true

  constructor(handle: WriteHandle, copyKey: number) {
    this.#handle = handle
    this.#copyKey = copyKey
    this.#builder = new IndexBuilder(handle, copyKey)
  }

  /** A row was staged at the end of the list, with the values of `boundColumns`. */
  add(key: number, values: readonly Bound[]): void {
    if (this.#good) this.#waiting.push([key, values])
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

  /** Whether the index is whole and right. Must run inside the transaction that brings the copy into use. */
  completes(): boolean {
    if (!this.#good) return false
    this.#addWaiting()
    this.#builder.finish()
    // Never a second time: the transaction may come to nothing.
    this.#good = false
    return isOrderIndexed(this.#handle, this.#copyKey)
  }

  #addWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const [key, values] of waiting) this.#builder.add(key, tupleOf(values))
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
