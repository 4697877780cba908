import type { SelectionRanges } from '../../electron/contract/query.ts'
import {
  extendTo,
  invert,
  mark,
  NO_SELECTION,
  selectAll,
  selectOnly,
  sizeOf,
  toggle,
  toggleRange,
  type Selection,
} from '../lists/selection.ts'

/** The active row of a list, and the rows that are selected in it. */
export abstract class RowChoice {
  /** Whether the active row was the person's own choice, so that it is worth keeping in sight. */
  protected chosen = false

  selection = $state.raw<Selection>(NO_SELECTION)
  active = $state.raw<number | null>(null)

  readonly selectedCount = $derived(sizeOf(this.selection.ranges))

  /** Rows in the list. */
  protected abstract get rowCount(): number

  /** Makes a row the active one. */
  activate(position: number): void {
    if (this.rowCount === 0) return
    this.active = Math.min(Math.max(position, 0), this.rowCount - 1)
    this.chosen = true
  }

  /** Goes to a row with the keyboard: a row that was only clicked is let go. */
  moveTo(position: number, extend: boolean): void {
    const from = this.active ?? 0
    this.activate(position)
    if (extend && this.active !== null) {
      this.selection = extendTo(
        { ...this.selection, anchor: this.selection.anchor ?? from },
        from,
        this.active,
      )
    } else if (this.selection.passing) {
      this.selection = NO_SELECTION
    } else {
      this.selection = { ...this.selection, anchor: null, base: this.selection.ranges }
    }
  }

  select(position: number, how: 'only' | 'toggle' | 'mark' | 'extend'): void {
    const from = this.active ?? position
    this.activate(position)
    if (how === 'only') this.selection = selectOnly(position)
    else if (how === 'toggle') this.selection = toggle(this.selection, position)
    else if (how === 'mark') this.selection = mark(this.selection, position)
    else this.selection = extendTo(this.selection, from, position)
  }

  /** Marks rows that follow one another, or if all of them were marked, lets them go. */
  toggleRange(first: number, last: number): void {
    this.selection = toggleRange(this.selection, [first, last])
  }

  selectAll(): void {
    this.selection = selectAll(this.rowCount)
  }

  invertSelection(): void {
    this.selection = invert(this.selection, this.rowCount)
  }

  clearSelection(): void {
    this.selection = NO_SELECTION
  }

  /** The rows that a command is about: the selection, or else the active row. */
  chosenRanges(): SelectionRanges {
    if (this.selection.ranges.length > 0) return this.selection.ranges
    return this.active === null ? [] : [[this.active, this.active]]
  }
}
