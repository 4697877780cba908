import { ByteBuffer } from '../../values/byte-buffer.ts'
import { fitText } from '../../values/sheet-limits.ts'
import type { ZipWriter } from './zip-writer.ts'
import { writeStringElement } from './xml-text.ts'

/** Limits the memory for shared texts. */
const MAX_SHARED_TEXTS = 1 << 16
const MAX_SHARED_TEXT_LENGTH = 256
/** Number of texts that shows whether those of a column repeat. */
const SAMPLE_TEXTS = 1_024

/**
 * Shares texts that occur in several cells. The texts of a column that hardly repeat are written into their
 * cells.
 */
export class SharedStrings {
  readonly #indexes = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #textCounts: number[]
  readonly #distinctCounts: number[]
  #uses = 0

  constructor(columns: number) {
    this.#textCounts = new Array<number>(columns).fill(0)
    this.#distinctCounts = new Array<number>(columns).fill(0)
  }

  /** Returns the index of a text in the table, or -1 if it must be written into its cell. */
  indexOf(text: string, column: number): number {
    const textCount = (this.#textCounts[column] ?? 0) + 1
    const distinctCount = this.#distinctCounts[column] ?? 0
    if (
      (distinctCount > SAMPLE_TEXTS && distinctCount * 2 > textCount) ||
      text.length > MAX_SHARED_TEXT_LENGTH
    )
      return -1
    this.#textCounts[column] = textCount
    const index = this.#indexes.get(text)
    if (index !== undefined) {
      this.#uses += 1
      return index
    }
    const { size } = this.#indexes
    if (size >= MAX_SHARED_TEXTS) return -1
    this.#distinctCounts[column] = distinctCount + 1
    this.#indexes.set(text, size)
    this.#texts.push(fitText(text))
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
        ` count="${String(this.#uses)}" uniqueCount="${String(this.#indexes.size)}">`,
    )
    for (const text of this.#texts) {
      bytes.ascii('<si>')
      writeStringElement(bytes, text)
      bytes.ascii('</si>')
    }
    bytes.ascii('</sst>')
    await entry.write(bytes.toBytes())
    await entry.end()
  }
}
