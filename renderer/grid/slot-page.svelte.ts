import type { LineHeights, SlotPlan } from './line-heights.ts'
import type { RowSource } from '../lists/row-source.ts'

/** Offset of an unused slot, above the visible area. */
export const ASIDE = -10_000

/** A reused element of the page that shows one row of the list at a time. */
export class RowSlot<Row> {
  /** Index in the list; null if the slot is unused. */
  index = $state<number | null>(null)
  /** Offset in the scrolled element, in CSS pixels. */
  y = $state(ASIDE)
  /** The shown row; while `pending`, still the previous one, so that nothing is drawn twice. */
  row = $state.raw<Row | null>(null)
  pending = $state(true)

  /** Shows a row, or a placeholder until it is loaded. */
  show(index: number, row: Row | undefined): void {
    this.index = index
    this.pending = row === undefined
    if (row !== undefined) this.row = row
  }
}

/** The slots of a page; see GridView. */
export class SlotPage<Row> {
  #plan: SlotPlan = { count: 0, together: 0, of: () => 0 }

  slots = $state.raw<readonly RowSlot<Row>[]>([])

  /** This number of consecutive lines can always be shown together. */
  get together(): number {
    return this.#plan.together
  }

  /** Applies another plan. Returns whether the slots were replaced, so that no line is drawn. */
  applyPlan(plan: SlotPlan): boolean {
    this.#plan = plan
    if (this.slots.length === plan.count) return false
    this.slots = Array.from({ length: plan.count }, (_, index) => this.slots[index] ?? new RowSlot<Row>())
    this.clear()
    return true
  }

  /** Clears all slots. */
  clear(): void {
    for (const slot of this.slots) slot.index = null
  }

  /**
   * Shows the lines from `start` to before `end`, shifted down by some pixels from their offsets in the list.
   */
  draw(
    { start, end, offset }: { readonly start: number; readonly end: number; readonly offset: number },
    heights: LineHeights,
    rows: RowSource<Row>,
  ): void {
    for (const slot of this.slots) {
      const shown = slot.index
      if (shown !== null && (shown < start || shown >= end)) slot.y = ASIDE
    }
    for (let index = start; index < end; index += 1) {
      const slot = this.slots[this.#plan.of(index)]
      if (slot === undefined) continue
      slot.y = heights.offsetOf(index) + offset
      if (slot.index === index && !slot.pending) continue
      slot.show(index, rows.get(index))
    }
  }

  /** Replaces placeholders with the rows that are loaded. */
  fill(rows: RowSource<Row>): void {
    for (const slot of this.slots) {
      if (slot.index !== null && slot.pending) slot.show(slot.index, rows.get(slot.index))
    }
  }

  /** Returns whether a line is in the page. */
  shows(index: number): boolean {
    return this.slots[this.#plan.of(index)]?.index === index
  }
}
