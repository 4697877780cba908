import { fieldValueKind, isFieldKey, type FieldValue } from '../../contract/fields.ts'
import type { ReadHandle } from '../database/handles.ts'
import { instantOf } from '../decode-json.ts'
import { readStoredCodes } from './stored-codes.ts'
import { keyAt, keysAt, type Scope } from './scope.ts'
import { eachText, textsOfSome, type TextColumn } from './sort-texts.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/**
 * Which items of a scope have the same text, for a column of which an index has no codes: each text has a
 * number from 1 on, 0 is an empty cell. The texts themselves are not held, for there may be a million: they
 * are told apart by fingerprints of 64 bits. That two of a million texts share one is less likely than one in
 * ten million.
 */
export interface TextCodes {
  /** Of each place. */
  readonly codes: Int32Array
  /** How many texts there are. */
  readonly distinct: number
  /** The place of the first item that has the text with this code. */
  readonly placeOf: (code: number) => number
  /** Marks, by code, the texts that are among these. */
  readonly areAmong: (texts: readonly string[]) => Uint8Array
  /** Of a field: what each of its values is as a number, by code; not a number for a value that is none. */
  readonly numbers: readonly number[] | null
}

/** The same as it is kept. */
export interface PackedCodes {
  readonly codes: Int32Array
  /**
   * By code, the first of which is 1: the place of the first item that has the text, and the text's
   * fingerprint.
   */
  readonly firsts: Int32Array
  readonly low: Int32Array
  readonly high: Int32Array
}

/** The codes of all items of a scope. Must run inside a snapshot. */
export function textCodes(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
): TextCodes {
  const numbers = isFieldKey(column) ? [Number.NaN] : null
  const packed =
    readStoredCodes(handle, scope, column) ??
    codesOfTexts(handle, scope, column, throwIfCancelled, (text) => numbers?.push(numberIn(text)))
  const { codes, firsts, low, high } = packed
  return {
    codes,
    distinct: firsts.length,
    placeOf: (code) => firsts[code - 1] ?? 0,
    numbers,
    areAmong: (texts) => {
      const wanted = new Map<number, Set<number>>()
      for (const text of texts) {
        const print = column === 'updatedAt' ? fingerprintOfTimestamp(text) : fingerprintOf(text.trim())
        const sharing = wanted.get(print.low) ?? new Set()
        wanted.set(print.low, sharing.add(print.high))
      }
      const among = new Uint8Array(firsts.length + 1)
      for (let at = 0; at < firsts.length; at += 1) {
        if (wanted.get(low[at] ?? 0)?.has(high[at] ?? 0) === true) among[at + 1] = 1
      }
      return among
    },
  }
}

/**
 * Works the codes out, and calls back with each text that gets one, in their order. Must run inside a
 * snapshot.
 */
export function codesOfTexts(
  handle: ReadHandle,
  scope: Scope,
  column: TextColumn,
  throwIfCancelled: ThrowIfCancelled,
  onNew?: (text: string) => void,
): PackedCodes {
  const book = new Fingerprints(scope.total)
  const codes = new Int32Array(scope.total)
  if (column === 'updatedAt') {
    codeInstants(handle, scope, codes, book)
  } else {
    let distinct = 0
    eachText(handle, scope, column, throwIfCancelled, (place, text) => {
      const trimmed = text?.trim() ?? ''
      if (trimmed === '') return
      const code = book.codeOf(fingerprintOf(trimmed), place)
      codes[place] = code
      if (code > distinct) {
        distinct = code
        onNew?.(trimmed)
      }
    })
  }
  return { codes, ...book.packed() }
}

function numberIn(value: FieldValue): number {
  return fieldValueKind(value) === 'number' ? Number(value) : Number.NaN
}

/**
 * Timestamps are told apart by their instant, whatever their spelling; those that cannot be read, by their
 * text.
 */
