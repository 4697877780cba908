import { AppError } from '../contract/app-error.ts'
import { columnKindOf, type ItemColumnKey } from '../contract/columns.ts'
import type { ReadHandle } from './database/handles.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'
import { releaseBuffers } from './release-buffers.ts'
import { columnName, selectedColumn } from './item-columns.ts'
import { longItemsAmong, nextRun } from './long-items.ts'
import type { ThrowIfCancelled } from './query/cancellation.ts'
import type { PackedRows, StoredValue } from './types.ts'

/**
 * Bytes that UTF-8 never has (RFC 3629, section 1): behind a cell, behind a row, and in place of a number's
 * digits.
 */
export const CELL_END = 0xff
export const ROW_END = 0xfe
export const NO_DIGITS = 0xfd

const sqlByte = (byte: number): string => `CAST(x'${byte.toString(16)}' AS TEXT)`

/** Bytes that are read at once: few enough for the nearest memory. */
const BLOCK_BYTES = 1 << 17
const MAX_ROWS_PER_BLOCK = 1_000
/** How large rows are is known when the first of them have been read. */
const FIRST_ROWS = 64
/**
 * Rows that lie scattered in the file are gathered so many, in the order in which they lie: each page is read
 * once then.
 */
const GATHERED_BYTES = 16 << 20
const MAX_GATHERED_KEYS = 1 << 17
/**
 * As much of that is expected to be filled: rows are not all as long, and making more room takes twice as
 * much.
 */
const GATHERED_SHARE = 0.85
/** Keys that grow are read as they come when at least one of so many items is asked for. */
const DENSE = 8

/**
 * Values of these columns as SQLite itself puts them together, many rows at a time: no value becomes one of
 * JavaScript's, which costs more than reading it. `keys` are in the order of the rows. Throws as reading and
 * `throwIfCancelled` do, and `notFound` when an item is gone.
 */
