import { tick } from 'svelte'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemsState } from '../state/items.svelte.ts'
import type { GridView } from './grid-view.svelte.ts'
import type { GroupHead } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

/** What the keyboard goes through. */
interface Surroundings {
  readonly items: () => ItemsState
  readonly view: GridView<ItemRow | GroupHead>
  readonly grouped: GroupedView
  /** Scrolls sideways as far as a column needs; 0 is the check box. */
  readonly revealColumn: (column: number) => void
}

/** The cell that has the keyboard: in a row, in the head of a group, or in the header. */
export class ActiveCell {
  readonly #in: Surroundings

  /** Column; 0 is the check box. */
  column = $state(1)
  inHeader = $state(false)
  /** Its line; null before there is one. In the header, the line that it was in. */
  readonly line = $derived.by(() => {
    const { grouped } = this.#in
    const { active } = this.#in.items()
    return grouped.activeHead ?? (active === null ? null : grouped.lineOf(active))
  })

  constructor(surroundings: Surroundings) {
    this.#in = surroundings
  }

  /** The line, unless the header has the keyboard. */
  get shownLine(): number | null {
    return this.inHeader ? null : this.line
  }

  /** Goes to a row as the arrow keys do, and opens its group. */
  go(position: number): void {
    const { grouped } = this.#in
    const items = this.#in.items()
    const to = Math.min(Math.max(position, 0), (items.result?.count ?? 0) - 1)
    this.inHeader = false
    grouped.leaveHead()
    items.moveTo(to, false)
    if (grouped.open(to)) {
      void tick().then(() => {
        this.#reveal()
      })
    } else this.#reveal()
  }

  /** Goes to a line; one that extends a selection goes on to a row. */
  goToLine(line: number, extend: boolean): void {
    const { grouped, view } = this.#in
    if (!extend && grouped.goToHead(line)) {
      view.reveal(line)
      return
    }
    const position = grouped.rowNear(line, line >= (this.line ?? 0) ? 1 : -1)
    if (position === null) return
    grouped.leaveHead()
    this.#in.items().moveTo(position, extend)
    this.#reveal()
  }

  goToColumn(column: number): void {
    this.column = column
    this.#in.revealColumn(column)
  }

  /** Opens or closes a group; its head has the keyboard then. */
  fold(head: GroupHead, closed: boolean): void {
    this.goToHead(head)
    this.#in.items().folds.set(head.group.value, closed)
  }

  goToHead(head: GroupHead): void {
    const { grouped } = this.#in
    grouped.goToHead(grouped.lineOfHead(head))
  }

  /** Selects the rows of a group, or lets them go. */
  markGroup({ group }: GroupHead): void {
    this.#in.items().toggleRange(group.first, group.first + group.count - 1)
  }

  #reveal(): void {
    const { active } = this.#in.items()
    if (active !== null) this.#in.view.reveal(this.#in.grouped.lineOf(active))
  }
}
