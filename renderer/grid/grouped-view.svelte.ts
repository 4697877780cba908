import { untrack } from 'svelte'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { GroupFolds } from '../state/group-folds.svelte.ts'
import type { GridPlace } from '../state/items-kept.ts'
import type { ShownResult } from '../state/items-opening.ts'
import { GroupLines } from './group-lines.ts'
import { COVERED, placeAfterFolding, placeAmongLines } from './group-places.ts'
import { GroupedRows, GroupHead } from './grouped-rows.ts'
import type { RowSource } from './row-pages.ts'

/** What a list is drawn from, where it goes, and how many lines at its top are covered. */
interface Drawn {
  readonly rows: RowSource<ItemRow | GroupHead>
  readonly place: GridPlace
  readonly covered: number
}

/**
 * Lines on the screen for the rows of a result: with heads of groups between them, or line by line the same. Which
 * head, if any, has the keyboard is kept here; that of a row is the list's own.
 */
export class GroupedView {
  readonly #result: () => ShownResult
  readonly #folds: () => GroupFolds
  #head = $state<number | null>(null)
  /** What was drawn last. */
  #before: { readonly result: ShownResult; readonly lines: GroupLines | null } | null = null
  /** First line in view. */
  #first = 0
  readonly #lines = $derived.by(() => {
    const { groups } = this.#result()
    return groups === null ? null : new GroupLines(groups, this.#folds().closed)
  })

  /** @param result and `folds` are asked again when what they read has changed. */
  constructor(result: () => ShownResult, folds: () => GroupFolds) {
    this.#result = result
    this.#folds = folds
  }

  /** Whether there are groups. */
  get on(): boolean {
    return this.#lines !== null
  }

  /** Number of groups. */
  get groups(): number {
    return this.#lines?.groups.length ?? 0
  }

  /** Number of lines. */
  get count(): number {
    return this.#lines?.count ?? this.#result().count
  }

  /** Line of the head that has the keyboard; null: a row has it. */
  get activeHead(): number | null {
    return this.#head === null || this.#lines === null ? null : this.#lines.headOf(this.#head)
  }

  /** What a list is drawn from, and where it goes. */
  drawn(): Drawn {
    const result = this.#result()
    const lines = this.#lines
    const before = this.#before
    this.#before = { result, lines }
    if (lines === null) {
      this.leaveHead()
      return { rows: result.rows, place: result.place, covered: 0 }
    }
    const rows = new GroupedRows(result.rows, lines)
    const linesBefore = before?.lines ?? null
    if (before?.result === result && linesBefore !== null) {
      return { rows, place: placeAfterFolding(lines, linesBefore, this.#first), covered: COVERED }
    }
    const sameGroups = before?.result.query.group === result.query.group
    untrack(() => {
      this.#head = sameGroups && linesBefore !== null ? headAgain(lines, linesBefore, this.#head) : null
    })
    return { rows, place: placeAmongLines(lines, result.place, linesBefore), covered: COVERED }
  }

  /** Told which lines are in view; gives the rows of those that nothing covers. */
  viewed(first: number, last: number): readonly [first: number, last: number] {
    this.#first = first
    const lines = this.#lines
    if (lines === null) return [first, last]
    return [this.#rowOf(lines, Math.min(first + COVERED, last)), this.#rowOf(lines, last)]
  }

  /** The row in a line; for a head the first row of its group, whether that is open or not. */
  #rowOf(lines: GroupLines, line: number): number {
    if (lines.count === 0) return 0
    const found = lines.at(line)
    return found.kind === 'row' ? found.position : (lines.groups[found.group]?.first ?? 0)
  }

  /** The group that so many lines from the top are in, when its head is above that; null: it is not, or none is. */
  groupAbove(top: number): number | null {
    const lines = this.#lines
    if (lines === null || lines.count === 0) return null
    const { group } = lines.at(Math.floor(top))
    return lines.headOf(group) < top ? group : null
  }

  /** The head of a group; null if there is none. */
  headOf(index: number): GroupHead | null {
    const lines = this.#lines
    const group = lines?.groups[index]
    return lines === null || group === undefined ? null : new GroupHead(index, group, lines.isClosed(index))
  }

  /** Line of a group's head; behind the last one the number of lines. */
  lineOfGroup(index: number): number {
    return this.#lines?.headOf(index) ?? 0
  }

  /** Line of a row; of its head, where its group is closed. */
  lineOf(position: number): number {
    return this.#lines?.lineOf(position) ?? position
  }

  /** The row in a line, or the nearest one to a head; null if every group is closed. */
  rowNear(line: number, direction: 1 | -1): number | null {
    return this.#lines === null ? line : this.#lines.rowNear(line, direction)
  }

  /** The head in a line; null for a row. */
  headAt(line: number): GroupHead | null {
    const lines = this.#lines
    if (lines === null || lines.count === 0) return null
    const found = lines.at(line)
    return found.kind === 'row' ? null : this.headOf(found.group)
  }

  lineOfHead(head: GroupHead): number {
    return this.lineOfGroup(head.index)
  }

  /** Line of the head of the group that a line belongs to. */
  headOver(line: number): number {
    return this.#lines === null ? line : this.#lines.headOf(this.#lines.at(line).group)
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
    const lines = this.#lines
    const index = lines?.groupOf(position)
    if (lines === null || index === undefined || !lines.isClosed(index)) return false
    const group = lines.groups[index]
    if (group !== undefined) this.#folds().set(group.value, false)
    return true
  }
}

/** The head of the same group in other lines; null if there is none. */
function headAgain(lines: GroupLines, before: GroupLines, head: number | null): number | null {
  const group = head === null ? undefined : before.groups[head]
  const index = lines.groups.findIndex((each) => each.value === group?.value)
  return group === undefined || index < 0 ? null : index
}
