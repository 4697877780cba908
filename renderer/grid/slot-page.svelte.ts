import type { LineHeights, SlotPlan } from './line-heights.ts'
import type { RowSource } from '../lists/row-source.ts'

/** Where a slot waits that has nothing to show: above everything. */
export const ASIDE = -10_000

/** A row of the page that shows one row of the list after another. */
export class RowSlot<Row> {
  /** Position in the list; null while the slot has nothing to show. */
  position = $state<number | null>(null)
  /** Offset in the scrolled element, in CSS pixels. */
  y = $state(ASIDE)
  /**
   * What it shows; while `pending`, still the row that it showed before, so that nothing is redrawn twice.
   */
  row = $state.raw<Row | null>(null)
  pending = $state(true)

  /** Shows a row, or while it has not come, its place. */
  show(position: number, row: Row | undefined): void {
    this.position = position
    this.pending = row === undefined
    if (row !== undefined) this.row = row
  }
}

/** The rows of a page: few, and used again for one line of the list after another; see GridView. */
export class SlotPage<Row> {
  #plan: SlotPlan = { count: 0, together: 0, of: () => 0 }

  slots = $state.raw<readonly RowSlot<Row>[]>([])

  /** So many lines that follow one another can always be drawn together. */
  get together(): number {
    return this.#plan.together
  }

  /**
   * Takes another plan; gives whether the slots are others, so that nothing of the list is drawn any more.
   */
  lay(plan: SlotPlan): boolean {
    this.#plan = plan
    if (this.slots.length === plan.count) return false
    this.slots = Array.from({ length: plan.count }, (_, index) => this.slots[index] ?? new RowSlot<Row>())
    this.letGo()
    return true
  }

  /** No slot shows anything of what it did. */
  letGo(): void {
    for (const slot of this.slots) slot.position = null
  }

  /**
   * Lets the slots show the lines from `start` to before `end`, so many pixels below where they stand in the
   * list.
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

  /** Lets slots that show the places of rows show the rows, as far as they have come. */
  fill(rows: RowSource<Row>): void {
    for (const slot of this.slots) {
      if (slot.position !== null && slot.pending) slot.show(slot.position, rows.get(slot.position))
    }
  }

  /** Whether a line is in the page. */
  shows(position: number): boolean {
    return this.slots[this.#plan.of(position)]?.position === position
  }
}
