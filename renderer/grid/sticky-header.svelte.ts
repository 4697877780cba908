import type { GridView } from './grid-view.svelte.ts'
import type { GroupHeader } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

/** The header of the first visible group, which stays at the top while its rows scroll past. */
export class StickyHeader {
  readonly #grouped: GroupedView<unknown>
  readonly #group: number | null

  /** Null without groups, or if the header is at its place in the list. */
  readonly head: GroupHeader | null
  /** Offset by which the next header pushes it up, in CSS pixels: 0 or less. */
  readonly y: number

  constructor(grouped: GroupedView<unknown>, view: GridView<unknown>) {
    this.#grouped = grouped
    this.#group = $derived.by(() => {
      const { lines } = grouped
      if (!lines.hasHeaders || lines.count === 0 || view.heights.count === 0) return null
      const group = lines.groupAt(view.heights.lineAt(view.top))
      return view.heights.offsetOf(lines.headerLineOf(group)) < view.top ? group : null
    })
    this.head = $derived(this.#group === null ? null : grouped.headerOf(this.#group))
    this.y = $derived.by(() => {
      if (this.#group === null) return 0
      const next = view.heights.offsetOf(grouped.lines.headerLineOf(this.#group + 1))
      return Math.min(0, next - view.top - view.heights.min)
    })
  }

  /** The line of the header in the list, or null. */
  get line(): number | null {
    return this.head === null ? null : this.#grouped.lineOfHeader(this.head)
  }
}
