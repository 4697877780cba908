import { instantOf } from '../decode-json.ts'
import type { WriteHandle } from '../database/handles.ts'
import { bytesOfColumn, CODED_COLUMNS, CodeBook, type CodedColumn } from '../index-columns.ts'
import { artworkNamesOf } from '../item-columns.ts'
import { HAS_UPDATED_AT, IS_IRREGULAR, searchedTexts, shapeOf } from '../item-shape.ts'
import type { FacetValue } from '../../contract/query.ts'

/** Items whose texts stand together in a row of `copy_texts`: some hundred kilobytes. */
export const ITEMS_A_BLOCK = 1_000
/** Items whose values stand together in a row of `copy_columns` and of `copy_words`; a whole number of blocks. */
const ITEMS_A_STRETCH = 64 * ITEMS_A_BLOCK

/** The columns of `items` that an index is made from. The coded ones come last and in their order. */
export const INDEXED_COLUMN_NAMES = [
  'item_name',
  'pos_number',
  'artwork_names',
  'artwork_list',
  'qty',
  'updated_at',
  'status',
  'is_locked',
  'has_artwork',
  'has_allocations',
  'element_name',
  'workflow_template_name',
  'campaign_name',
] as const

type Text = string | null
/** The values of {@link INDEXED_COLUMN_NAMES}. */
export type IndexedTuple = readonly [
  itemName: Text,
  posNumber: Text,
  artworkNames: Text,
  artworkList: Text,
  qty: number | null,
  updatedAt: Text,
  status: number | null,
  isLocked: number | null,
  hasArtwork: number | null,
  hasAllocations: number | null,
  elementName: Text,
  workflowTemplateName: Text,
  campaignName: Text,
]
const FIRST_CODED = 6
/** A character that does not fit into one byte. */
const WIDE = /[^\0-\xff]/
const FLAGS: ReadonlySet<CodedColumn> = new Set<CodedColumn>(['isLocked', 'hasArtwork', 'hasAllocations'])

/**
 * Makes the index of a copy from its items, given one after the other in the order of the service. What is gathered is
 * stored every now and then, so that it takes the same memory for any number of items.
 */
export class IndexBuilder {
  readonly #handle: WriteHandle
  readonly #copyKey: number
  readonly #books = CODED_COLUMNS.map(() => new CodeBook())
  #columns: StretchBuilder
  #texts = new TextsBuilder()
  /** Place of the first item of the stretch that is gathered. */
  #first = 0
  #stored = false

  constructor(handle: WriteHandle, copyKey: number) {
    this.#handle = handle
    this.#copyKey = copyKey
    this.#columns = new StretchBuilder(this.#books)
  }

  /** Must run inside a transaction. */
  add(key: number, tuple: IndexedTuple): void {
    const artworkNames = artworkNamesOf(tuple[2], tuple[3])
    this.#columns.add(key, tuple, this.#texts.add(tuple, artworkNames))
    if (this.#texts.count === ITEMS_A_BLOCK) this.#storeTexts()
    if (this.#columns.count === ITEMS_A_STRETCH) this.#storeStretch()
  }

  /** Stores what was gathered last. Must run inside a transaction. */
  finish(): void {
    if (this.#texts.count > 0) this.#storeTexts()
    // A copy without items has an index too: one empty stretch.
    if (this.#columns.count > 0 || !this.#stored) this.#storeStretch()
  }

  #storeTexts(): void {
    this.#texts.store(this.#handle, this.#copyKey, this.#first + this.#columns.count - this.#texts.count)
    this.#texts = new TextsBuilder()
  }

  #storeStretch(): void {
    this.#columns.store(this.#handle, this.#copyKey, this.#first)
    this.#first += this.#columns.count
    this.#columns = new StretchBuilder(this.#books)
    this.#stored = true
  }
}

/** The columns of a stretch of items, gathered item by item. */
class StretchBuilder {
  readonly #keys = new Int32Array(ITEMS_A_STRETCH)
  readonly #qty = new Float64Array(ITEMS_A_STRETCH)
  readonly #updatedAt = new Float64Array(ITEMS_A_STRETCH)
  readonly #shape = new Uint8Array(ITEMS_A_STRETCH)
  readonly #books: readonly CodeBook[]
  readonly #coded: readonly Int32Array[]
  #at = 0

  constructor(books: readonly CodeBook[]) {
    this.#books = books
    this.#coded = books.map(() => new Int32Array(ITEMS_A_STRETCH))
  }

  get count(): number {
    return this.#at
  }

  add(key: number, tuple: IndexedTuple, shape: number): void {
    const at = this.#at
    this.#keys[at] = key
    this.#shape[at] = shape | (tuple[5] === null ? 0 : HAS_UPDATED_AT)
    this.#qty[at] = tuple[4] ?? Number.NaN
    this.#updatedAt[at] = instantOf(tuple[5]) ?? Number.NaN
    for (const [column, codes] of this.#coded.entries()) {
      codes[at] = this.#books[column]?.codeOf(tuple[FIRST_CODED + column] ?? null) ?? 0
    }
    this.#at += 1
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
    for (const [at, name] of CODED_COLUMNS.entries()) {
      const [book, values] = [this.#books[at], this.#coded[at]]
      if (book === undefined || values === undefined) continue
      const codes = book.packed(values.subarray(0, this.#at))
      const fresh = FLAGS.has(name) ? book.takeFresh().map(asFlag) : book.takeFresh()
      put.run(copyKey, name, first, codes.BYTES_PER_ELEMENT, bytesOfColumn(codes), JSON.stringify(fresh))
    }
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
  add(tuple: IndexedTuple, artworkNames: readonly string[]): number {
    const fields = {
      itemName: tuple[0],
      posNumber: tuple[1],
      elementName: tuple[10],
      artworkNames,
    }
    const texts = searchedTexts(fields)
    const shape = shapeOf(fields, texts)
    if ((shape & IS_IRREGULAR) !== 0) {
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

function asFlag(value: FacetValue): boolean | null {
  return value === null ? null : value === 1
}
