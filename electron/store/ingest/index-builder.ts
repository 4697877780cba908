import { instantOf } from '../decode-json.ts'
import type { WriteHandle } from '../database/handles.ts'
import type { TextValues } from '../decode-cells.ts'
import { abbreviated } from '../abbreviated-value.ts'
import { bytesOfColumn, CODED_COLUMNS, CodeBook, QUANTITY_TEXTS, type CodedColumn } from '../index-columns.ts'
import { artworkNamesOf, columnName } from '../item-columns.ts'
import { HAS_UPDATED_AT, IS_IRREGULAR, IS_LONG, searchedTexts, shapeOf } from '../item-shape.ts'
import { columnKindOf } from '../../contract/columns.ts'
import type { FacetValue } from '../../contract/query.ts'

/** Items whose texts stand together in a row of `copy_texts`: some hundred kilobytes. */
export const ITEMS_PER_BLOCK = 1_000
/**
 * Items whose values stand together in a row of `copy_columns` and of `copy_words`; a whole number of blocks.
 */
const ITEMS_PER_SEGMENT = 64 * ITEMS_PER_BLOCK

/** The columns of `items` that an index is made from. The coded ones come last and in their order. */
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
/** The values of {@link INDEXED_COLUMN_NAMES}. */
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
/** A character that does not fit into one byte. */
const WIDE = /[^\0-\xff]/
const isFlag = (name: CodedColumn | typeof QUANTITY_TEXTS): boolean =>
  name !== QUANTITY_TEXTS && columnKindOf(name) === 'boolean'

/**
 * Makes the index of a snapshot from its items, given one after the other in the order of the service. What
 * is gathered is stored every now and then, so that it takes the same memory for any number of items.
 */
export class IndexBuilder {
  readonly #handle: WriteHandle
  readonly #copyKey: number
  readonly #books: Books = { columns: CODED_COLUMNS.map(() => new CodeBook()), quantities: new CodeBook() }
  #columns: SegmentBuilder
  #texts = new TextsBuilder()
  /** Place of the first item of the segment that is gathered. */
  #first = 0
  #stored = false

  constructor(handle: WriteHandle, copyKey: number) {
    this.#handle = handle
    this.#copyKey = copyKey
    this.#columns = new SegmentBuilder(this.#books)
  }

