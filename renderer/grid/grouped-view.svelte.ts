import { untrack } from 'svelte'
import type { GridFolds } from './grid-list.ts'
import type { GridResult, GridTarget } from '../lists/row-source.ts'
import { GroupLines } from './group-lines.ts'
import { COVERED, targetAfterFlowing, targetAfterFolding, lineTarget } from './group-targets.ts'
import { GroupHeader } from './grouped-rows.ts'
import type { LineSource } from './line-heights.ts'

/** The source of a list, its target, and the number of headers that cover its top. */
interface ListResult<Line> {
  readonly rows: LineSource<Line>
  readonly target: GridTarget
  readonly covered: number
}

/** The shown list. Each function is called again when its dependencies change. */
interface GroupedViewOptions<Line> {
  readonly result: () => GridResult<unknown>
  readonly folds: () => GridFolds
  /** Rows in a line. */
  readonly columns: () => number
  /** Index of the active row; null if there is none. */
  readonly active: () => number | null
  /** Returns the content of the lines of the result. */
  readonly source: (lines: GroupLines) => LineSource<Line>
}

/**
 * Lines of a result on the screen, with or without group headers. It keeps which header has the focus; the
 * list keeps the active row.
 */
export class GroupedView<Line> {
  readonly #options: GroupedViewOptions<Line>
  #head = $state<number | null>(null)
  /** The previously drawn lines. */
  #before: { readonly result: GridResult<unknown>; readonly lines: GroupLines } | null = null
  /** First and last visible line. */
  #inView: readonly [first: number, last: number] = [0, 0]

  readonly lines: GroupLines = $derived.by(() => {
    const { groups, count } = this.#options.result()
    const columns = this.#options.columns()
    return groups === null
      ? GroupLines.plain(count, columns)
      : new GroupLines(groups, this.#options.folds().closed, columns)
  })

  constructor(options: GroupedViewOptions<Line>) {
    this.#options = options
  }

  /** Whether there are groups. */
  get on(): boolean {
    return this.lines.hasHeaders
  }

  /** Number of groups. */
  get groups(): number {
    return this.on ? this.lines.groups.length : 0
  }

  /** Number of lines. */
  get count(): number {
    return this.lines.count
  }

  /** Line of the focused header; null if a row has the focus. */
  get activeHeader(): number | null {
    return this.#head === null || !this.on ? null : this.lines.headerLineOf(this.#head)
  }

  /** Returns the source of the list, and its target. */
  listResult(): ListResult<Line> {
    const result = this.#options.result()
    const { lines } = this
    const before = this.#before
    this.#before = { result, lines }
    const rows = this.#options.source(lines)
    const covered = lines.hasHeaders ? COVERED : 0
    if (before?.result === result)
      return { rows, target: this.#targetInSameResult(lines, before.lines), covered }
    const headersBefore = before?.lines.hasHeaders === true ? before.lines : null
    const sameGroups = before?.result.query.group === result.query.group
    untrack(() => {
      this.#head = sameGroups && headersBefore !== null ? sameHeader(lines, headersBefore, this.#head) : null
    })
    return { rows, target: lineTarget(lines, result.target, headersBefore), covered }
  }

  /** Returns the target when the same result is shown in other lines. */
  #targetInSameResult(lines: GroupLines, before: GroupLines): GridTarget {
    if (lines.columns === before.columns) return targetAfterFolding(lines, before, this.#inView[0])
    return targetAfterFlowing(lines, before, this.#inView, untrack(this.#options.active))
  }

  /**
   * Handles a change of the visible lines and of the first line that is not covered. Returns the rows from
   * that one on.
   */
  setVisibleLines(first: number, last: number, uncovered: number): readonly [first: number, last: number] {
    this.#inView = [first, last]
    return [this.#rowsOf(uncovered)[0], this.#rowsOf(last)[1]]
  }

  /** Returns the first and last row of a line; for a header the first row of its group, expanded or not. */
  #rowsOf(line: number): readonly [first: number, last: number] {
    const rows = this.lines.rowsAt(line)
    if (rows !== null) return rows
    const first = this.lines.groups[this.lines.groupAt(line)]?.first ?? 0
    return [first, first]
  }

  /** Returns the header of a group, or null. */
  headerOf(index: number): GroupHeader | null {
    const { lines } = this
    const group = lines.hasHeaders ? lines.groups[index] : undefined
    return group === undefined ? null : new GroupHeader(index, group, lines.isClosed(index))
  }

  /** Returns the header in a line; null for a row. */
  headerAt(line: number): GroupHeader | null {
    const { lines } = this
    if (!lines.hasHeaders || lines.count === 0) return null
    const content = lines.at(line)
    return content.kind === 'row' ? null : this.headerOf(content.group)
  }

  lineOfHeader(head: GroupHeader): number {
    return this.lines.headerLineOf(head.index)
  }

  /** Returns the line of the header of a line's group. */
  headerLineAbove(line: number): number {
    return this.lines.headerLineOf(this.lines.groupAt(line))
  }

  /** Focuses the header in a line. Returns false if there is none. */
  goToHeader(line: number): boolean {
    this.#head = this.headerAt(line)?.index ?? null
    return this.#head !== null
  }

  /** Returns the focus to the active row. */
  leaveHeader(): void {
    this.#head = null
  }

  /** Expands the group of a row. Returns false if it was expanded. */
  open(index: number): boolean {
    const { lines } = this
    const groupIndex = lines.groupOf(index)
    const group = lines.groups[groupIndex]
    if (group === undefined || !lines.isClosed(groupIndex)) return false
    this.#options.folds().set(group.value, false)
    return true
  }
}

/** Returns the line of the same group's header in other lines, or null. */
function sameHeader(lines: GroupLines, before: GroupLines, head: number | null): number | null {
  const group = head === null ? undefined : before.groups[head]
  const index = lines.groups.findIndex((each) => each.value === group?.value)
  return group === undefined || index < 0 ? null : index
}
