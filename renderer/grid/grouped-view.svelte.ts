import { untrack } from 'svelte'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { GridFolds } from './grid-list.ts'
import type { GridTarget, ShownResult, RowSource } from '../lists/row-source.ts'
import { GroupLines } from './group-lines.ts'
import { COVERED, targetAfterFlowing, targetAfterFolding, lineTarget } from './group-targets.ts'
import { GroupHead } from './grouped-rows.ts'
import type { LineSource } from './line-heights.ts'

/** What a list is drawn from, where it goes, and how many heads cover its top. */
interface Drawn<Line> {
  readonly rows: LineSource<Line>
  readonly target: GridTarget
  readonly covered: number
}

/** What is shown, and how; each is asked again when what it reads has changed. */
interface Shown<Line> {
  readonly result: () => ShownResult
  readonly folds: () => GridFolds
  /** Rows beside one another. */
  readonly columns: () => number
  /** Position of the active row; null before there is one. */
  readonly active: () => number | null
  /** What the lines hold. */
  readonly source: (rows: RowSource<ItemRow>, lines: GroupLines) => LineSource<Line>
}

/**
 * Lines on the screen for the rows of a result: with heads of groups between them, or without. Which head, if
 * any, has the keyboard is kept here; that of a row is the list's own.
 */
export class GroupedView<Line> {
  readonly #shown: Shown<Line>
  #head = $state<number | null>(null)
  /** What was drawn last. */
  #before: { readonly result: ShownResult; readonly lines: GroupLines } | null = null
  /** First and last lines in view. */
  #inView: readonly [first: number, last: number] = [0, 0]

  readonly lines: GroupLines = $derived.by(() => {
    const { groups, count } = this.#shown.result()
    const columns = this.#shown.columns()
    return groups === null
      ? GroupLines.plain(count, columns)
      : new GroupLines(groups, this.#shown.folds().closed, columns)
  })

  constructor(shown: Shown<Line>) {
    this.#shown = shown
  }

  /** Whether there are groups. */
  get on(): boolean {
    return this.lines.headed
  }

  /** Number of groups. */
  get groups(): number {
    return this.on ? this.lines.groups.length : 0
  }

  /** Number of lines. */
  get count(): number {
    return this.lines.count
  }

  /** Line of the head that has the keyboard; null: a row has it. */
  get activeHead(): number | null {
    return this.#head === null || !this.on ? null : this.lines.headOf(this.#head)
  }

  /** What a list is drawn from, and where it goes. */
  drawn(): Drawn<Line> {
    const result = this.#shown.result()
    const { lines } = this
    const before = this.#before
    this.#before = { result, lines }
    const rows = this.#shown.source(result.rows, lines)
    const covered = lines.headed ? COVERED : 0
    if (before?.result === result)
      return { rows, target: this.#targetInSameResult(lines, before.lines), covered }
    const headsBefore = before?.lines.headed === true ? before.lines : null
    const sameGroups = before?.result.query.group === result.query.group
    untrack(() => {
      this.#head = sameGroups && headsBefore !== null ? headAgain(lines, headsBefore, this.#head) : null
    })
    return { rows, target: lineTarget(lines, result.target, headsBefore), covered }
  }

  /** Where the same result goes on in other lines. */
  #targetInSameResult(lines: GroupLines, before: GroupLines): GridTarget {
    if (lines.columns === before.columns) return targetAfterFolding(lines, before, this.#inView[0])
    return targetAfterFlowing(lines, before, this.#inView, untrack(this.#shown.active))
  }

  /** Told which lines are in view, and the first that is not covered; gives the rows of the latter ones. */
  viewed(first: number, last: number, uncovered: number): readonly [first: number, last: number] {
    this.#inView = [first, last]
    return [this.#rowsOf(uncovered)[0], this.#rowsOf(last)[1]]
  }

  /** First and last rows of a line; for a head the first row of its group, whether that is open or not. */
  #rowsOf(line: number): readonly [first: number, last: number] {
    const rows = this.lines.rowsAt(line)
    if (rows !== null) return rows
    const first = this.lines.groups[this.lines.groupAt(line)]?.first ?? 0
    return [first, first]
  }

  /** The head of a group; null if there is none. */
  headOf(index: number): GroupHead | null {
    const { lines } = this
    const group = lines.headed ? lines.groups[index] : undefined
    return group === undefined ? null : new GroupHead(index, group, lines.isClosed(index))
  }

  /** The head in a line; null for a row. */
  headAt(line: number): GroupHead | null {
    const { lines } = this
    if (!lines.headed || lines.count === 0) return null
    const found = lines.at(line)
    return found.kind === 'row' ? null : this.headOf(found.group)
  }

  lineOfHead(head: GroupHead): number {
    return this.lines.headOf(head.index)
  }

  /** Line of the head of the group that a line belongs to. */
  headOver(line: number): number {
    return this.lines.headOf(this.lines.groupAt(line))
  }

  /** Gives the keyboard to the head in a line; false if there is none. */
  goToHead(line: number): boolean {
    this.#head = this.headAt(line)?.index ?? null
    return this.#head !== null
  }

  /** A row has the keyboard again. */
  leaveHead(): void {
    this.#head = null
  }

  /** Opens the group of a row; false if it was open. */
  open(position: number): boolean {
    const { lines } = this
    const index = lines.groupOf(position)
    const group = lines.groups[index]
    if (group === undefined || !lines.isClosed(index)) return false
    this.#shown.folds().set(group.value, false)
    return true
  }
}

/** The head of the same group in other lines; null if there is none. */
function headAgain(lines: GroupLines, before: GroupLines, head: number | null): number | null {
  const group = head === null ? undefined : before.groups[head]
  const index = lines.groups.findIndex((each) => each.value === group?.value)
  return group === undefined || index < 0 ? null : index
}
