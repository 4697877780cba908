import { instantOf } from '../decode-json.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { bytesOfColumn, CODED_COLUMNS, CodeBook, type CodedColumn } from '../index-columns.ts'
import { artworkNamesOf } from '../item-columns.ts'
import { HAS_UPDATED_AT, IS_IRREGULAR, searchedTexts, shapeOf } from '../item-shape.ts'
import type { FacetValue } from '../../contract/query.ts'

/** Items whose texts stand together in a row of `copy_texts`: some hundred kilobytes. */
const ITEMS_A_BLOCK = 1_000
/** Items whose values stand together in a row of `copy_columns`; a whole number of blocks. */
const ITEMS_A_STRETCH = 64 * ITEMS_A_BLOCK

/** The coded columns come last and in their order. */
const INDEXED_COLUMNS = `item_name, pos_number, artwork_names, artwork_list, qty, updated_at, status, is_locked,
  has_artwork, has_allocations, element_name, workflow_template_name, campaign_name`

type Text = string | null
type IndexedTuple = readonly [
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

/** Makes the index of a copy from its items, in the place of an earlier one. Must run inside a transaction. */
export function indexCopy(handle: WriteHandle, copyKey: number): void {
  handle.command('DELETE FROM copy_columns WHERE copy_key = ?').run(copyKey)
  handle.command('DELETE FROM copy_texts WHERE copy_key = ?').run(copyKey)
  const keys = keysInOrder(handle, copyKey)
  const books = CODED_COLUMNS.map(() => new CodeBook())
  // A copy without items has an index too: one empty stretch.
  for (let start = 0; start === 0 || start < keys.length; start += ITEMS_A_STRETCH) {
    const stretch = keys.subarray(start, start + ITEMS_A_STRETCH)
    const columns = new StretchBuilder(stretch, books)
    for (let at = 0; at < stretch.length; at += ITEMS_A_BLOCK) {
      const texts = new TextsBuilder()
      for (const tuple of itemsWithKeys(handle, stretch.subarray(at, at + ITEMS_A_BLOCK))) {
        columns.add(tuple, texts.add(tuple))
      }
      texts.store(handle, copyKey, start + at)
    }
    columns.store(handle, copyKey, start)
  }
}

/** Makes the indexes that are missing: a migration may have emptied them. */
export function indexMissingCopies(handle: WriteHandle): void {
  const missing = handle
    .values<number>(
      `SELECT copy_key FROM campaigns WHERE copy_key IS NOT NULL
        AND copy_key NOT IN (SELECT copy_key FROM copy_columns)`,
    )
    .all()
  for (const copyKey of missing) {
    handle.transaction(() => {
      indexCopy(handle, copyKey)
    })
  }
}

/** Whether the index of a copy has its items in the order in which they are. Asked when nothing but places changed. */
export function isOrderIndexed(handle: WriteHandle, copyKey: number): boolean {
  const indexed = handle
    .values<Uint8Array>("SELECT data FROM copy_columns WHERE copy_key = ? AND name = 'keys' ORDER BY first")
    .all(copyKey)
  return Buffer.compare(bytesOfColumn(keysInOrder(handle, copyKey)), Buffer.concat(indexed)) === 0
}

/** Position of the first item of a copy in the order of the service; 0 without items. */
export function firstPosition(handle: ReadHandle, copyKey: number): number {
  // The index knows the first item without a look at the others.
  const first = handle
    .values<Buffer | null>(
      "SELECT substr(data, 1, 4) FROM copy_columns WHERE copy_key = ? AND name = 'keys' AND first = 0",
    )
    .get(copyKey)
  if (first?.length !== 4) return 0
  const key = new Int32Array(Uint8Array.from(first).buffer)[0] ?? 0
  return handle.values<number>('SELECT position FROM items WHERE key = ?').get(key) ?? 0
}

/** The keys of the items in the order of the service. */
function keysInOrder(handle: WriteHandle, copyKey: number): Int32Array<ArrayBuffer> {
  const { count, first, last } = handle
    .rows<{ readonly count: number; readonly first: number; readonly last: number }>(
      `SELECT count(*) AS count, coalesce(min(item_key), 0) AS first, coalesce(max(item_key), 0) AS last
        FROM item_ids WHERE copy_key = ?`,
    )
    .get(copyKey) ?? { count: 0, first: 0, last: 0 }
  const stretch = last - first + 1 === count ? ([first, last] as const) : null
  const keys = new Int32Array(count)
  let at = 0
  let previous = -Infinity
  for (const [key, position] of positions(handle, copyKey, stretch)) {
    if (position < previous) break
    previous = position
    keys[at] = key
    at += 1
  }
  return at === count ? keys : sortedKeys(positions(handle, copyKey, stretch), count)
}

function sortedKeys(
  rows: Iterable<readonly [key: number, position: number]>,
  count: number,
): Int32Array<ArrayBuffer> {
  const keys = new Int32Array(count)
  const places = new Float64Array(count)
  let at = 0
  for (const [key, position] of rows) {
    keys[at] = key
    places[at] = position
    at += 1
  }
  const order = Uint32Array.from(keys.keys()).sort(
    (a, b) => (places[a] ?? 0) - (places[b] ?? 0) || (keys[a] ?? 0) - (keys[b] ?? 0),
  )
  return Int32Array.from(order, (place) => keys[place] ?? 0)
}

/** Keys and positions, ascending by key. A copy whose keys follow one another is read as it lies in the file. */
function positions(
  handle: WriteHandle,
  copyKey: number,
  stretch: readonly [first: number, last: number] | null,
): Iterable<readonly [key: number, position: number]> {
  if (stretch !== null) {
    return handle
      .tuples<readonly [number, number]>(
        'SELECT key, position FROM items WHERE key BETWEEN ? AND ? ORDER BY key',
      )
      .iterate(...stretch)
  }
  return handle
    .tuples<readonly [number, number]>(
      `SELECT key, position FROM items WHERE key IN (SELECT item_key FROM item_ids WHERE copy_key = ?)
        ORDER BY key`,
    )
    .iterate(copyKey)
}

/** Items by their keys; keys that follow one another, as they do as a rule, are read as they lie in the file. */
function itemsWithKeys(handle: WriteHandle, keys: Int32Array): readonly IndexedTuple[] {
  const first = keys[0] ?? 0
  const last = keys.at(-1) ?? 0
  if (last - first === keys.length - 1 && keys.every((key, at) => key === first + at)) {
    return handle
      .tuples<IndexedTuple>(`SELECT ${INDEXED_COLUMNS} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`)
      .all(first, last)
  }
  const item = handle.tuples<IndexedTuple>(`SELECT ${INDEXED_COLUMNS} FROM items WHERE key = ?`)
  return Array.from(keys, (key) => {
    const tuple = item.get(key)
    if (tuple === undefined) throw new Error('An item vanished inside a transaction')
    return tuple
  })
}

/** The columns of a stretch of items, gathered item by item. */
class StretchBuilder {
  readonly #keys: Int32Array
  readonly #qty: Float64Array
  readonly #updatedAt: Float64Array
  readonly #shape: Uint8Array
  readonly #books: readonly CodeBook[]
  readonly #coded: readonly Int32Array[]
  #at = 0

  constructor(keys: Int32Array, books: readonly CodeBook[]) {
    this.#keys = keys
    this.#books = books
    this.#qty = new Float64Array(keys.length)
    this.#updatedAt = new Float64Array(keys.length)
    this.#shape = new Uint8Array(keys.length)
    this.#coded = books.map(() => new Int32Array(keys.length))
  }

  add(tuple: IndexedTuple, shape: number): void {
    const at = this.#at
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
    for (const [name, data] of Object.entries(plain)) {
      put.run(copyKey, name, first, data.BYTES_PER_ELEMENT, bytesOfColumn(data), null)
    }
    for (const [at, name] of CODED_COLUMNS.entries()) {
      const [book, values] = [this.#books[at], this.#coded[at]]
      if (book === undefined || values === undefined) continue
      const codes = book.packed(values)
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

  /** Gives the item's shape. */
  add(tuple: IndexedTuple): number {
    const fields = {
      itemName: tuple[0],
      posNumber: tuple[1],
      elementName: tuple[10],
      artworkNames: artworkNamesOf(tuple[2], tuple[3]),
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
