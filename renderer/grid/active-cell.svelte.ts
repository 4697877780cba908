import { ActiveLine, type NavigableLines } from './active-line.svelte.ts'

/** The cell with the keyboard focus: in a row, a group header or the column header. */
export class ActiveCell extends ActiveLine {
  readonly #revealColumn: (column: number) => void
  readonly #revealLine: (line: number) => void

  /** Column index; 0 is the check box. */
  column = $state(1)
  /** Whether the column header has the focus; the line is then the previous one. */
  inHeader = $state(false)

  /** @param revealColumn scrolls a column into view; 0 is the check box. */
  constructor(lines: NavigableLines, revealColumn: (column: number) => void) {
    super(lines)
    this.#revealColumn = revealColumn
    this.#revealLine = (line) => lines.view.reveal(line)
  }

  /** The line, unless the column header has the focus. */
  get shownLine(): number | null {
    return this.inHeader ? null : this.line
  }

  override go(index: number): void {
    this.inHeader = false
    super.go(index)
  }

  /** Scrolls the whole cell into view. The check box, column 0, is always visible. */
  revealCell(line: number, column: number): void {
    this.#revealLine(line)
    if (column > 0) this.#revealColumn(column)
  }

  goToColumn(column: number): void {
    this.column = column
    this.#revealColumn(column)
  }

  /** Moves to the first or last column, and scrolls to that end even if the column is frozen. */
  goToEndColumn(column: number): void {
    this.column = column
    this.#revealColumn(column <= 1 ? 0 : column)
  }
}
