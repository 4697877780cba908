import { fieldValueKind, isFieldKey, type FieldValue } from '../../contract/fields.ts'
import { parseInstant } from '../../contract/instant.ts'
import { decodeString } from '../../contract/json-text.ts'
import type { ReadHandle } from '../database/handles.ts'
import { instantOf } from '../decode-json.ts'
import { readStoredCodes } from './stored-codes.ts'
import { keyAt, keysAt, type Scope } from './scope.ts'
import { forEachText, readTexts, type TextColumn } from './sort-texts.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/**
 * Codes of the texts of a column without indexed codes: equal texts have equal codes from 1, 0 is an empty
 * cell. Texts are compared by 64-bit fingerprints to save memory; a collision among a million texts is less
 * likely than one in ten million.
 */
export interface TextCodes {
  /** The code of each item. */
  readonly codes: Int32Array
  /** Number of distinct texts. */
  readonly distinct: number
  /** Returns the index of the first item with the code. */
  readonly firstIndexOf: (code: number) => number
  /** Returns, by code, whether the text is one of these. */
  readonly matchTexts: (texts: readonly string[]) => Uint8Array
  /** The values of a field as numbers by code, NaN for other values; null if there are none. */
  readonly numbers: Float64Array | null
  /** The values of a field as instants by code, NaN for other values; null if there are none. */
  readonly instants: Float64Array | null
}

/** Bytes of a distinct text: its first index, its fingerprint, and its number and instant in fields. */
const DISTINCT_BYTES = 12
const DISTINCT_FIELD_BYTES = DISTINCT_BYTES + 16

/** Returns the bytes that codes take. */
export function bytesOfCodes({ codes, distinct, numbers }: TextCodes): number {
  return codes.byteLength + distinct * (numbers === null ? DISTINCT_BYTES : DISTINCT_FIELD_BYTES)
}

/** The codes as they are stored. */
export interface PackedCodes extends Pick<TextCodes, 'numbers' | 'instants'> {
  readonly codes: Int32Array
  /** By code minus 1: the index of the first item, and the fingerprint. */
  readonly firsts: Int32Array
  readonly low: Int32Array
  readonly high: Int32Array
}

/** Returns the codes of all items of a scope. Must run inside a read transaction. */
export function textCodes(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): TextCodes {
  const { codes, firsts, low, high, numbers, instants } =
    readStoredCodes(handle, scope, column) ?? assignCodes(handle, scope, column, throwIfCancelled)
  return {
    codes,
    distinct: firsts.length,
    firstIndexOf: (code) => firsts[code - 1] ?? 0,
    numbers,
    instants,
    matchTexts: (texts) => {
      const fingerprints = new Map<number, Set<number>>()
      for (const text of texts) {
        const fingerprint = column === 'updatedAt' ? fingerprintOfTimestamp(text) : fingerprintOf(text.trim())
        const highs = fingerprints.get(fingerprint.low) ?? new Set()
        fingerprints.set(fingerprint.low, highs.add(fingerprint.high))
      }
      const matches = new Uint8Array(firsts.length + 1)
      for (let index = 0; index < firsts.length; index += 1) {
        if (fingerprints.get(low[index] ?? 0)?.has(high[index] ?? 0) === true) matches[index + 1] = 1
      }
      return matches
    },
  }
}

/** Assigns codes. Must run inside a read transaction. Throws `superseded`. */
export function assignCodes(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): PackedCodes {
  const numbers = [Number.NaN]
  const instants = [Number.NaN]
  const fingerprints = new FingerprintTable(scope.total)
  const codes = new Int32Array(scope.total)
  if (column === 'updatedAt') {
    codeInstants(handle, scope, codes, fingerprints)
  } else {
    let distinct = 0
    forEachText(handle, scope, column, throwIfCancelled, (index, text) => {
      const trimmed = text?.trim() ?? ''
      if (trimmed === '') return
      const code = fingerprints.codeOf(fingerprintOf(trimmed), index)
      codes[index] = code
      if (code > distinct) {
        distinct = code
        if (!isFieldKey(column)) return
        numbers.push(numberIn(trimmed))
        instants.push(instantIn(trimmed))
      }
    })
  }
  return { codes, ...fingerprints.pack(), numbers: packNumbers(numbers), instants: packNumbers(instants) }
}

function packNumbers(numbers: readonly number[]): Float64Array | null {
  return numbers.every((number) => Number.isNaN(number)) ? null : Float64Array.from(numbers)
}

/** Returns the number that a field's value is; NaN for other values. */
export function numberIn(value: FieldValue): number {
  return fieldValueKind(value) === 'number' ? Number(value) : Number.NaN
}

