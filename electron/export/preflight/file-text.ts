import { MAX_PREVIEW_ROWS, MAX_PREVIEW_TEXT } from '../../contract/export-preview.ts'
import { openWriter } from '../open-writer.ts'
import type { CellValue } from '../rows/table.ts'
import type { ExportContent, TableWriter } from '../types.ts'

/** The start of a file in UTF-8: its first rows, as they are written. */
export class FileText {
  readonly #writer: TableWriter
  readonly #rowCount: number
  readonly #decoder = new TextDecoder()
  #text = ''

  /** @param rowCount number of rows of the export */
  constructor(content: ExportContent, rowCount: number) {
    this.#rowCount = rowCount
    this.#writer = openWriter(content, { count: rowCount, sheets: [] }, (chunk) => {
      if (this.#text.length < MAX_PREVIEW_TEXT) this.#text += this.#decoder.decode(chunk, { stream: true })
    })
    this.#writer.begin()
  }

  /** Returns the lines so far. A long one may be cut, as in every value that the window receives. */
  lines(): readonly string[] {
    return this.#text.slice(0, MAX_PREVIEW_TEXT).replace(/\n$/u, '').split('\n')
  }

  /**
   * Adds rows; those after the first ones are ignored.
   * @param checkedRows number of rows before these
   */
  async addRows(rows: readonly (readonly CellValue[])[], checkedRows: number): Promise<void> {
    const first = rows.slice(0, Math.max(0, MAX_PREVIEW_ROWS - checkedRows))
    if (first.length > 0) await this.#writer.writeRows(first)
  }

  /** Adds the end of the file, if all of its rows were added. */
  async end(): Promise<void> {
    if (this.#rowCount <= MAX_PREVIEW_ROWS) await this.#writer.end()
  }
}