function codeInstants(handle: ReadHandle, scope: Scope, codes: Int32Array, book: Fingerprints): void {
  const unread: number[] = []
  for (const [at, copy] of scope.copies.entries()) {
    const start = scope.starts[at] ?? 0
    const { instants } = copy
    for (let inCopy = 0; inCopy < instants.length; inCopy += 1) {
      const instant = instants[inCopy] ?? Number.NaN
      if (Number.isNaN(instant)) unread.push(start + inCopy)
      else codes[start + inCopy] = book.codeOf(fingerprintOfInstant(instant), start + inCopy)
    }
  }
  const texts = textsOfSome(handle, keysAt(scope, Int32Array.from(unread)), 'updatedAt')
  for (const [at, place] of unread.entries()) {
    const text = texts[at]?.trim() ?? ''
    if (text !== '') codes[place] = book.codeOf(fingerprintOf(text), place)
  }
}

/** The text of the item at a place, as filters see it. */
export function textAt(handle: ReadHandle, scope: Scope, column: TextColumn, place: number): string {
  const [text] = textsOfSome(handle, Int32Array.of(keyAt(scope, place)), column)
  return text?.trim() ?? ''
}

interface Fingerprint {
  low: number
  high: number
}

/** One object for all: a million of them would take longer than the fingerprints do. */
const print: Fingerprint = { low: 0, high: 0 }

function fingerprintOf(text: string): Fingerprint {
  let low = text.length
  let high = 0x9e3779b9
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    low = Math.imul(low ^ sign, 0xcc9e2d51)
    low = (low << 15) | (low >>> 17)
    high = Math.imul(high ^ sign, 0x1b873593)
    high = ((high << 13) | (high >>> 19)) + low
  }
  return mixed(low, high)
}

const instantBits = new Float64Array(1)
const instantWords = new Int32Array(instantBits.buffer)

function fingerprintOfInstant(instant: number): Fingerprint {
  instantBits[0] = instant
  return mixed(instantWords[0] ?? 0, instantWords[1] ?? 0)
}

function fingerprintOfTimestamp(text: string): Fingerprint {
  const instant = instantOf(text)
  return instant === null ? fingerprintOf(text.trim()) : fingerprintOfInstant(instant)
}

/** The end of MurmurHash3, for each half with something of the other. */
function mixed(low: number, high: number): Fingerprint {
  let a = low ^ Math.imul(high, 0x85ebca6b)
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b)
  a = Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  let b = high ^ Math.imul(a, 0x27d4eb2f)
  b = Math.imul(b ^ (b >>> 16), 0x7feb352d)
  b = Math.imul(b ^ (b >>> 15), 0x846ca68b)
  print.low = a ^ (a >>> 16)
  print.high = b ^ (b >>> 16)
  return print
}

/** Gives fingerprints numbers from 1 on, in the order in which they turn up. */
class Fingerprints {
  readonly #slots: Int32Array
  readonly #low: Int32Array
  readonly #high: Int32Array
  readonly #firsts: Int32Array
  #count = 0

  constructor(most: number) {
    let size = 16
    while (size < most * 2) size *= 2
    this.#slots = new Int32Array(size)
    this.#low = new Int32Array(most)
    this.#high = new Int32Array(most)
    this.#firsts = new Int32Array(most)
  }

  codeOf({ low, high }: Fingerprint, place: number): number {
    const last = this.#slots.length - 1
    for (let slot = low & last; ; slot = (slot + 1) & last) {
      const code = this.#slots[slot] ?? 0
      if (code === 0) {
        this.#low[this.#count] = low
        this.#high[this.#count] = high
        this.#firsts[this.#count] = place
        this.#count += 1
        this.#slots[slot] = this.#count
        return this.#count
      }
      if (this.#low[code - 1] === low && this.#high[code - 1] === high) return code
    }
  }

  packed(): { readonly firsts: Int32Array; readonly low: Int32Array; readonly high: Int32Array } {
    return {
      firsts: this.#firsts.slice(0, this.#count),
      low: this.#low.slice(0, this.#count),
      high: this.#high.slice(0, this.#count),
    }
  }
}
