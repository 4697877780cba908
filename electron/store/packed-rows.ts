import { AppError } from '../contract/app-error.ts'
import { columnKindOf, type ItemColumnKey } from '../contract/columns.ts'
import type { ReadHandle } from './database/handles.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'
import { releaseBuffers } from './release-buffers.ts'
import { columnName, selectedColumn } from './item-columns.ts'
import { findLongItems, nextRun } from './long-items.ts'
import type { ThrowIfCancelled } from './protocol.ts'
import type { PackedRows, StoredValue } from './types.ts'

/**
 * Bytes that UTF-8 never contains (RFC 3629, section 1): after a cell, after a row, and instead of a number
 * without a packed form.
 */
export const CELL_END = 0xff
export const ROW_END = 0xfe
export const NO_DIGITS = 0xfd

const sqlByte = (byte: number): string => `CAST(x'${byte.toString(16)}' AS TEXT)`

/** Small enough for the processor's cache. */
const BLOCK_BYTES = 1 << 17
const MAX_ROWS_PER_BLOCK = 1_000
/** The size of rows is estimated from the first ones. */
const FIRST_ROWS = 64
/**
 * Buffer for rows that are scattered in the file. They are read in ascending order of their keys, so that
 * each page is read once.
 */
const SORTED_BYTES = 16 << 20
const MAX_SORTED_KEYS = 1 << 17
/** Part of the buffer to fill by estimate, because growing it is expensive. */
const SORTED_FILL_RATIO = 0.85
/** Ascending keys are dense if their range is smaller than this many times their number. */
const MAX_DENSE_SPREAD = 8

/**
 * Reads rows as bytes that SQLite concatenates, because creating JavaScript values costs more than reading.
 * `keys` are in the order of the rows. Throws `notFound` if an item was deleted, and what `throwIfCancelled`
 * throws.
 */
export class PackedReader {
  readonly #handle: ReadHandle
  readonly #keys: Int32Array
  readonly #throwIfCancelled: ThrowIfCancelled
  readonly #keyRange: ReadRows
  readonly #requestedRows: ReadRows
  readonly #values: (key: number) => readonly StoredValue[]
  #bytesOfRow = BLOCK_BYTES / FIRST_ROWS

  constructor(
    handle: ReadHandle,
    keys: Int32Array,
    columns: readonly ItemColumnKey[],
    throwIfCancelled: ThrowIfCancelled,
  ) {
    this.#handle = handle
    this.#keys = keys
    this.#throwIfCancelled = throwIfCancelled
    const row = `concat_ws(${sqlByte(CELL_END)}, items.key, ${columns.map(packedColumn).join(', ')})`
    const rows = `SELECT CAST(group_concat(${row}, ${sqlByte(ROW_END)}) || ${sqlByte(ROW_END)} AS BLOB) FROM`
    const keyRange = handle.values<Buffer<ArrayBuffer>>(`${rows} items WHERE key BETWEEN ? AND ?`)
    // CROSS JOIN makes SQLite read in the order of the list.
    const requestedRows = handle.values<Buffer<ArrayBuffer>>(
      `${rows} json_each(?) AS requested CROSS JOIN items ON items.key = requested.value`,
    )
    const values = handle.tuples<readonly StoredValue[]>(
      `SELECT ${columns.map(selectedColumn).join(', ')} FROM items WHERE key = ?`,
    )
    this.#keyRange = (run) => keyRange.get(run[0] ?? 0, run.at(-1) ?? 0)
    this.#requestedRows = (run) => requestedRows.get(`[${run.join(',')}]`)
    this.#values = (key) => values.get(key) ?? []
  }

