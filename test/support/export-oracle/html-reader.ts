import { CELL_KINDS, hashOfText, type CellChecksum } from './cell-checksum.ts'
import { LineReader } from './line-reader.ts'
import { REASONS, MalformedFile } from './types.ts'

const ROW = /^<tr>(.*)<\/tr>$/su
const CELL = /^<t[dh]( class="n")?[^>]*>(.*)$/su
const CELL_END = /<\/t[dh]>/u
const LINES_AFTER_ROWS = ['</tbody>', '</table>', '</body>', '</html>']

/** Reads a page with one table and one row per line. A cell is its markup and whether it is a number. */
export class HtmlReader extends LineReader {
  readonly #columns: number
  readonly #checksum: CellChecksum
  #isInRows = false
  /** Number of {@link LINES_AFTER_ROWS} that were read. */
  #linesAfterRows = 0

  constructor(columns: number, checksum: CellChecksum) {
    super()
    this.#columns = columns
    this.#checksum = checksum
  }

  protected override readLine(text: string): void {
    if (this.#linesAfterRows > 0 || text === LINES_AFTER_ROWS[0]) {
      if (!this.#isInRows || text !== LINES_AFTER_ROWS[this.#linesAfterRows]) throw this.#malformedRow()
      this.#linesAfterRows += 1
    } else if (text === '<tbody>') this.#isInRows = true
    else if (this.#isInRows || text.startsWith('<tr>')) this.#readRow(text)
  }

  protected override isComplete(): boolean {
    return this.#linesAfterRows === LINES_AFTER_ROWS.length
  }

  #readRow(text: string): void {
    const cells = ROW.exec(text)?.[1]?.split(CELL_END)
    // Nothing follows the last cell.
    if (cells?.pop() !== '') throw this.#malformedRow()
    if (cells.length !== this.#columns) throw new MalformedFile(REASONS.cellsInRow(this.#checksum.rows + 1))
    for (const cell of cells) {
      const match = CELL.exec(cell)
      if (match === null) throw this.#malformedRow()
      const [, isNumber, content = ''] = match
      if (content === '') this.#checksum.skipCell()
      else this.#checksum.addCell(hashOfText(content) ^ (isNumber === undefined ? 0 : CELL_KINDS.number))
    }
    this.#checksum.endRow()
  }

  #malformedRow(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#checksum.rows + 1))
  }
}
