import { tick } from 'svelte'
import type { GridList } from './grid-list.ts'
import type { GridView } from './grid-view.svelte.ts'
import type { GroupHeader } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

/** The lines that the keyboard moves through. */
export interface NavigableLines {
  readonly items: () => GridList
  readonly view: Pick<GridView<unknown>, 'reveal'>
  readonly grouped: GroupedView<unknown>
}

/** The line with the keyboard focus: rows, or a group header. */
export class ActiveLine {
  readonly #lines: NavigableLines

  /** Null if there is none. */
  readonly line = $derived.by(() => {
    const { grouped } = this.#lines
    const { active } = this.#lines.items()
    return grouped.activeHeader ?? (active === null ? null : grouped.lines.lineOf(active))
  })

  constructor(lines: NavigableLines) {
    this.#lines = lines
  }

  /** Moves to a row as the arrow keys do, and expands its group. */
  go(index: number): void {
    const { grouped } = this.#lines
    const items = this.#lines.items()
    const to = Math.min(Math.max(index, 0), (items.result?.count ?? 0) - 1)
    const opens = grouped.open(to)
    if (!opens) this.goToRow(to, false)
    else {
      grouped.leaveHeader()
      items.moveTo(to, false)
      void tick().then(() => this.#reveal())
    }
  }

  /** Moves to a row of an expanded group. */
  goToRow(index: number, extend: boolean): void {
    this.#lines.grouped.leaveHeader()
    this.#lines.items().moveTo(index, extend)
    this.#reveal()
  }

  /** Moves to a line; to extend a selection, on to a row. */
  goToLine(line: number, extend: boolean): void {
    const { grouped, view } = this.#lines
    if (!extend && grouped.goToHeader(line)) {
      view.reveal(line)
      return
    }
    const index = grouped.lines.rowNear(line, line >= (this.line ?? 0) ? 1 : -1)
    if (index !== null) this.goToRow(index, extend)
  }

  /** Expands or collapses a group, and focuses its header. */
  fold(head: GroupHeader, closed: boolean): void {
    this.goToHeader(head)
    this.#lines.items().folds.set(head.group.value, closed)
  }

  goToHeader(head: GroupHeader): void {
    const { grouped } = this.#lines
    grouped.goToHeader(grouped.lineOfHeader(head))
  }

  /** Selects the rows of a group, or deselects them. */
  markGroup({ group }: GroupHeader): void {
    this.#lines.items().toggleRange(group.first, group.first + group.count - 1)
  }

  #reveal(): void {
    const { active } = this.#lines.items()
    if (active !== null) this.#lines.view.reveal(this.#lines.grouped.lines.lineOf(active))
  }
}