  /** Yields blocks of rows. Each is valid until the next is requested. */
  *blocks(): Generator<PackedRows> {
    const keys = this.#keys
    const longKeys = findLongItems(this.#handle, keys)
    let buffer: Buffer<ArrayBuffer> | null = null
    for (let start = 0; start < keys.length;) {
      const run = nextRun(keys, start, this.#rowsIn(BLOCK_BYTES, MAX_ROWS_PER_BLOCK), longKeys)
      if (isDense(run)) {
        const bytes = this.#read(run)
        yield this.#block(bytes, null, run)
        releaseBuffers(bytes)
        start += run.length
      } else {
        // Estimates the size of rows before many are read.
        if (start === 0) releaseBuffers(this.#read(Int32Array.from(run).sort()))
        const maxRows = this.#rowsIn(SORTED_BYTES * SORTED_FILL_RATIO, MAX_SORTED_KEYS)
        const scattered = nextRun(keys, start, maxRows, longKeys)
        const bytes = Math.ceil((scattered.length * this.#bytesOfRow) / SORTED_FILL_RATIO)
        buffer ??= Buffer.allocUnsafeSlow(Math.min(SORTED_BYTES, bytes))
        buffer = yield* this.#sortedRows(scattered, buffer)
        start += scattered.length
      }
    }
    if (buffer !== null) releaseBuffers(buffer)
  }

  /**
   * Reads rows in ascending order of their keys, yields them in the order of `keys`, and returns the buffer
   * for reuse.
   */
  *#sortedRows(keys: Int32Array, buffer: Buffer<ArrayBuffer>): Generator<PackedRows, Buffer<ArrayBuffer>> {
    const packed = Float64Array.from(keys, (key, index) => key * MAX_SORTED_KEYS + index).sort()
    const sortedKeys = Int32Array.from(packed, (each) => Math.floor(each / MAX_SORTED_KEYS))
    const starts = new Uint32Array(keys.length)
    let bytes = buffer
    let length = 0
    for (let index = 0; index < sortedKeys.length;) {
      const run = sortedKeys.subarray(index, index + this.#rowsIn(BLOCK_BYTES, MAX_ROWS_PER_BLOCK))
      const rows = this.#read(run)
      if (length + rows.length > bytes.length) bytes = grow(bytes, length, length + rows.length)
      bytes.set(rows, length)
      releaseBuffers(rows)
      for (const end = index + run.length; index < end; index += 1) {
        starts[(packed[index] ?? 0) % MAX_SORTED_KEYS] = length
        length = bytes.indexOf(ROW_END, length) + 1
      }
    }
    for (let start = 0; start < keys.length; start += MAX_ROWS_PER_BLOCK)
      yield this.#block(
        bytes,
        starts.subarray(start, start + MAX_ROWS_PER_BLOCK),
        keys.subarray(start, start + MAX_ROWS_PER_BLOCK),
      )
    releaseBuffers(packed, sortedKeys, starts)
    return bytes
  }

  #block(bytes: Buffer<ArrayBuffer>, starts: Uint32Array | null, keys: Int32Array): PackedRows {
    return { bytes, starts, keys, valuesOf: (index) => this.#values(keys[index] ?? 0) }
  }

  /** Reads rows with ascending keys. */
  #read(keys: Int32Array): Buffer<ArrayBuffer> {
    this.#throwIfCancelled()
    const isKeyRange = (keys.at(-1) ?? 0) - (keys[0] ?? 0) === keys.length - 1
    const bytes = withSqliteErrors(() => (isKeyRange ? this.#keyRange : this.#requestedRows)(keys))
    if (!bytes) throw new AppError('notFound', { detail: 'An item to export was deleted.' })
    if (keys.length > 1) this.#bytesOfRow = bytes.length / keys.length
    return bytes
  }

  #rowsIn(bytes: number, maxCount: number): number {
    return Math.min(maxCount, Math.max(1, Math.floor(bytes / this.#bytesOfRow)))
  }
}

type ReadRows = (keys: Int32Array) => Buffer<ArrayBuffer> | null | undefined

/**
 * Returns the offset after the key of a row. The statements guarantee no order, so each row contains its key.
 * Throws `notFound` if it is the key of another item.
 */
export function offsetAfterKey(bytes: Uint8Array, start: number, key: number): number {
  let actualKey = 0
  let index = start
  for (; index < bytes.length; index += 1) {
    const digit = (bytes[index] ?? 0) - 0x30
    if (digit < 0 || digit > 9) break
    actualKey = actualKey * 10 + digit
  }
  if (actualKey !== key || bytes[index] !== CELL_END)
    throw new AppError('notFound', { detail: 'An item to export was deleted.' })
  return index + 1
}

/**
 * Returns SQL for a column. Null becomes an empty text. `NO_DIGITS` replaces values that are not integers,
 * and all numbers and flags of an item with `text_values`.
 */
function packedColumn(key: ItemColumnKey): string {
  const name = columnName(key)
  const kind = columnKindOf(key)
  const other = `WHEN text_values IS NOT NULL THEN ${sqlByte(NO_DIGITS)}`
  if (kind === 'boolean') return `CASE ${other} ELSE coalesce(${name}, '') END`
  if (kind !== 'number') return `coalesce(${name}, '')`
  const integer = `CAST(${name} AS INTEGER)`
  return `CASE ${other} WHEN ${name} = ${integer} THEN ${integer} WHEN ${name} IS NULL THEN '' ELSE ${sqlByte(NO_DIGITS)} END`
}

function isDense(keys: Int32Array): boolean {
  if ((keys.at(-1) ?? 0) - (keys[0] ?? 0) >= keys.length * MAX_DENSE_SPREAD) return false
  for (let index = 1; index < keys.length; index += 1)
    if ((keys[index] ?? 0) <= (keys[index - 1] ?? 0)) return false
  return true
}

function grow(bytes: Buffer<ArrayBuffer>, length: number, minLength: number): Buffer<ArrayBuffer> {
  const grown = Buffer.allocUnsafeSlow(Math.max(minLength, bytes.length * 2))
  bytes.copy(grown, 0, 0, length)
  releaseBuffers(bytes)
  return grown
}
