import { columnsIn, type ColumnIn } from '../contract/columns.ts'
import type { FacetValue } from '../contract/query.ts'
import { releaseBuffers } from './release-buffers.ts'

/**
 * Columns of which many items share a value: each item has a small code, and a list says what the codes stand
 * for. Code 0 stands for null.
 */
export const CODED_COLUMNS = columnsIn('coded')
export type CodedColumn = ColumnIn<'coded'>

/**
 * Texts of quantities that a number cannot hold, coded in the same way. Only segments that have such a text
 * are stored.
 */
export const QUANTITY_TEXTS = 'qtyTexts'

export function isCoded(column: string): column is CodedColumn {
  return (CODED_COLUMNS as readonly string[]).includes(column)
}

export type Codes = Uint8Array | Uint16Array | Int32Array

/** Gives the values of a coded column their codes, in the order in which they turn up. */
export class CodeBook {
  /** Values that have got a code since the last look. */
  #fresh: FacetValue[] = [null]
  #size = 1
  readonly #codeOf = new Map<FacetValue, number>([[null, 0]])

  codeOf(value: FacetValue): number {
    let code = this.#codeOf.get(value)
    if (code === undefined) {
      code = this.#size
      this.#size += 1
      this.#fresh.push(value)
      this.#codeOf.set(value, code)
    }
    return code
  }

  /** The codes in the narrowest form that holds all that there are by now. */
  packed(codes: Int32Array): Codes {
    if (this.#size <= 0x100) return Uint8Array.from(codes)
    return this.#size <= 0x10000 ? Uint16Array.from(codes) : codes
  }

  /** The values that were not given before, in the order of their codes. */
  takeFresh(): readonly FacetValue[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }
}

/** The bytes of a packed column. */
export function bytesOfColumn(data: Codes | Float64Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

/** A segment of a packed column, as it is stored. */
export interface StoredSegment {
  readonly first: number
  readonly width: number
  readonly data: Uint8Array
}

/** Bytes from the database, moved to where typed arrays may look at them. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(copy).set(bytes)
  return copy
}

/** The same, of bytes that nobody needs any more. */
function moved(bytes: Uint8Array): ArrayBuffer {
  const copy = aligned(bytes)
  releaseBuffers(bytes)
  return copy
}

function codesOf({ data, width }: StoredSegment): Codes {
  const bytes = moved(data)
  if (width === 1) return new Uint8Array(bytes)
  return width === 2 ? new Uint16Array(bytes) : new Int32Array(bytes)
}

function countOf(segments: readonly StoredSegment[]): number {
  const last = segments.at(-1)
  return last === undefined ? 0 : last.first + last.data.byteLength / last.width
}

/** The codes of a column, in the narrowest form that holds them; the segments are given back. */
export function codesFrom(segments: readonly StoredSegment[]): Codes {
  const [only] = segments
  if (only !== undefined && segments.length === 1) return codesOf(only)
  const width = Math.max(1, ...segments.map((segment) => segment.width))
  const count = countOf(segments)
  const codes =
    width === 1 ? new Uint8Array(count) : width === 2 ? new Uint16Array(count) : new Int32Array(count)
  for (const segment of segments) codes.set(codesOf(segment), segment.first)
  return codes
}

export function integersFrom(bytes: Uint8Array): Int32Array<ArrayBuffer> {
  return new Int32Array(aligned(bytes))
}

export function placesFrom(bytes: Uint8Array): Uint16Array<ArrayBuffer> {
  return new Uint16Array(aligned(bytes))
}

export function integerColumnFrom(segments: readonly StoredSegment[]): Int32Array<ArrayBuffer> {
  return new Int32Array(joined(segments))
}

export function numberColumnFrom(segments: readonly StoredSegment[]): Float64Array {
  return new Float64Array(joined(segments))
}

/** The bytes of all segments, one after the other; they are given back. */
function joined(segments: readonly StoredSegment[]): ArrayBuffer {
  const all = new Uint8Array(segments.reduce((sum, { data }) => sum + data.byteLength, 0))
  let at = 0
  for (const { data } of segments) {
    all.set(data, at)
    at += data.byteLength
    releaseBuffers(data)
  }
  return all.buffer
}