export class PackedReader {
  readonly #handle: ReadHandle
  readonly #keys: Int32Array
  readonly #throwIfCancelled: ThrowIfCancelled
  readonly #keyRange: Read
  readonly #listed: Read
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
    const row = `concat_ws(${sqlByte(CELL_END)}, items.key, ${columns.map(cell).join(', ')})`
    const rows = `SELECT CAST(group_concat(${row}, ${sqlByte(ROW_END)}) || ${sqlByte(ROW_END)} AS BLOB) FROM`
    const keyRange = handle.values<Buffer<ArrayBuffer>>(`${rows} items WHERE key BETWEEN ? AND ?`)
    // The list stands first in a CROSS JOIN, so that it is gone through in its order.
    const listed = handle.values<Buffer<ArrayBuffer>>(
      `${rows} json_each(?) AS listed CROSS JOIN items ON items.key = listed.value`,
    )
    const values = handle.tuples<readonly StoredValue[]>(
      `SELECT ${columns.map(selectedColumn).join(', ')} FROM items WHERE key = ?`,
    )
    this.#keyRange = (some) => keyRange.get(some[0] ?? 0, some.at(-1) ?? 0)
    this.#listed = (some) => listed.get(`[${some.join(',')}]`)
    this.#values = (key) => values.get(key) ?? []
  }

  /** Each block is good until the next one is asked for. */
  *blocks(): Generator<PackedRows> {
    const keys = this.#keys
    const long = longItemsAmong(this.#handle, keys)
    let room: Buffer<ArrayBuffer> | null = null
    for (let start = 0; start < keys.length;) {
      const some = nextRun(keys, start, this.#rowsIn(BLOCK_BYTES, MAX_ROWS_PER_BLOCK), long)
      if (isDense(some)) {
        const bytes = this.#read(some)
        yield this.#block(bytes, null, some)
        releaseBuffers(bytes)
        start += some.length
      } else {
        // How large rows are is to be known before many of them are read.
        if (start === 0) releaseBuffers(this.#read(Int32Array.from(some).sort()))
        const rows = this.#rowsIn(GATHERED_BYTES * GATHERED_SHARE, MAX_GATHERED_KEYS)
        const gathered = nextRun(keys, start, rows, long)
        room = yield* this.#gathered(gathered, room ?? Buffer.allocUnsafeSlow(GATHERED_BYTES))
        start += gathered.length
      }
    }
    if (room !== null) releaseBuffers(room)
  }

  /**
   * Reads in the order of the keys' size, and gives the rows in the order of the keys; returns the room for
   * the next ones.
   */
  *#gathered(keys: Int32Array, room: Buffer<ArrayBuffer>): Generator<PackedRows, Buffer<ArrayBuffer>> {
    const places = Float64Array.from(keys, (key, at) => key * MAX_GATHERED_KEYS + at).sort()
    const sorted = Int32Array.from(places, (place) => Math.floor(place / MAX_GATHERED_KEYS))
    const starts = new Uint32Array(keys.length)
    let bytes = room
    let length = 0
    for (let at = 0; at < sorted.length;) {
      const some = sorted.subarray(at, at + this.#rowsIn(BLOCK_BYTES, MAX_ROWS_PER_BLOCK))
      const read = this.#read(some)
      if (length + read.length > bytes.length) bytes = larger(bytes, length, length + read.length)
      bytes.set(read, length)
      releaseBuffers(read)
      for (const end = at + some.length; at < end; at += 1) {
        starts[(places[at] ?? 0) % MAX_GATHERED_KEYS] = length
        length = bytes.indexOf(ROW_END, length) + 1
      }
    }
    for (let start = 0; start < keys.length; start += MAX_ROWS_PER_BLOCK)
      yield this.#block(
        bytes,
        starts.subarray(start, start + MAX_ROWS_PER_BLOCK),
        keys.subarray(start, start + MAX_ROWS_PER_BLOCK),
      )
    releaseBuffers(places, sorted, starts)
    return bytes
  }

  #block(bytes: Buffer<ArrayBuffer>, starts: Uint32Array | null, keys: Int32Array): PackedRows {
    return { bytes, starts, keys, valuesOf: (at) => this.#values(keys[at] ?? 0) }
  }

  /** Rows with these keys, which grow. */
  #read(keys: Int32Array): Buffer<ArrayBuffer> {
    this.#throwIfCancelled()
    const isKeyRange = (keys.at(-1) ?? 0) - (keys[0] ?? 0) === keys.length - 1
    const bytes = withSqliteErrors(() => (isKeyRange ? this.#keyRange : this.#listed)(keys))
    if (!bytes) throw new AppError('notFound', { detail: 'An item to be exported is gone.' })
    if (keys.length > 1) this.#bytesOfRow = bytes.length / keys.length
    return bytes
  }

  #rowsIn(bytes: number, most: number): number {
    return Math.min(most, Math.max(1, Math.floor(bytes / this.#bytesOfRow)))
  }
}

type Read = (keys: Int32Array) => Buffer<ArrayBuffer> | null | undefined

/**
 * The place behind the key of the row that begins there. The statements promise no order of rows: that it is
 * the row of this item, each of them says itself. Throws `notFound` when it is another.
 */
export function offsetAfterKey(bytes: Uint8Array, start: number, key: number): number {
  let found = 0
  let at = start
  for (; at < bytes.length; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) break
    found = found * 10 + digit
  }
  if (found !== key || bytes[at] !== CELL_END)
    throw new AppError('notFound', { detail: 'An item to be exported is gone.' })
  return at + 1
}

/**
 * A column in SQL: nothing and an empty text are the same, numbers are whole ones. Where an item has texts in
 * the place of such values, each of them is read on its own.
 */
function cell(key: ItemColumnKey): string {
  const name = columnName(key)
  const kind = columnKindOf(key)
  const other = `WHEN text_values IS NOT NULL THEN ${sqlByte(NO_DIGITS)}`
  if (kind === 'boolean') return `CASE ${other} ELSE coalesce(${name}, '') END`
  if (kind !== 'number') return `coalesce(${name}, '')`
  const whole = `CAST(${name} AS INTEGER)`
  return `CASE ${other} WHEN ${name} = ${whole} THEN ${whole} WHEN ${name} IS NULL THEN '' ELSE ${sqlByte(NO_DIGITS)} END`
}

/** Whether keys grow, and stand close together in the file. */
function isDense(keys: Int32Array): boolean {
  if ((keys.at(-1) ?? 0) - (keys[0] ?? 0) >= keys.length * DENSE) return false
  for (let at = 1; at < keys.length; at += 1) if ((keys[at] ?? 0) <= (keys[at - 1] ?? 0)) return false
  return true
}

function larger(bytes: Buffer<ArrayBuffer>, length: number, needed: number): Buffer<ArrayBuffer> {
  const grown = Buffer.allocUnsafeSlow(Math.max(needed, bytes.length * 2))
  bytes.copy(grown, 0, 0, length)
  releaseBuffers(bytes)
  return grown
}