/** Returns the instant of a field's value; NaN for other values. */
export function instantIn(value: FieldValue): number {
  return fieldValueKind(value) === 'text' ? (parseInstant(decodeString(value)) ?? Number.NaN) : Number.NaN
}

/** Codes timestamps by instant, and invalid ones by text. */
function codeInstants(
  handle: ReadHandle,
  scope: Scope,
  codes: Int32Array,
  fingerprints: FingerprintTable,
): void {
  const invalid: number[] = []
  for (const [snapshotIndex, snapshot] of scope.snapshots.entries()) {
    const start = scope.starts[snapshotIndex] ?? 0
    const { instants } = snapshot
    for (let indexInSnapshot = 0; indexInSnapshot < instants.length; indexInSnapshot += 1) {
      const instant = instants[indexInSnapshot] ?? Number.NaN
      if (Number.isNaN(instant)) invalid.push(start + indexInSnapshot)
      else
        codes[start + indexInSnapshot] = fingerprints.codeOf(
          fingerprintOfInstant(instant),
          start + indexInSnapshot,
        )
    }
  }
  const texts = readTexts(handle, keysAt(scope, Int32Array.from(invalid)), 'updatedAt')
  for (const [position, index] of invalid.entries()) {
    const text = texts[position]?.trim() ?? ''
    if (text !== '') codes[index] = fingerprints.codeOf(fingerprintOf(text), index)
  }
}

/** Returns the trimmed text of an item. */
export function textAt(handle: ReadHandle, scope: Scope, column: TextColumn, index: number): string {
  const [text] = readTexts(handle, Int32Array.of(keyAt(scope, index)), column)
  return text?.trim() ?? ''
}

interface Fingerprint {
  low: number
  high: number
}

/** Reused, because allocating a million objects is slower than hashing. */
const sharedFingerprint: Fingerprint = { low: 0, high: 0 }

function fingerprintOf(text: string): Fingerprint {
  let low = text.length
  let high = 0x9e3779b9
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset)
    low = Math.imul(low ^ code, 0xcc9e2d51)
    low = (low << 15) | (low >>> 17)
    high = Math.imul(high ^ code, 0x1b873593)
    high = ((high << 13) | (high >>> 19)) + low
  }
  return mix(low, high)
}

const instantBits = new Float64Array(1)
const instantWords = new Int32Array(instantBits.buffer)

function fingerprintOfInstant(instant: number): Fingerprint {
  instantBits[0] = instant
  return mix(instantWords[0] ?? 0, instantWords[1] ?? 0)
}

function fingerprintOfTimestamp(text: string): Fingerprint {
  const instant = instantOf(text)
  return instant === null ? fingerprintOf(text.trim()) : fingerprintOfInstant(instant)
}

/** The final mix of MurmurHash3 for both halves. */
function mix(low: number, high: number): Fingerprint {
  let a = low ^ Math.imul(high, 0x85ebca6b)
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b)
  a = Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  let b = high ^ Math.imul(a, 0x27d4eb2f)
  b = Math.imul(b ^ (b >>> 16), 0x7feb352d)
  b = Math.imul(b ^ (b >>> 15), 0x846ca68b)
  sharedFingerprint.low = a ^ (a >>> 16)
  sharedFingerprint.high = b ^ (b >>> 16)
  return sharedFingerprint
}

/** Assigns codes from 1 to fingerprints in order of appearance. */
class FingerprintTable {
  readonly #slots: Int32Array
  readonly #low: Int32Array
  readonly #high: Int32Array
  readonly #firsts: Int32Array
  #count = 0

  constructor(maxCount: number) {
    let size = 16
    while (size < maxCount * 2) size *= 2
    this.#slots = new Int32Array(size)
    this.#low = new Int32Array(maxCount)
    this.#high = new Int32Array(maxCount)
    this.#firsts = new Int32Array(maxCount)
  }

  codeOf({ low, high }: Fingerprint, index: number): number {
    const last = this.#slots.length - 1
    for (let slot = low & last; ; slot = (slot + 1) & last) {
      const code = this.#slots[slot] ?? 0
      if (code === 0) {
        this.#low[this.#count] = low
        this.#high[this.#count] = high
        this.#firsts[this.#count] = index
        this.#count += 1
        this.#slots[slot] = this.#count
        return this.#count
      }
      if (this.#low[code - 1] === low && this.#high[code - 1] === high) return code
    }
  }

  pack(): { readonly firsts: Int32Array; readonly low: Int32Array; readonly high: Int32Array } {
    return {
      firsts: this.#firsts.slice(0, this.#count),
      low: this.#low.slice(0, this.#count),
      high: this.#high.slice(0, this.#count),
    }
  }
}
