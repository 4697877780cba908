import type { LineHeights, LineSource, SlotPlan } from './line-heights.ts'

/** Offset of an unused slot, above the visible area. */
export const ASIDE = -10_000

/** A list in a view, with what else the view draws of it. */
export interface DrawnList<Row> {
  readonly rows: LineSource<Row>
}

/** A reused element of the page that shows one row of the list at a time. */
export class RowSlot<Row, List extends DrawnList<Row> = DrawnList<Row>> {
  /** The list of the shown row; spare rows keep the previous one for a frame. Null if the slot is unused. */
  list = $state.raw<List | null>(null)
  /** Index in the list; null if the slot is unused. */
  index = $state<number | null>(null)
  /** Offset in the scrolled element, in CSS pixels. */
  y = $state(ASIDE)
  /** The shown row; while `pending`, still the previous one, so that nothing is drawn twice. */
  row = $state.raw<Row | null>(null)
  pending = $state(true)

  /** Shows a row, or a placeholder until it is loaded. */
  show(index: number, list: List): void {
    const row = list.rows.get(index)
    this.list = list
    this.index = index
    this.pending = row === undefined
    if (row !== undefined) this.row = row
  }
}

/** The slots of a page; see GridView. */
export class SlotPage<Row, List extends DrawnList<Row>> {
  #plan: SlotPlan = { count: 0, together: 0, of: () => 0 }

  slots = $state.raw<readonly RowSlot<Row, List>[]>([])

  /** This number of consecutive lines can always be shown together. */
  get together(): number {
    return this.#plan.together
  }

  /** Applies another plan. Returns whether the slots were replaced, so that no line is drawn. */
  applyPlan(plan: SlotPlan): boolean {
    this.#plan = plan
    if (this.slots.length === plan.count) return false
    this.slots = Array.from(
      { length: plan.count },
      (_, index) => this.slots[index] ?? new RowSlot<Row, List>(),
    )
    this.clear()
    return true
  }

  /** Clears all slots. */
  clear(): void {
    for (const slot of this.slots) slot.index = null
  }

  /** Clears the slots of lines that a list of this length does not have. */
  clearFrom(count: number): void {
    for (const slot of this.slots) if (slot.index !== null && slot.index >= count) slot.index = null
  }

  /** Clears the slots that do not show a list. */
  clearOthers(list: List): void {
    for (const slot of this.slots) if (slot.list !== list) slot.index = null
  }

  /**
   * Shows the lines from `start` to before `end`, shifted down by some pixels from their offsets in the list.
   */
  draw(
    { start, end, offset }: { readonly start: number; readonly end: number; readonly offset: number },
    heights: LineHeights,
    list: List,
  ): void {
    for (const slot of this.slots) {
      const shown = slot.index
      if (shown !== null && (shown < start || shown >= end)) slot.y = ASIDE
    }
    for (let index = start; index < end; index += 1) {
      const slot = this.slots[this.#plan.of(index)]
      if (slot === undefined) continue
      slot.y = heights.offsetOf(index) + offset
      if (slot.index === index && slot.list === list && !slot.pending) continue
      slot.show(index, list)
    }
  }

  /** Replaces placeholders of a list with the rows that are loaded. */
  fill(list: List): void {
    for (const slot of this.slots) {
      if (slot.index !== null && slot.list === list && slot.pending) slot.show(slot.index, list)
    }
  }

  /** Returns whether a line is in the page. */
  shows(index: number): boolean {
    return this.slots[this.#plan.of(index)]?.index === index
  }
}
