import type { RowSource } from '../../grid/row-pages.ts'
import type { GridPlace } from '../../state/items-kept.ts'

/** Rows of a list that stand beside one another. */
export interface SheetLine<Row> {
  readonly rows: readonly Row[]
}

/** The rows of a list, so many beside one another: line n holds them from n times that number on. */
export class SheetLines<Row> implements RowSource<SheetLine<Row>> {
  readonly columns: number
  readonly #rows: RowSource<Row>

  constructor(rows: RowSource<Row>, columns: number) {
    this.#rows = rows
    this.columns = columns
  }

  /** Number of lines. */
  get count(): number {
    return Math.ceil(this.#rows.count / this.columns)
  }

  /** Number of rows in a line: fewer in the last one. */
  lengthOf(line: number): number {
    return Math.max(0, Math.min(this.columns, this.#rows.count - line * this.columns))
  }

  lineOf(position: number): number {
    return Math.floor(position / this.columns)
  }

  /** First and last of the rows in some lines, both included. */
  rowsIn(first: number, last: number): readonly [first: number, last: number] {
    return [first * this.columns, Math.min((last + 1) * this.columns, this.#rows.count) - 1]
  }

  /** A line when all of its rows have come. */
  get(line: number): SheetLine<Row> | undefined {
    const rows: Row[] = []
    const length = this.lengthOf(line)
    for (let at = 0; at < length; at += 1) {
      const row = this.#rows.get(line * this.columns + at)
      if (row === undefined) return undefined
      rows.push(row)
    }
    return { rows }
  }

  want(first: number, last: number, direction: 1 | 0 | -1 | null): void {
    this.#rows.want(...this.rowsIn(first, last), direction)
  }

  wantRanges(ranges: readonly (readonly [number, number])[], direction: 1 | 0 | -1 | null): void {
    this.#rows.wantRanges(
      ranges.map(([first, last]) => this.rowsIn(first, last)),
      direction,
    )
  }

  onRows(listener: (first: number, last: number) => void): () => void {
    return this.#rows.onRows((first, last) => {
      listener(this.lineOf(first), this.lineOf(last))
    })
  }
}

/** A place among rows as one among lines. */
export function placeInSheet(lines: SheetLines<unknown>, place: GridPlace): GridPlace {
  switch (place.kind) {
    case 'top':
      return place
    case 'reveal':
    case 'at':
      return { kind: place.kind, position: lines.lineOf(place.position) }
    case 'shift':
      return { kind: 'shift', from: lines.lineOf(place.from), to: lines.lineOf(place.to) }
  }
}
