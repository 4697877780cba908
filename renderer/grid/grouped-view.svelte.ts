import { untrack } from 'svelte'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { GroupFolds } from '../state/group-folds.svelte.ts'
import type { GridPlace } from '../state/items-kept.ts'
import type { ShownResult } from '../state/items-opening.ts'
import { GroupLines } from './group-lines.ts'
import { GroupedRows, GroupHead } from './grouped-rows.ts'
import type { RowSource } from './row-pages.ts'

/**
 * Lines on the screen for the rows of a result: with heads of groups between them, or line by line the same. Which
 * head, if any, has the keyboard is kept here; that of a row is the list's own.
 */
export class GroupedView {
  readonly #result: () => ShownResult
  readonly #folds: () => GroupFolds
  #head = $state<number | null>(null)
  /** What was drawn last. */
  #before: ShownResult | null = null
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
  drawn(): { readonly rows: RowSource<ItemRow | GroupHead>; readonly place: GridPlace } {
    const result = this.#result()
    const lines = this.#lines
    const before = this.#before
    this.#before = result
    const rows = lines === null ? result.rows : new GroupedRows(result.rows, lines)
    // Groups were opened or closed: what is on the screen above them stays.
    if (before === result) return { rows, place: { kind: 'shift', rows: 0 } }
    untrack(() => {
      this.leaveHead()
    })
    return { rows, place: lines === null ? result.place : placeIn(lines, result.place) }
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
    const group = lines.groups[found.group]
    return found.kind === 'row' || group === undefined
      ? null
      : new GroupHead(found.group, group, lines.isClosed(found.group))
  }

  lineOfHead(head: GroupHead): number {
    return this.#lines?.headOf(head.index) ?? 0
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

/** A place among rows as one among lines. */
function placeIn(lines: GroupLines, place: GridPlace): GridPlace {
  if (place.kind === 'top' || place.kind === 'shift') return place
  return { ...place, position: lines.lineOf(place.position) }
}
