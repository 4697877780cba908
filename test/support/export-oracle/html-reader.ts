import { CELL_KINDS, hashOfText, type CellSum } from './cell-sum.ts'
import { LineReader } from './line-reader.ts'
import { REASONS, MalformedFile } from './types.ts'

const ROW = /^<tr>(.*)<\/tr>$/su
const CELL = /^<t[dh]( class="n")?[^>]*>(.*)$/su
const CELL_END = /<\/t[dh]>/u
const AFTER_ROWS = ['</tbody>', '</table>', '</body>', '</html>']

/** Reads a page with one table and one row per line. A cell is its markup and whether it is a number. */
export class HtmlReader extends LineReader {
  readonly #columns: number
  readonly #sum: CellSum
  #isInRows = false
  /** How many of {@link AFTER_ROWS} were read. */
  #ended = 0

  constructor(columns: number, sum: CellSum) {
    super()
    this.#columns = columns
    this.#sum = sum
  }

  protected override line(text: string): void {
    if (this.#ended > 0 || text === AFTER_ROWS[0]) {
      if (!this.#isInRows || text !== AFTER_ROWS[this.#ended]) throw this.#wrong()
      this.#ended += 1
    } else if (text === '<tbody>') this.#isInRows = true
    else if (this.#isInRows || text.startsWith('<tr>')) this.#row(text)
  }

  protected override isWhole(): boolean {
    return this.#ended === AFTER_ROWS.length
  }

  #row(text: string): void {
    const cells = ROW.exec(text)?.[1]?.split(CELL_END)
    // Nothing follows the last cell.
    if (cells?.pop() !== '') throw this.#wrong()
    if (cells.length !== this.#columns) throw new MalformedFile(REASONS.cellsInRow(this.#sum.rows + 1))
    for (const cell of cells) {
      const found = CELL.exec(cell)
      if (found === null) throw this.#wrong()
      const [, isNumber, content = ''] = found
      if (content === '') this.#sum.skip()
      else this.#sum.add(hashOfText(content) ^ (isNumber === undefined ? 0 : CELL_KINDS.number))
    }
    this.#sum.endRow()
  }

  #wrong(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#sum.rows + 1))
  }
}
