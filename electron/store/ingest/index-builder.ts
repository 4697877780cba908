import { instantOf } from '../decode-json.ts'
import type { WriteHandle } from '../database/handles.ts'
import type { TextValues } from '../decode-cells.ts'
import { abbreviateValue } from '../abbreviated-value.ts'
import { bytesOfColumn, CODED_COLUMNS, CodeBook, QUANTITY_TEXTS, type CodedColumn } from '../index-columns.ts'
import { artworkNamesOf, columnName } from '../item-columns.ts'
import { HAS_UPDATED_AT, IS_IRREGULAR, IS_LONG, searchedTexts, shapeOf } from '../item-shape.ts'
import { columnKindOf } from '../../contract/columns.ts'
import type { FacetValue } from '../../contract/query.ts'

/** Items in a row of `copy_texts`, which has some hundred kilobytes. */
export const ITEMS_PER_BLOCK = 1_000
/** Items in a row of `copy_columns` and of `copy_words`; a multiple of the block size. */
const ITEMS_PER_SEGMENT = 64 * ITEMS_PER_BLOCK

/** The columns of `items` that are indexed. The coded ones come last and in their order. */
export const INDEXED_COLUMN_NAMES = [
  'item_name',
  'pos_number',
  'artwork_names',
  'artwork_list',
  'qty',
  'updated_at',
  'text_values',
  ...CODED_COLUMNS.map(columnName),
]

type Text = string | null
/** Values of {@link INDEXED_COLUMN_NAMES}. */
export type IndexedTuple = readonly [
  itemName: Text,
  posNumber: Text,
  artworkNames: Text,
  artworkList: Text,
  qty: number | null,
  updatedAt: Text,
  textValues: Text,
  ...coded: readonly (Text | number)[],
]
const FIRST_CODED = 7
const ELEMENT_NAME = FIRST_CODED + CODED_COLUMNS.indexOf('elementName')
/** Matches a character that does not fit into one byte. */
const NOT_LATIN_1 = /[^\0-\xff]/
const isFlag = (name: CodedColumn | typeof QUANTITY_TEXTS): boolean =>
  name !== QUANTITY_TEXTS && columnKindOf(name) === 'boolean'

/**
 * Builds the index of a snapshot from its items in the order of the service. Full blocks and segments are
 * stored at once, so that memory does not grow with the number of items.
 */
export class IndexBuilder {
  readonly #handle: WriteHandle
  readonly #snapshotKey: number
  readonly #books: CodeBooks = {
    columns: CODED_COLUMNS.map(() => new CodeBook()),
    quantities: new CodeBook(),
  }
  #columns: SegmentBuilder
  #texts = new TextsBuilder()
  /** Index of the first item of the current segment. */
  #segmentStart = 0
  #hasStoredSegment = false

  constructor(handle: WriteHandle, snapshotKey: number) {
    this.#handle = handle
    this.#snapshotKey = snapshotKey
    this.#columns = new SegmentBuilder(this.#books)
  }

  /** Adds an item. Must run inside a transaction. The index has no texts of long items; see long-items.ts. */
  add(key: number, tuple: IndexedTuple, isLong: boolean): void {
    const artworkNames = artworkNamesOf(tuple[2], tuple[3])
    this.#columns.add(key, tuple, this.#texts.add(tuple, artworkNames, isLong), isLong)
    if (this.#texts.count === ITEMS_PER_BLOCK) this.#storeTexts()
    if (this.#columns.count === ITEMS_PER_SEGMENT) this.#storeSegment()
  }

  /** Stores the last block and segment. Must run inside a transaction. */
  finish(): void {
    if (this.#texts.count > 0) this.#storeTexts()
    // A snapshot without items has one empty segment.
    if (this.#columns.count > 0 || !this.#hasStoredSegment) this.#storeSegment()
  }

  #storeTexts(): void {
    this.#texts.store(
      this.#handle,
      this.#snapshotKey,
      this.#segmentStart + this.#columns.count - this.#texts.count,
    )
    this.#texts = new TextsBuilder()
  }

  #storeSegment(): void {
    this.#columns.store(this.#handle, this.#snapshotKey, this.#segmentStart)
    this.#segmentStart += this.#columns.count
    this.#columns = new SegmentBuilder(this.#books)
    this.#hasStoredSegment = true
  }
}

interface CodeBooks {
  /** In the order of the coded columns. */
  readonly columns: readonly CodeBook[]
  /** Texts of quantities that are not numbers. */
  readonly quantities: CodeBook
}

/** Collects the columns of a segment. */
class SegmentBuilder {
  readonly #keys = new Int32Array(ITEMS_PER_SEGMENT)
  readonly #qty = new Float64Array(ITEMS_PER_SEGMENT)
  readonly #updatedAt = new Float64Array(ITEMS_PER_SEGMENT)
  readonly #shape = new Uint8Array(ITEMS_PER_SEGMENT)
  readonly #books: CodeBooks
  readonly #coded: readonly Int32Array[]
  /** Null if all quantities of the segment are numbers. */
  #quantityTexts: Int32Array | null = null
  #count = 0

