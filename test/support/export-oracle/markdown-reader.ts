import { hashOfText, type CellSum } from './cell-sum.ts'
import { LineReader } from './line-reader.ts'
import { REASONS, MalformedFile } from './types.ts'

const ROW = /^\| (.*) \|$/su
const ALIGNMENT = /^\|(?: ---:? \|)+$/u

/** Reads a table of GitHub Flavored Markdown. A cell is its markup, in which bars are escaped. */
export class MarkdownReader extends LineReader {
  readonly #columns: number
  readonly #sum: CellSum
  #lines = 0

  constructor(columns: number, sum: CellSum) {
    super()
    this.#columns = columns
    this.#sum = sum
  }

  protected override line(text: string): void {
    this.#lines += 1
    // Below the column names.
    if (this.#lines === 2) {
      if (!ALIGNMENT.test(text)) throw this.#wrong()
      return
    }
    const cells = ROW.exec(text)?.[1]?.split(' | ')
    if (cells === undefined) throw this.#wrong()
    if (cells.length !== this.#columns) throw new MalformedFile(REASONS.cellsInRow(this.#sum.rows + 1))
    for (const cell of cells) {
      if (cell === '') this.#sum.skip()
      else this.#sum.add(hashOfText(cell))
    }
    this.#sum.endRow()
  }

  protected override isWhole(): boolean {
    return this.#lines >= 2
  }

  #wrong(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#sum.rows + 1))
  }
}
