import type { FacetValue, ItemGroup, SelectionRanges } from '../../electron/contract/query.ts'

/** A line of a list: a group header, or rows of a group from an index on. Groups are counted from 0. */
export type GroupLine =
  | { readonly kind: 'header'; readonly group: number }
  | { readonly kind: 'row'; readonly group: number; readonly index: number }

/** No collapsed groups. */
const NONE: ReadonlySet<FacetValue> = new Set()

/**
 * Maps the rows of a result to lines on the screen: each group has a line for its header and, if expanded,
 * lines with `columns` rows each; each group begins a new line. The result itself has no headers: lines are
 * counted here, and rows there. Both directions use bisection over running sums. Immutable; other collapsed
 * groups need another object.
 */
export class GroupLines {
  readonly groups: readonly ItemGroup[]
  /** Rows in a line. */
  readonly columns: number
  /** Whether groups have headers. */
  readonly hasHeaders: boolean
  readonly #closed: ReadonlySet<FacetValue>
  /** Line of each group header, followed by the number of lines. */
  readonly #heads: Float64Array

  constructor(groups: readonly ItemGroup[], closed: ReadonlySet<FacetValue>, columns = 1, hasHeaders = true) {
    this.groups = groups
    this.columns = columns
    this.hasHeaders = hasHeaders
    this.#closed = closed
    this.#heads = new Float64Array(groups.length + 1)
    for (const [index, group] of groups.entries()) {
      const rows = closed.has(group.value) ? 0 : Math.ceil(group.count / columns)
      this.#heads[index + 1] = (this.#heads[index] ?? 0) + this.#headLines + rows
    }
  }

  /** Returns the lines of a result without groups. */
  static plain(count: number, columns = 1): GroupLines {
    return new GroupLines([{ value: null, first: 0, count, qtySum: 0 }], NONE, columns, false)
  }

  /** Lines of each header. */
  get #headLines(): number {
    return this.hasHeaders ? 1 : 0
  }

  /** Number of lines. */
  get count(): number {
    return this.#heads[this.groups.length] ?? 0
  }

  isClosed(group: number): boolean {
    const entry = this.groups[group]
    return entry !== undefined && this.#closed.has(entry.value)
  }

  /** Returns the content of a line; of the nearest one outside the list, which must not be empty. */
  at(line: number): GroupLine {
    const nearest = Math.min(Math.max(line, 0), this.count - 1)
    const group = this.groupAt(nearest)
    const rowsBefore = nearest - this.#rowLines(group)
    if (rowsBefore < 0) return { kind: 'header', group }
    return { kind: 'row', group, index: this.#firstOf(group) + rowsBefore * this.columns }
  }

  /** Returns the first and last row of a line; null for a header. */
  rowsAt(line: number): readonly [first: number, last: number] | null {
    const content = this.count === 0 ? null : this.at(line)
    if (content === null || content.kind === 'header') return null
    const end = this.#firstOf(content.group) + (this.groups[content.group]?.count ?? 0)
    return [content.index, Math.min(content.index + this.columns, end) - 1]
  }

  /** Returns the group of a line. */
  groupAt(line: number): number {
    return last(this.groups.length, (index) => (this.#heads[index] ?? 0) <= line)
  }

  /** Returns the line of a group header; after the last group, the number of lines. */
  headerLineOf(group: number): number {
    return this.#heads[group] ?? 0
  }

  /** Returns the group of a row. */
  groupOf(index: number): number {
    return last(this.groups.length, (group) => this.#firstOf(group) <= index)
  }

  /** Returns the line of a row, or of the header if its group is collapsed. */
  lineOf(index: number): number {
    const group = this.groupOf(index)
    if (this.isClosed(group)) return this.headerLineOf(group)
    return this.#rowLines(group) + Math.floor((index - this.#firstOf(group)) / this.columns)
  }

  /** Returns the rows of some lines, both ends included, without those of collapsed groups between them. */
  rowsIn(first: number, end: number): SelectionRanges {
    const ranges: [number, number][] = []
    let line = Math.max(0, first)
    const final = Math.min(end, this.count - 1)
    while (line <= final) {
      const group = this.groupAt(line)
      const next = this.headerLineOf(group + 1)
      const from = Math.max(line, this.#rowLines(group))
      const to = Math.min(final, next - 1)
      if (from <= to) {
        const begin = this.rowsAt(from)?.[0] ?? 0
        const finish = this.rowsAt(to)?.[1] ?? 0
        const before = ranges.at(-1)
        if (before !== undefined && before[1] + 1 === begin) before[1] = finish
        else ranges.push([begin, finish])
      }
      line = next
    }
    return ranges
  }

  /**
   * Returns the row nearest to a line, first in the given direction and then in the other; null if all groups
   * are collapsed.
   */
  rowNear(line: number, direction: 1 | -1): number | null {
    if (this.count === 0) return null
    const content = this.at(line)
    if (content.kind === 'row') return content.index
    return this.#openFrom(content.group, direction) ?? this.#openFrom(content.group, direction === 1 ? -1 : 1)
  }

  #firstOf(group: number): number {
    return this.groups[group]?.first ?? 0
  }

  /** Returns the first line after a group header. */
  #rowLines(group: number): number {
    return this.headerLineOf(group) + this.#headLines
  }

  /** Returns the first row after a group header, or the last one before it. */
  #openFrom(group: number, direction: 1 | -1): number | null {
    for (
      let index = direction === 1 ? group : group - 1;
      index >= 0 && index < this.groups.length;
      index += direction
    ) {
      const entry = this.groups[index]
      if (entry === undefined || this.isClosed(index) || entry.count === 0) continue
      return direction === 1 ? entry.first : entry.first + entry.count - 1
    }
    return null
  }
}

/** Returns the last index that meets a condition that all earlier ones meet; 0 if none does. */
function last(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