  constructor(books: CodeBooks) {
    this.#books = books
    this.#coded = books.columns.map(() => new Int32Array(ITEMS_PER_SEGMENT))
  }

  get count(): number {
    return this.#count
  }

  add(key: number, tuple: IndexedTuple, shape: number, isLong: boolean): void {
    const index = this.#count
    this.#keys[index] = key
    this.#shape[index] = shape | (tuple[5] === null ? 0 : HAS_UPDATED_AT)
    this.#qty[index] = tuple[4] ?? Number.NaN
    this.#updatedAt[index] = instantOf(tuple[5]) ?? Number.NaN
    const shorten = isLong ? abbreviateValue : <Value>(value: Value): Value => value
    for (const [column, codes] of this.#coded.entries()) {
      codes[index] = this.#books.columns[column]?.codeOf(shorten(tuple[FIRST_CODED + column] ?? null)) ?? 0
    }
    if (tuple[6] !== null) this.#addTexts(JSON.parse(tuple[6]) as TextValues, shorten)
    this.#count += 1
  }

  /** Replaces values with their texts if they do not fit their columns. */
  #addTexts(texts: TextValues, shorten: (text: string) => FacetValue): void {
    for (const [column, codes] of this.#coded.entries()) {
      const text = texts[CODED_COLUMNS[column] ?? 'status']
      if (text !== undefined) codes[this.#count] = this.#books.columns[column]?.codeOf(shorten(text)) ?? 0
    }
    if (texts.qty === undefined) return
    this.#quantityTexts ??= new Int32Array(ITEMS_PER_SEGMENT)
    this.#quantityTexts[this.#count] = this.#books.quantities.codeOf(shorten(texts.qty))
  }

  store(handle: WriteHandle, snapshotKey: number, first: number): void {
    const insert = handle.command(
      'INSERT INTO copy_columns (copy_key, name, first, width, data, dictionary) VALUES (?, ?, ?, ?, ?, ?)',
    )
    const columns = { keys: this.#keys, qty: this.#qty, updatedAt: this.#updatedAt, shape: this.#shape }
    for (const [name, column] of Object.entries(columns)) {
      const data = column.subarray(0, this.#count)
      insert.run(snapshotKey, name, first, data.BYTES_PER_ELEMENT, bytesOfColumn(data), null)
    }
    const insertCodes = (
      name: CodedColumn | typeof QUANTITY_TEXTS,
      book: CodeBook,
      values: Int32Array,
    ): void => {
      const codes = book.pack(values.subarray(0, this.#count))
      const newValues = isFlag(name) ? book.takeNewValues().map(toFlag) : book.takeNewValues()
      insert.run(
        snapshotKey,
        name,
        first,
        codes.BYTES_PER_ELEMENT,
        bytesOfColumn(codes),
        JSON.stringify(newValues),
      )
    }
    for (const [columnIndex, name] of CODED_COLUMNS.entries()) {
      const [book, values] = [this.#books.columns[columnIndex], this.#coded[columnIndex]]
      if (book !== undefined && values !== undefined) insertCodes(name, book, values)
    }
    if (this.#quantityTexts !== null) insertCodes(QUANTITY_TEXTS, this.#books.quantities, this.#quantityTexts)
  }
}

/** Collects the texts of a block of items. */
class TextsBuilder {
  readonly #lines: string[] = []
  readonly #ends: number[] = []
  readonly #irregular: [number, readonly string[]][] = []
  #length = 0

  get count(): number {
    return this.#ends.length
  }

  /** Adds the texts of an item and returns its shape. */
  add(tuple: IndexedTuple, artworkNames: readonly string[], isLong: boolean): number {
    const fields = {
      itemName: tuple[0],
      posNumber: tuple[1],
      elementName: (tuple[ELEMENT_NAME] ?? null) as Text,
      artworkNames,
    }
    const texts = searchedTexts(fields)
    const shape = isLong ? shapeOf(fields, []) | IS_LONG : shapeOf(fields, texts)
    if (isLong) {
      // Searches read its row instead.
    } else if ((shape & IS_IRREGULAR) !== 0) {
      this.#irregular.push([this.#ends.length, texts])
    } else {
      for (const text of texts) {
        this.#lines.push(text, '\n')
        this.#length += text.length + 1
      }
    }
    this.#ends.push(this.#length)
    return shape
  }

  store(handle: WriteHandle, snapshotKey: number, first: number): void {
    const text = this.#lines.join('')
    const isWide = NOT_LATIN_1.test(text)
    handle
      .command(
        'INSERT INTO copy_texts (copy_key, first, wide, text, ends, irregular) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        snapshotKey,
        first,
        Number(isWide),
        Buffer.from(text, isWide ? 'utf16le' : 'latin1'),
        bytesOfColumn(Int32Array.from(this.#ends)),
        this.#irregular.length === 0 ? null : JSON.stringify(this.#irregular),
      )
  }
}

/** Flags are 1 or 0 in the database; other values are texts. */
function toFlag(value: FacetValue): FacetValue {
  return typeof value === 'number' ? value === 1 : value
}
