import type { LineHeights, SlotPlan } from './line-heights.ts'
import type { RowSource } from '../lists/row-source.ts'

/** Offset of an unused slot, above the visible area. */
export const ASIDE = -10_000

/** A reused element of the page that shows one row of the list at a time. */
export class RowSlot<Row> {
  /** Index in the list; null if the slot is unused. */
  position = $state<number | null>(null)
  /** Offset in the scrolled element, in CSS pixels. */
  y = $state(ASIDE)
  /** The shown row; while `pending`, still the previous one, so that nothing is drawn twice. */
  row = $state.raw<Row | null>(null)
  pending = $state(true)

  /** Shows a row, or a placeholder until it is loaded. */
  show(position: number, row: Row | undefined): void {
    this.position = position
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
  lay(plan: SlotPlan): boolean {
    this.#plan = plan
    if (this.slots.length === plan.count) return false
    this.slots = Array.from({ length: plan.count }, (_, index) => this.slots[index] ?? new RowSlot<Row>())
    this.letGo()
    return true
  }

  /** Clears all slots. */
  letGo(): void {
    for (const slot of this.slots) slot.position = null
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
      const shown = slot.position
      if (shown !== null && (shown < start || shown >= end)) slot.y = ASIDE
    }
    for (let position = start; position < end; position += 1) {
      const slot = this.slots[this.#plan.of(position)]
      if (slot === undefined) continue
      slot.y = heights.offsetOf(position) + offset
      if (slot.position === position && !slot.pending) continue
      slot.show(position, rows.get(position))
    }
  }

  /** Replaces placeholders with the rows that are loaded. */
  fill(rows: RowSource<Row>): void {
    for (const slot of this.slots) {
      if (slot.position !== null && slot.pending) slot.show(slot.position, rows.get(slot.position))
    }
  }

  /** Returns whether a line is in the page. */
  shows(position: number): boolean {
    return this.slots[this.#plan.of(position)]?.position === position
  }
}
