import type { FacetValue } from '../../contract/query.ts'
import type { Bound, ReadHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import {
  codesFrom,
  integerColumnFrom,
  numberColumnFrom,
  QUANTITY_TEXTS,
  type CodedColumn,
  type Codes,
  type StoredSegment,
} from '../index-columns.ts'
import { IS_LONG } from '../item-shape.ts'
import { textBlockFrom, type StoredTexts, type TextBlock } from '../text-blocks.ts'
import { WordSegments, type MemoryBudget } from './word-segments.ts'

interface ColumnSegment extends StoredSegment {
  readonly dictionary: string | null
}

export interface CodedValues {
  /** For each item the place of its value in the dictionary. */
  readonly codes: Codes
  readonly dictionary: readonly FacetValue[]
}

/** Blocks that are read at once: some megabytes of text. */
const BLOCKS_AT_ONCE = 32

/** How much the snapshots of a reader may hold together. */
export interface Budgets {
  readonly texts: MemoryBudget
  readonly words: MemoryBudget
}

/**
 * The index of a snapshot as a reader holds it: its columns are read when they are first asked for, and stay.
 * All of it is in the order in which the service listed the items. Texts are held as far as the budget goes;
 * those of a large cache are too much, and read each time.
 */
export class CampaignIndex {
  readonly copyKey: number
  readonly revision: number
  readonly handle: ReadHandle
  readonly #coded = new Map<CodedColumn, CodedValues>()
  readonly #numbers = new Map<string, Float64Array>()
  readonly words: WordSegments
  readonly #budget: MemoryBudget
  readonly #blocks: TextBlock[][] = []
  #textBytes = 0
  /** Undefined: not read yet. */
  #quantityTexts: CodedValues | null | undefined = undefined
  #keys: Int32Array<ArrayBuffer> | null = null
  #shape: Codes | null = null
  #longPlaces: Int32Array | null = null

  constructor(handle: ReadHandle, budgets: Budgets, copyKey: number, revision: number) {
    this.handle = handle
    this.words = new WordSegments(handle, budgets.words, copyKey)
    this.#budget = budgets.texts
    this.copyKey = copyKey
    this.revision = revision
  }

  get count(): number {
    return this.keys.length
  }

  get keys(): Int32Array<ArrayBuffer> {
    this.#keys ??= integerColumnFrom(this.#stored('keys'))
    return this.#keys
  }

  /** Quantities; not a number where there is none. */
  get quantities(): Float64Array {
    return this.#numberColumn('qty')
  }

  /** Instants of `updatedAt`; not a number where there is none that can be read. */
  get instants(): Float64Array {
    return this.#numberColumn('updatedAt')
  }

  /** Which texts the items have; see item-shape.ts. */
  get shapes(): Codes {
    this.#shape ??= codesFrom(this.#stored('shape'))
    return this.#shape
  }

  /** Places of the long items, ascending; the index has none of their texts. */
  get longPlaces(): Int32Array {
    this.#longPlaces ??= placesOfLong(this.shapes)
    return this.#longPlaces
  }

  /** Reads columns of long items, one item at a time, by their places. */
  *longRows<Row extends readonly Bound[]>(
    columns: string,
    places = this.longPlaces,
  ): Generator<readonly [place: number, row: Row]> {
    const row = this.handle.tuples<Row>(`SELECT ${columns} FROM items WHERE key = ?`)
    for (const place of places) {
      const values = row.get(this.keys[place] ?? 0)
      if (values !== undefined) yield [place, values]
    }
  }

  coded(name: CodedColumn): CodedValues {
    let values = this.#coded.get(name)
    if (values === undefined) {
      const segments = this.#stored(name)
      values = { codes: codesFrom(segments), dictionary: dictionaryOf(segments) }
      this.#coded.set(name, values)
    }
    return values
  }

  /** Texts of quantities that a number cannot hold; null: there are none. */
  get quantityTexts(): CodedValues | null {
    if (this.#quantityTexts === undefined) {
      const segments = this.#stored(QUANTITY_TEXTS)
      const codes = new Int32Array(segments.length === 0 ? 0 : this.count)
      for (const segment of segments) codes.set(codesFrom([segment]), segment.first)
      this.#quantityTexts = segments.length === 0 ? null : { codes, dictionary: dictionaryOf(segments) }
    }
    return this.#quantityTexts
  }

  /** The texts of all items, some blocks at a time. */
  *blocks(): Generator<readonly TextBlock[]> {
    const next = this.handle.rows<StoredTexts>(
      `SELECT first, wide, text, ends, irregular FROM copy_texts WHERE copy_key = ? AND first > ?
        ORDER BY first LIMIT ?`,
    )
    yield* this.#blocks
    let last = this.#blocks.at(-1)?.at(-1)?.first ?? -1
    for (;;) {
      const stored = next.all(this.copyKey, last, BLOCKS_AT_ONCE)
      if (stored.length === 0) return
      const blocks = stored.map(textBlockFrom)
      this.#hold(
        blocks,
        stored.reduce((sum, { text }) => sum + text.byteLength, 0),
      )
      yield blocks
      last = stored.at(-1)?.first ?? Infinity
    }
  }

  /** The stored texts that begin with the item at this place, block by block. Nothing of them is held. */
  storedTexts(first: number): StoredTexts | undefined {
    return this.handle
      .rows<StoredTexts>(
        'SELECT first, wide, text, ends, irregular FROM copy_texts WHERE copy_key = ? AND first = ?',
      )
      .get(this.copyKey, first)
  }

  /** Gives back what its texts took of the budget; the snapshot is not used any more. */
  release(): void {
    this.#budget.left += this.#textBytes
    this.#textBytes = 0
    this.#blocks.length = 0
    this.words.release()
  }

  /** Gives all of its columns back: nobody has anything of them any more. */
  close(): void {
    this.release()
    for (const numbers of this.#numbers.values()) releaseBuffers(numbers)
    for (const { codes } of this.#coded.values()) releaseBuffers(codes)
    if (this.#keys !== null) releaseBuffers(this.#keys)
  }

  /** Only the beginning of a snapshot is held: what follows a gap would have to be looked for. */
  #hold(blocks: TextBlock[], bytes: number): void {
    const held = this.#blocks.at(-1)?.at(-1)
    const isNext = (blocks[0]?.first ?? 0) === (held === undefined ? 0 : held.first + held.ends.length)
    if (!isNext || bytes > this.#budget.left) return
    this.#budget.left -= bytes
    this.#textBytes += bytes
    this.#blocks.push(blocks)
  }

  #numberColumn(name: 'qty' | 'updatedAt'): Float64Array {
    let numbers = this.#numbers.get(name)
    if (numbers === undefined) {
      numbers = numberColumnFrom(this.#stored(name))
      this.#numbers.set(name, numbers)
    }
    return numbers
  }

  #stored(name: string): readonly ColumnSegment[] {
    const segments = this.handle
      .rows<ColumnSegment>(
        'SELECT first, width, data, dictionary FROM copy_columns WHERE copy_key = ? AND name = ? ORDER BY first',
      )
      .all(this.copyKey, name)
    if (segments.length === 0 && name !== QUANTITY_TEXTS)
      throw new Error(`The index of a copy has no column ${name}`)
    return segments
  }
}

function placesOfLong(shapes: Codes): Int32Array {
  const places: number[] = []
  for (let place = 0; place < shapes.length; place += 1)
    if (((shapes[place] ?? 0) & IS_LONG) !== 0) places.push(place)
  return Int32Array.from(places)
}

function dictionaryOf(segments: readonly ColumnSegment[]): readonly FacetValue[] {
  return segments.flatMap(({ dictionary }) => JSON.parse(dictionary ?? '[]') as readonly FacetValue[])
}
