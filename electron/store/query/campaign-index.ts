import type { FacetValue } from '../../contract/query.ts'
import type { BoundValue, ReadHandle } from '../database/handles.ts'
import { releaseUnshared } from '../release-buffers.ts'
import {
  codesFrom,
  integerColumnFrom,
  numberColumnFrom,
  QUANTITY_TEXTS,
  type CodedColumn,
  type Codes,
} from '../index-columns.ts'
import { IS_LONG } from '../item-shape.ts'
import { textBlockFrom, type StoredTexts, type TextBlock } from '../text-blocks.ts'
import type { ColumnSegment, SegmentReader, SnapshotSize } from './segment-reader.ts'
import { WordSegments, type MemoryBudget } from './word-segments.ts'

export interface CodedValues {
  /** The index of each item's value in the dictionary. */
  readonly codes: Codes
  readonly dictionary: readonly FacetValue[]
}

/** Some megabytes of text. */
const BLOCKS_PER_READ = 32
/** Releasing smaller arrays takes longer than it saves. */
const MIN_RELEASED_BYTES = 65_536

let lastNumber = 0

function nextNumber(): number {
  lastNumber += 1
  return lastNumber
}

/** Memory for texts. */
interface TextBudget extends MemoryBudget {
  /** Whether the texts of the current scope fit. Parts of them would save little time. */
  canFit: boolean
}

/** Memory for the texts and the words of all snapshots of a reader. */
export interface MemoryBudgets {
  readonly texts: TextBudget
  readonly words: MemoryBudget
}

/**
 * The index of a snapshot in a reader, in the order of the service. Columns are read on first use and cached;
 * texts are cached up to a limit and otherwise read each time.
 */
export class CampaignIndex {
  readonly snapshotKey: number
  readonly revision: number
  /** Number of items. */
  readonly count: number
  /**
   * Identifies this index for caches of results. A weak map of thousands of indexes would take longer than
   * the searches whose results it has.
   */
  readonly number = nextNumber()
  readonly handle: ReadHandle
  readonly #segments: SegmentReader
  readonly #coded = new Map<CodedColumn, CodedValues>()
  readonly #numbers = new Map<string, Float64Array>()
  readonly words: WordSegments
  readonly #budget: TextBudget
  readonly #blocks: TextBlock[][] = []
  #textBytes = 0
  /** Undefined until it is read. */
  #quantityTexts: CodedValues | null | undefined = undefined
  #keys: Int32Array<ArrayBuffer> | null = null
  #shape: Codes | null = null
  #longIndexes: Int32Array | null = null

  constructor(
    handle: ReadHandle,
    segments: SegmentReader,
    budgets: MemoryBudgets,
    { snapshotKey, revision, itemCount }: SnapshotSize & Pick<CampaignIndex, 'revision'>,
  ) {
    this.handle = handle
    this.#segments = segments
    this.words = new WordSegments(handle, budgets.words, snapshotKey)
    this.#budget = budgets.texts
    this.snapshotKey = snapshotKey
    this.revision = revision
    this.count = itemCount
  }

  get keys(): Int32Array<ArrayBuffer> {
    this.#keys ??= integerColumnFrom(this.#readSegments('keys'))
    return this.#keys
  }

  /** Quantities; NaN if missing. */
  get quantities(): Float64Array {
    return this.#numberColumn('qty')
  }

  /** Instants of `updatedAt`; NaN if missing or invalid. */
  get instants(): Float64Array {
    return this.#numberColumn('updatedAt')
  }

  /** The shape of each item; see item-shape.ts. */
  get shapes(): Codes {
    this.#shape ??= codesFrom(this.#readSegments('shape'))
    return this.#shape
  }

  /** Indexes of the long items, ascending. The index has none of their texts. */
  get longIndexes(): Int32Array {
    this.#longIndexes ??= findLongIndexes(this.shapes)
    return this.#longIndexes
  }

  /** Reads columns of long items, one item at a time. */
  *longRows<Row extends readonly BoundValue[]>(
    columns: string,
    indexes = this.longIndexes,
  ): Generator<readonly [index: number, row: Row]> {
    if (indexes.length === 0) return
    const row = this.handle.tuples<Row>(`SELECT ${columns} FROM items WHERE key = ?`)
    for (const index of indexes) {
      const values = row.get(this.keys[index] ?? 0)
      if (values !== undefined) yield [index, values]
    }
  }

