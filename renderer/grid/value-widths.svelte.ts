import { TEXT_PADDING } from './fit.ts'
import type { GridColumn } from './column-layout.ts'
import type { MeasuredText } from './grid-table.ts'

/** Number of characters that are wider than any column. */
const MAX_MEASURED_LENGTH = 100

/**
 * Widths at which columns show the values of the loaded rows in full. They only grow, so that columns keep
 * their positions during a search.
 */
export class ValueWidths<Key extends string> {
  readonly #measure: (text: string) => number
  /** A longest text of each column. Only texts that are at least as long are measured. */
  readonly #longest = new Map<Key, string>()
  #widths = $state.raw<ReadonlyMap<Key, number>>(new Map())

  /** @param measure returns the width of the text of a cell, in CSS pixels */
  constructor(measure: (text: string) => number) {
    this.#measure = measure
  }

  /** Returns a column that is wide enough for its values, up to its limit. */
  fit(column: GridColumn<Key>): GridColumn<Key> {
    const width = Math.min(this.#widths.get(column.key) ?? 0, column.fitTo ?? 0)
    return width <= column.width ? column : { ...column, width }
  }

  /** Adds the text of a cell. */
  add(key: Key, { text, extra }: MeasuredText): void {
    // Numbers of as many digits are equally wide.
    const form = text.slice(0, MAX_MEASURED_LENGTH).replaceAll(/\d/gu, '0')
    const longest = this.#longest.get(key) ?? ''
    if (form.length < longest.length || form === longest) return
    this.#longest.set(key, form)
    const width = Math.ceil(this.#measure(form) + extra) + TEXT_PADDING
    if (width > (this.#widths.get(key) ?? 0)) this.#widths = new Map(this.#widths).set(key, width)
  }
}
