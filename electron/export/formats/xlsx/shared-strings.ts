import { ByteBuffer } from '../../values/byte-buffer.ts'
import { fittingText } from '../../values/sheet-limits.ts'
import type { ZipWriter } from './zip-writer.ts'
import { writeStringElement } from './xml-text.ts'

/** Texts that are held at most: memory must not grow with the rows. */
const MAX_SHARED_TEXTS = 1 << 16
const MAX_SHARED_TEXT_LENGTH = 256
/** From so many texts on it shows whether those of a column repeat. */
const ENOUGH_TO_TELL = 1_024

/**
 * Texts that stand in many cells, each written once. A column whose texts hardly repeat is left out: its
 * texts stand in their cells.
 */
export class SharedStrings {
  readonly #places = new Map<string, number>()
  /** As they are written, by their places. */
  readonly #texts: string[] = []
  readonly #seen: number[]
  readonly #added: number[]
  #uses = 0

  constructor(columns: number) {
    this.#seen = new Array<number>(columns).fill(0)
    this.#added = new Array<number>(columns).fill(0)
  }

  /**
   * The place of a text in the table, in which it is as a cell can have it; -1: it has to stand in its cell.
   */
  placeOf(text: string, column: number): number {
    const seen = (this.#seen[column] ?? 0) + 1
    const added = this.#added[column] ?? 0
    if ((added > ENOUGH_TO_TELL && added * 2 > seen) || text.length > MAX_SHARED_TEXT_LENGTH) return -1
    this.#seen[column] = seen
    const known = this.#places.get(text)
    if (known !== undefined) {
      this.#uses += 1
      return known
    }
    const { size } = this.#places
    if (size >= MAX_SHARED_TEXTS) return -1
    this.#added[column] = added + 1
    this.#places.set(text, size)
    this.#texts.push(fittingText(text))
    this.#uses += 1
    return size
  }

  /** Writes the table. */
  async writeTo(zip: ZipWriter, path: string): Promise<void> {
    const entry = zip.open(path)
    const bytes = new ByteBuffer()
    bytes.ascii(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"' +
        ` count="${String(this.#uses)}" uniqueCount="${String(this.#places.size)}">`,
    )
    for (const text of this.#texts) {
      bytes.ascii('<si>')
      writeStringElement(bytes, text)
      bytes.ascii('</si>')
    }
    bytes.ascii('</sst>')
    await entry.write(bytes.take())
    await entry.end()
  }
}