  /** Returns the codes of a column and their values. */
  codedValues(name: CodedColumn): CodedValues {
    let values = this.#coded.get(name)
    if (values === undefined) {
      const segments = this.#readSegments(name)
      values = { codes: codesFrom(segments), dictionary: dictionaryOf(segments) }
      this.#coded.set(name, values)
    }
    return values
  }

  /** Texts of quantities that are not numbers; null if there are none. */
  get quantityTexts(): CodedValues | null {
    if (this.#quantityTexts === undefined) {
      const segments = this.#readSegments(QUANTITY_TEXTS)
      const codes = new Int32Array(segments.length === 0 ? 0 : this.count)
      for (const segment of segments) codes.set(codesFrom([segment]), segment.first)
      this.#quantityTexts = segments.length === 0 ? null : { codes, dictionary: dictionaryOf(segments) }
    }
    return this.#quantityTexts
  }

  /** Yields the texts of all items, some blocks at a time. */
  *blocks(): Generator<readonly TextBlock[]> {
    const next = this.handle.rows<StoredTexts>(
      `SELECT first, wide, text, ends, irregular FROM copy_texts WHERE copy_key = ? AND first > ?
        ORDER BY first LIMIT ?`,
    )
    yield* this.#blocks
    let last = this.#blocks.at(-1)?.at(-1)?.first ?? -1
    for (;;) {
      const stored = next.all(this.snapshotKey, last, BLOCKS_PER_READ)
      if (stored.length === 0) return
      const blocks = stored.map(textBlockFrom)
      this.#cacheBlocks(
        blocks,
        stored.reduce((sum, { text }) => sum + text.byteLength, 0),
      )
      // Each read takes some megabytes, which garbage collection would free late.
      releaseUnshared(
        ...stored.flatMap(({ text, ends }) => (text.byteLength < MIN_RELEASED_BYTES ? [] : [text, ends])),
      )
      yield blocks
      last = stored.at(-1)?.first ?? Infinity
    }
  }

  /** Returns the stored texts of the block that starts with this item, without caching them. */
  storedTexts(first: number): StoredTexts | undefined {
    return this.handle
      .rows<StoredTexts>(
        'SELECT first, wide, text, ends, irregular FROM copy_texts WHERE copy_key = ? AND first = ?',
      )
      .get(this.snapshotKey, first)
  }

  /** Releases cached texts, because the snapshot is no longer used. */
  release(): void {
    this.#budget.remaining += this.#textBytes
    this.#textBytes = 0
    this.#blocks.length = 0
    this.words.release()
  }

  /** Releases all columns; nothing may use them afterwards. */
  close(): void {
    this.release()
    for (const numbers of this.#numbers.values()) releaseUnshared(numbers)
    for (const { codes } of this.#coded.values()) releaseUnshared(codes)
    if (this.#keys !== null) releaseUnshared(this.#keys)
  }

  /** Caches texts from the start of the snapshot without gaps, so that reading can continue after them. */
  #cacheBlocks(blocks: TextBlock[], bytes: number): void {
    const last = this.#blocks.at(-1)?.at(-1)
    const isNext = (blocks[0]?.first ?? 0) === (last === undefined ? 0 : last.first + last.ends.length)
    if (!isNext || !this.#budget.canFit || bytes > this.#budget.remaining) return
    this.#budget.remaining -= bytes
    this.#textBytes += bytes
    this.#blocks.push(blocks)
  }

  #numberColumn(name: 'qty' | 'updatedAt'): Float64Array {
    let numbers = this.#numbers.get(name)
    if (numbers === undefined) {
      numbers = numberColumnFrom(this.#readSegments(name))
      this.#numbers.set(name, numbers)
    }
    return numbers
  }

  #readSegments(name: string): readonly ColumnSegment[] {
    const segments = this.#segments.read(this.snapshotKey, name)
    if (segments.length === 0 && name !== QUANTITY_TEXTS)
      throw new Error(`The index of a snapshot has no column ${name}`)
    return segments
  }
}

function findLongIndexes(shapes: Codes): Int32Array {
  const indexes: number[] = []
  for (let index = 0; index < shapes.length; index += 1)
    if (((shapes[index] ?? 0) & IS_LONG) !== 0) indexes.push(index)
  return Int32Array.from(indexes)
}

function dictionaryOf(segments: readonly ColumnSegment[]): readonly FacetValue[] {
  return segments.flatMap(({ dictionary }) => dictionary ?? [])
}
