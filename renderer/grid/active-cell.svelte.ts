import { ActiveLine, type Walked } from './active-line.svelte.ts'

/** The cell that has the keyboard: in a row, in the head of a group, or in the header. */
export class ActiveCell extends ActiveLine {
  readonly #revealColumn: (column: number) => void
  readonly #revealLine: (line: number) => void

  /** Column; 0 is the check box. */
  column = $state(1)
  /** In the header; the line is then that which it was in. */
  inHeader = $state(false)

  /** @param revealColumn scrolls sideways as far as a column needs; 0 is the check box. */
  constructor(walked: Walked, revealColumn: (column: number) => void) {
    super(walked)
    this.#revealColumn = revealColumn
    this.#revealLine = (line) => {
      walked.view.reveal(line)
    }
  }

  /** The line, unless the header has the keyboard. */
  get shownLine(): number | null {
    return this.inHeader ? null : this.line
  }

  override go(position: number): void {
    this.inHeader = false
    super.go(position)
  }

  /** Scrolls as far as the cell needs to be seen whole. The check box, column 0, stays in view sideways. */
  revealCell(line: number, column: number): void {
    this.#revealLine(line)
    if (column > 0) this.#revealColumn(column)
  }

  goToColumn(column: number): void {
    this.column = column
    this.#revealColumn(column)
  }
}
