import { hashOfText, type CellChecksum } from './cell-checksum.ts'
import { LineReader } from './line-reader.ts'
import { REASONS, MalformedFile } from './types.ts'

const ROW = /^\| (.*) \|$/su
const ALIGNMENT = /^\|(?: ---:? \|)+$/u

/** Reads a table (GitHub Flavored Markdown 0.29, 4.10). A cell is its markup, in which bars are escaped. */
export class MarkdownReader extends LineReader {
  readonly #columns: number
  readonly #checksum: CellChecksum
  #lineCount = 0

  constructor(columns: number, checksum: CellChecksum) {
    super()
    this.#columns = columns
    this.#checksum = checksum
  }

  protected override readLine(text: string): void {
    this.#lineCount += 1
    // The line below the headings.
    if (this.#lineCount === 2) {
      if (!ALIGNMENT.test(text)) throw this.#malformedRow()
      return
    }
    const cells = ROW.exec(text)?.[1]?.split(' | ')
    if (cells === undefined) throw this.#malformedRow()
    if (cells.length !== this.#columns) throw new MalformedFile(REASONS.cellsInRow(this.#checksum.rows + 1))
    for (const cell of cells) {
      if (cell === '') this.#checksum.skipCell()
      else this.#checksum.addCell(hashOfText(cell))
    }
    this.#checksum.endRow()
  }

  protected override isComplete(): boolean {
    return this.#lineCount >= 2
  }

  #malformedRow(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#checksum.rows + 1))
  }
}
