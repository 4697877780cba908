import type { ItemGroup } from '../../electron/contract/query.ts'
import type { GroupLines } from './group-lines.ts'
import type { RowSource } from '../lists/row-source.ts'

/** A group header as a line of the list. */
export class GroupHeader {
  readonly index: number
  readonly group: ItemGroup
  readonly closed: boolean

  constructor(index: number, group: ItemGroup, closed: boolean) {
    this.index = index
    this.group = group
    this.closed = closed
  }
}

/** Formats the texts of group headers. */
export interface GroupText {
  readonly name: (group: ItemGroup) => string
  /** Returns the number of rows and their sum. */
  readonly sum: (group: ItemGroup) => string
}

/** The rows of a grouped result with the group headers between them, by line. */
export class GroupedRows<Row> implements RowSource<Row | GroupHeader> {
  readonly #rows: RowSource<Row>
  readonly #lines: GroupLines

  constructor(rows: RowSource<Row>, lines: GroupLines) {
    this.#rows = rows
    this.#lines = lines
  }

  get count(): number {
    return this.#lines.count
  }

  get(line: number): Row | GroupHeader | undefined {
    const content = this.#lines.at(line)
    if (content.kind === 'row') return this.#rows.get(content.index)
    const group = this.#lines.groups[content.group]
    return group === undefined
      ? undefined
      : new GroupHeader(content.group, group, this.#lines.isClosed(content.group))
  }

  request(first: number, last: number, direction: 1 | 0 | -1 | null): void {
    this.#rows.requestRanges(this.#lines.rowsIn(first, last), direction)
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
