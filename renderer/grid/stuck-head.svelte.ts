import type { GridView } from './grid-view.svelte.ts'
import type { GroupHead } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

/** The head of the group that the top of the view is in, which stays there while its rows are scrolled past. */
export class StuckHead {
  readonly #grouped: GroupedView
  readonly #group: number | null

  /** Null: there are no groups, or the head is where it belongs. */
  readonly head: GroupHead | null
  /** How far the next head pushes it up, in CSS pixels: 0 or less. */
  readonly y: number

  constructor(grouped: GroupedView, view: GridView<unknown>, rowHeight: () => number) {
    this.#grouped = grouped
    this.#group = $derived(grouped.groupAbove(view.top / rowHeight()))
    this.head = $derived(this.#group === null ? null : grouped.headOf(this.#group))
    this.y = $derived(
      this.#group === null
        ? 0
        : Math.min(0, grouped.lineOfGroup(this.#group + 1) * rowHeight() - view.top - rowHeight()),
    )
  }

  /** The line that the head has in the list; null where there is none. */
  get line(): number | null {
    return this.head === null ? null : this.#grouped.lineOfHead(this.head)
  }
}
