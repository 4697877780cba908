import type { FacetValue, ItemGroup, SelectionRanges } from '../../electron/contract/query.ts'

/** A line of a grouped list: the head of a group, or one of its rows. Groups are counted from 0. */
export type GroupLine =
  | { readonly kind: 'head'; readonly group: number }
  | { readonly kind: 'row'; readonly group: number; readonly position: number }

/**
 * Where the rows of a grouped result stand on the screen: each group has a line for its head, and one for each of its
 * rows unless it is closed. The result itself knows nothing of heads, so that lines are counted here and positions
 * there; both ways by bisection over running sums. Pure; another set of closed groups makes another object.
 */
export class GroupLines {
  readonly groups: readonly ItemGroup[]
  readonly #closed: ReadonlySet<FacetValue>
  /** Line of each group's head, and behind them the number of lines. */
  readonly #heads: Float64Array

  constructor(groups: readonly ItemGroup[], closed: ReadonlySet<FacetValue>) {
    this.groups = groups
    this.#closed = closed
    this.#heads = new Float64Array(groups.length + 1)
    for (const [index, group] of groups.entries()) {
      const rows = closed.has(group.value) ? 0 : group.count
      this.#heads[index + 1] = (this.#heads[index] ?? 0) + 1 + rows
    }
  }

  /** Number of lines. */
  get count(): number {
    return this.#heads[this.groups.length] ?? 0
  }

  isClosed(group: number): boolean {
    const found = this.groups[group]
    return found !== undefined && this.#closed.has(found.value)
  }

  /** What stands in a line; the nearest one outside the list, which must not be empty. */
  at(line: number): GroupLine {
    const wanted = Math.min(Math.max(line, 0), this.count - 1)
    const group = last(this.groups.length, (index) => (this.#heads[index] ?? 0) <= wanted)
    const behind = wanted - this.headOf(group)
    if (behind === 0) return { kind: 'head', group }
    return { kind: 'row', group, position: (this.groups[group]?.first ?? 0) + behind - 1 }
  }

  /** Line of a group's head. */
  headOf(group: number): number {
    return this.#heads[group] ?? 0
  }

  /** The group that a row belongs to. */
  groupOf(position: number): number {
    return last(this.groups.length, (index) => (this.groups[index]?.first ?? 0) <= position)
  }

  /** Line of a row; of the head, where its group is closed. */
  lineOf(position: number): number {
    const group = this.groupOf(position)
    const head = this.headOf(group)
    return this.isClosed(group) ? head : head + 1 + position - (this.groups[group]?.first ?? 0)
  }

  /** Positions of the rows that stand in some lines, both included; without those of closed groups between them. */
  rowsIn(first: number, end: number): SelectionRanges {
    const ranges: [number, number][] = []
    let line = Math.max(0, first)
    const final = Math.min(end, this.count - 1)
    while (line <= final) {
      const { group } = this.at(line)
      const head = this.headOf(group)
      const next = this.headOf(group + 1)
      const from = Math.max(line, head + 1)
      const to = Math.min(final, next - 1)
      const offset = (this.groups[group]?.first ?? 0) - head - 1
      const before = ranges.at(-1)
      if (from <= to) {
        if (before !== undefined && before[1] + 1 === from + offset) before[1] = to + offset
        else ranges.push([from + offset, to + offset])
      }
      line = next
    }
    return ranges
  }

  /** The row that is nearest to a line, looking on in the given direction and then back; null if all are closed. */
  rowNear(line: number, direction: 1 | -1): number | null {
    if (this.count === 0) return null
    const found = this.at(line)
    if (found.kind === 'row') return found.position
    return this.#openFrom(found.group, direction) ?? this.#openFrom(found.group, direction === 1 ? -1 : 1)
  }

  /** The first row behind a group's head, or the last one before it. */
  #openFrom(group: number, direction: 1 | -1): number | null {
    for (let at = direction === 1 ? group : group - 1; at >= 0 && at < this.groups.length; at += direction) {
      const found = this.groups[at]
      if (found === undefined || this.isClosed(at) || found.count === 0) continue
      return direction === 1 ? found.first : found.first + found.count - 1
    }
    return null
  }
}

/** The last of so many indices for which something holds that holds for all before it; 0 where it holds for none. */
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
