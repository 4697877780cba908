import type { AlterationCount } from '../format.ts'
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
  /** Number of cells with each text. */
  readonly #uses: number[] = []

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
      this.#uses[index] = (this.#uses[index] ?? 0) + 1
      return index
    }
    const { size } = this.#indexes
    if (size >= MAX_SHARED_TEXTS) return -1
    this.#distinctCounts[column] = distinctCount + 1
    this.#indexes.set(text, size)
    this.#texts.push(fitText(text))
    this.#uses.push(1)
    return size
  }

  /**
   * Writes the table.
   * @param altered counts the cells whose lone surrogates are replaced
   */
  async writeTo(zip: ZipWriter, path: string, altered: AlterationCount | null): Promise<void> {
    const entry = zip.open(path)
    const bytes = new ByteBuffer()
    const count = this.#uses.reduce((sum, uses) => sum + uses, 0)
    bytes.ascii(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"' +
        ` count="${String(count)}" uniqueCount="${String(this.#indexes.size)}">`,
    )
    for (const [index, text] of this.#texts.entries()) {
      bytes.ascii('<si>')
      const isUnchanged = writeStringElement(bytes, text)
      if (!isUnchanged && altered !== null) altered.replaced += this.#uses[index] ?? 0
      bytes.ascii('</si>')
    }
    bytes.ascii('</sst>')
    await entry.write(bytes.toBytes())
    await entry.end()
  }
}