  /** Must run inside a transaction. The index has no text of a long item; see long-items.ts. */
  add(key: number, tuple: IndexedTuple, isLong: boolean): void {
    const artworkNames = artworkNamesOf(tuple[2], tuple[3])
    this.#columns.add(key, tuple, this.#texts.add(tuple, artworkNames, isLong), isLong)
    if (this.#texts.count === ITEMS_PER_BLOCK) this.#storeTexts()
    if (this.#columns.count === ITEMS_PER_SEGMENT) this.#storeSegment()
  }

  /** Stores what was gathered last. Must run inside a transaction. */
  finish(): void {
    if (this.#texts.count > 0) this.#storeTexts()
    // A copy without items has an index too: one empty segment.
    if (this.#columns.count > 0 || !this.#stored) this.#storeSegment()
  }

  #storeTexts(): void {
    this.#texts.store(this.#handle, this.#copyKey, this.#first + this.#columns.count - this.#texts.count)
    this.#texts = new TextsBuilder()
  }

  #storeSegment(): void {
    this.#columns.store(this.#handle, this.#copyKey, this.#first)
    this.#first += this.#columns.count
    this.#columns = new SegmentBuilder(this.#books)
    this.#stored = true
  }
}

interface Books {
  /** In the order of the coded columns. */
  readonly columns: readonly CodeBook[]
  /** Texts of quantities that a number cannot hold. */
  readonly quantities: CodeBook
}

/** The columns of a segment of items, gathered item by item. */
class SegmentBuilder {
  readonly #keys = new Int32Array(ITEMS_PER_SEGMENT)
  readonly #qty = new Float64Array(ITEMS_PER_SEGMENT)
  readonly #updatedAt = new Float64Array(ITEMS_PER_SEGMENT)
  readonly #shape = new Uint8Array(ITEMS_PER_SEGMENT)
  readonly #books: Books
  readonly #coded: readonly Int32Array[]
  /** Null: every quantity of the segment is a number. */
  #quantityTexts: Int32Array | null = null
  #at = 0

  constructor(books: Books) {
    this.#books = books
    this.#coded = books.columns.map(() => new Int32Array(ITEMS_PER_SEGMENT))
  }

  get count(): number {
    return this.#at
  }

  add(key: number, tuple: IndexedTuple, shape: number, isLong: boolean): void {
    const at = this.#at
    this.#keys[at] = key
    this.#shape[at] = shape | (tuple[5] === null ? 0 : HAS_UPDATED_AT)
    this.#qty[at] = tuple[4] ?? Number.NaN
    this.#updatedAt[at] = instantOf(tuple[5]) ?? Number.NaN
    const stored = isLong ? abbreviated : <Value>(value: Value): Value => value
    for (const [column, codes] of this.#coded.entries()) {
      codes[at] = this.#books.columns[column]?.codeOf(stored(tuple[FIRST_CODED + column] ?? null)) ?? 0
    }
    if (tuple[6] !== null) this.#addTexts(JSON.parse(tuple[6]) as TextValues, stored)
    this.#at += 1
  }

  /** Puts texts into the place of values that their columns cannot hold. */
  #addTexts(texts: TextValues, stored: (text: string) => FacetValue): void {
    for (const [column, codes] of this.#coded.entries()) {
      const text = texts[CODED_COLUMNS[column] ?? 'status']
      if (text !== undefined) codes[this.#at] = this.#books.columns[column]?.codeOf(stored(text)) ?? 0
    }
    if (texts.qty === undefined) return
    this.#quantityTexts ??= new Int32Array(ITEMS_PER_SEGMENT)
    this.#quantityTexts[this.#at] = this.#books.quantities.codeOf(stored(texts.qty))
  }

  store(handle: WriteHandle, copyKey: number, first: number): void {
    const put = handle.command(
      'INSERT INTO copy_columns (copy_key, name, first, width, data, dictionary) VALUES (?, ?, ?, ?, ?, ?)',
    )
    const plain = { keys: this.#keys, qty: this.#qty, updatedAt: this.#updatedAt, shape: this.#shape }
    for (const [name, column] of Object.entries(plain)) {
      const data = column.subarray(0, this.#at)
      put.run(copyKey, name, first, data.BYTES_PER_ELEMENT, bytesOfColumn(data), null)
    }
    const putCoded = (
      name: CodedColumn | typeof QUANTITY_TEXTS,
      book: CodeBook,
      values: Int32Array,
    ): void => {
      const codes = book.packed(values.subarray(0, this.#at))
      const fresh = isFlag(name) ? book.takeFresh().map(asFlag) : book.takeFresh()
      put.run(copyKey, name, first, codes.BYTES_PER_ELEMENT, bytesOfColumn(codes), JSON.stringify(fresh))
    }
    for (const [at, name] of CODED_COLUMNS.entries()) {
      const [book, values] = [this.#books.columns[at], this.#coded[at]]
      if (book !== undefined && values !== undefined) putCoded(name, book, values)
    }
    if (this.#quantityTexts !== null) putCoded(QUANTITY_TEXTS, this.#books.quantities, this.#quantityTexts)
  }
}

/** The texts of some neighbouring items. */
class TextsBuilder {
  readonly #lines: string[] = []
  readonly #ends: number[] = []
  readonly #irregular: [number, readonly string[]][] = []
  #length = 0

  get count(): number {
    return this.#ends.length
  }

  /** Gives the item's shape. */
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
      // Its row is read instead.
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

  store(handle: WriteHandle, copyKey: number, first: number): void {
    const text = this.#lines.join('')
    const wide = WIDE.test(text)
    handle
      .command(
        'INSERT INTO copy_texts (copy_key, first, wide, text, ends, irregular) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        copyKey,
        first,
        Number(wide),
        Buffer.from(text, wide ? 'utf16le' : 'latin1'),
        bytesOfColumn(Int32Array.from(this.#ends)),
        this.#irregular.length === 0 ? null : JSON.stringify(this.#irregular),
      )
  }
}

/** A flag is 1 or 0 in the database; what is not one is a text. */
function asFlag(value: FacetValue): FacetValue {
  return typeof value === 'number' ? value === 1 : value
}
