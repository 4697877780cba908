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
