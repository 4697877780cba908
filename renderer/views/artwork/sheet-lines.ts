import type { GroupLines } from '../../grid/group-lines.ts'
import { GroupHeader } from '../../grid/grouped-rows.ts'
import type { LineHeights, LineSource } from '../../grid/line-heights.ts'
import type { RowSource } from '../../lists/row-source.ts'
import { SheetHeights } from './sheet-heights.ts'

/** Consecutive rows of a list in one line. */
export interface SheetLine<Row> {
  readonly rows: readonly Row[]
}

/** The rows of a list in lines, with group headers between them if there are groups. */
export class SheetLines<Row> implements LineSource<SheetLine<Row> | GroupHeader> {
  readonly #rows: RowSource<Row>
  readonly #lines: GroupLines
  readonly #headHeight: number

  /** @param headHeight height of a group header, in CSS pixels */
  constructor(rows: RowSource<Row>, lines: GroupLines, headHeight: number) {
    this.#rows = rows
    this.#lines = lines
    this.#headHeight = headHeight
  }

  /** Number of lines. */
  get count(): number {
    return this.#lines.count
  }

  heights(lineHeight: number): LineHeights {
    return new SheetHeights(this.#lines, { head: this.#headHeight, line: lineHeight })
  }

  /** Returns a header, or a line if all of its rows are loaded. */
  get(line: number): SheetLine<Row> | GroupHeader | undefined {
    const range = this.#lines.rowsAt(line)
    if (range === null) {
      const index = this.#lines.groupAt(line)
      const group = this.#lines.groups[index]
      return group === undefined ? undefined : new GroupHeader(index, group, this.#lines.isClosed(index))
    }
    const rows: Row[] = []
    for (let index = range[0]; index <= range[1]; index += 1) {
      const row = this.#rows.get(index)
      if (row === undefined) return undefined
      rows.push(row)
    }
    return { rows }
  }

  request(first: number, last: number, direction: 1 | 0 | -1 | null): void {
    this.requestRanges([[first, last]], direction)
  }

  requestRanges(ranges: readonly (readonly [number, number])[], direction: 1 | 0 | -1 | null): void {
    this.#rows.requestRanges(
      ranges.flatMap(([first, last]) => this.#lines.rowsIn(first, last)),
      direction,
    )
  }

  onRows(listener: (first: number, last: number) => void): () => void {
    return this.#rows.onRows((first, last) => listener(this.#lines.lineOf(first), this.#lines.lineOf(last)))
  }
}
