import { columnsIn, type ColumnIn } from '../contract/columns.ts'
import type { FacetValue } from '../contract/query.ts'
import { releaseBuffers, releaseUnshared } from './release-buffers.ts'

/** Columns with few distinct values: each item has a code into a dictionary. Code 0 is null. */
export const CODED_COLUMNS = columnsIn('coded')
export type CodedColumn = ColumnIn<'coded'>

/** Quantities that are not numbers, as codes. Stored only for segments that have such a text. */
export const QUANTITY_TEXTS = 'qtyTexts'

/** Returns whether a column is stored as codes. */
export function isCoded(column: string): column is CodedColumn {
  return (CODED_COLUMNS as readonly string[]).includes(column)
}

export type Codes = Uint8Array | Uint16Array | Int32Array

/** Assigns codes to the values of a column in order of appearance. */
export class CodeBook {
  /** Values added since the last `takeNewValues`. */
  #newValues: FacetValue[] = [null]
  #size = 1
  readonly #codeOf = new Map<FacetValue, number>([[null, 0]])

  codeOf(value: FacetValue): number {
    let code = this.#codeOf.get(value)
    if (code === undefined) {
      code = this.#size
      this.#size += 1
      this.#newValues.push(value)
      this.#codeOf.set(value, code)
    }
    return code
  }

  /** Copies codes to the narrowest array for all codes so far, or returns them if they are in it. */
  pack(codes: Int32Array): Codes {
    if (this.#size <= 0x100) return Uint8Array.from(codes)
    return this.#size <= 0x10000 ? Uint16Array.from(codes) : codes
  }

  /** Returns and resets the values added since the last call, in the order of their codes. */
  takeNewValues(): readonly FacetValue[] {
    const values = this.#newValues
    this.#newValues = []
    return values
  }
}

/** Returns the bytes of a packed column. */
export function bytesOfColumn(data: Codes | Float64Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

export interface StoredSegment {
  readonly first: number
  readonly width: number
  readonly data: Uint8Array<ArrayBuffer>
}

/** Copies bytes to a new buffer, because typed arrays need aligned memory. */
function copyAligned(bytes: Uint8Array): ArrayBuffer {
  const buffer = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(buffer).set(bytes)
  return buffer
}

/**
 * Returns bytes where typed arrays of this width can read them: where they are if they share memory that is
 * aligned, else in a new buffer. Memory that is not shared is released.
 */
function moveAligned(bytes: StoredSegment['data'], width: number): Uint8Array<ArrayBuffer> {
  const isShared = bytes.byteLength < bytes.buffer.byteLength
  if (isShared && bytes.byteOffset % width === 0) return bytes
  const moved = new Uint8Array(copyAligned(bytes))
  if (!isShared) releaseBuffers(bytes)
  return moved
}

function codesOf({ data, width }: StoredSegment): Codes {
  const bytes = moveAligned(data, width)
  if (width === 1) return bytes
  const { buffer, byteOffset, byteLength } = bytes
  return width === 2
    ? new Uint16Array(buffer, byteOffset, byteLength / width)
    : new Int32Array(buffer, byteOffset, byteLength / width)
}

/**
 * Returns the codes of a segment, and keeps its bytes: releasing those of thousands of segments takes long.
 */
export function segmentCodes({ data, width }: StoredSegment): Codes {
  if (width === 1) return data
  return width === 2 ? indexesFrom(data) : integersFrom(data)
}

function countOf(segments: readonly StoredSegment[]): number {
  const last = segments.at(-1)
  return last === undefined ? 0 : last.first + last.data.byteLength / last.width
}

/** Joins the codes of a column in the narrowest array, and releases the segments. */
export function codesFrom(segments: readonly StoredSegment[]): Codes {
  const [first] = segments
  if (first !== undefined && segments.length === 1) return codesOf(first)
  const width = Math.max(1, ...segments.map((segment) => segment.width))
  const count = countOf(segments)
  const codes =
    width === 1 ? new Uint8Array(count) : width === 2 ? new Uint16Array(count) : new Int32Array(count)
  for (const segment of segments) codes.set(codesOf(segment), segment.first)
  return codes
}

/** Decodes 32-bit integers. */
export function integersFrom(bytes: Uint8Array): Int32Array<ArrayBuffer> {
  return new Int32Array(copyAligned(bytes))
}

/** Decodes numbers, and keeps the bytes. */
export function numbersFrom(bytes: Uint8Array): Float64Array {
  return new Float64Array(copyAligned(bytes))
}

/** Decodes the indexes of items in a segment. */
export function indexesFrom(bytes: Uint8Array): Uint16Array<ArrayBuffer> {
  return new Uint16Array(copyAligned(bytes))
}

/** Joins a column of integers, and releases the segments. */
export function integerColumnFrom(segments: readonly StoredSegment[]): Int32Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = joinSegments(segments, Int32Array.BYTES_PER_ELEMENT)
  return new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT)
}

/** Joins a column of numbers, and releases the segments. */
export function numberColumnFrom(segments: readonly StoredSegment[]): Float64Array {
  const { buffer, byteOffset, byteLength } = joinSegments(segments, Float64Array.BYTES_PER_ELEMENT)
  return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT)
}

function joinSegments(segments: readonly StoredSegment[], width: number): Uint8Array<ArrayBuffer> {
  const [first] = segments
  if (first !== undefined && segments.length === 1) return moveAligned(first.data, width)
  const bytes = new Uint8Array(segments.reduce((sum, { data }) => sum + data.byteLength, 0))
  let offset = 0
  for (const { data } of segments) {
    bytes.set(data, offset)
    offset += data.byteLength
    releaseUnshared(data)
  }
  return bytes
}
