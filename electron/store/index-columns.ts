import type { FacetValue } from '../contract/query.ts'

/**
 * Columns of which many items share a value: each item has a small code, and a list says what the codes stand for.
 * Code 0 stands for null.
 */
export const CODED_COLUMNS = [
  'status',
  'isLocked',
  'hasArtwork',
  'hasAllocations',
  'elementName',
  'workflowTemplateName',
  'campaignName',
] as const
export type CodedColumn = (typeof CODED_COLUMNS)[number]

export type Codes = Uint8Array | Uint16Array | Int32Array

/** Values of a coded column, item by item, as they are gathered. */
export class CodeColumn {
  readonly dictionary: FacetValue[] = [null]
  readonly #codes: Int32Array
  readonly #codeOf = new Map<FacetValue, number>([[null, 0]])

  constructor(count: number) {
    this.#codes = new Int32Array(count)
  }

  set(at: number, value: FacetValue): void {
    let code = this.#codeOf.get(value)
    if (code === undefined) {
      code = this.dictionary.length
      this.dictionary.push(value)
      this.#codeOf.set(value, code)
    }
    this.#codes[at] = code
  }

  /** The codes in the narrowest form that holds them all. */
  packed(): Codes {
    if (this.dictionary.length <= 0x100) return Uint8Array.from(this.#codes)
    return this.dictionary.length <= 0x10000 ? Uint16Array.from(this.#codes) : this.#codes
  }
}

/** The bytes of a packed column. */
export function bytesOfColumn(data: Codes | Float64Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

/** Bytes from the database, moved to where typed arrays may look at them. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(copy).set(bytes)
  return copy
}

export function codesFrom(bytes: Uint8Array, width: number): Codes {
  if (width === 1) return new Uint8Array(aligned(bytes))
  return width === 2 ? new Uint16Array(aligned(bytes)) : new Int32Array(aligned(bytes))
}

export function integersFrom(bytes: Uint8Array): Int32Array<ArrayBuffer> {
  return new Int32Array(aligned(bytes))
}

export function numbersFrom(bytes: Uint8Array): Float64Array {
  return new Float64Array(aligned(bytes))
}
