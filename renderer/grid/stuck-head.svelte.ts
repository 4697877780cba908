import type { GridView } from './grid-view.svelte.ts'
import type { GroupHead } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

/**
 * The head of the group that the top of the view is in, which stays there while its rows are scrolled past.
 */
export class StuckHead {
  readonly #grouped: GroupedView<unknown>
  readonly #group: number | null

  /** Null: there are no groups, or the head is where it belongs. */
  readonly head: GroupHead | null
  /** How far the next head pushes it up, in CSS pixels: 0 or less. */
  readonly y: number

  constructor(grouped: GroupedView<unknown>, view: GridView<unknown>) {
    this.#grouped = grouped
    this.#group = $derived.by(() => {
      const { lines } = grouped
      if (!lines.headed || lines.count === 0 || view.heights.count === 0) return null
      const group = lines.groupAt(view.heights.lineAt(view.top))
      return view.heights.offsetOf(lines.headOf(group)) < view.top ? group : null
    })
    this.head = $derived(this.#group === null ? null : grouped.headOf(this.#group))
    this.y = $derived.by(() => {
      if (this.#group === null) return 0
      const next = view.heights.offsetOf(grouped.lines.headOf(this.#group + 1))
      return Math.min(0, next - view.top - view.heights.least)
    })
  }

  /** The line that the head has in the list; null where there is none. */
  get line(): number | null {
    return this.head === null ? null : this.#grouped.lineOfHead(this.head)
  }
}
