import type { ColumnKey } from '../../electron/contract/columns.ts'
import { columnLabel } from '../../electron/contract/column-labels.ts'
import { ColumnNeeds } from './column-needs.ts'
import { shareWidth, type ColumnNeed, type SharedWidths } from './column-widths.ts'
import type { ListCell } from './list-cells.ts'
import { createTextWidth } from './text-width.ts'

/** Font size of a list in points, at the scale 1. */
export const LIST_FONT_SIZE = 8
/** Names on one line are worth a font this much smaller. */
const NAME_SCALE = 0.88

/**
 * Returns the need of a column whose cells have a fixed width.
 * @param width of the cells, in millimeters
 */
export function headingNeed(heading: string, width: number): ColumnNeed {
  const measure = createTextWidth(LIST_FONT_SIZE, 600)
  const need = Math.max(width, new ColumnNeeds(heading, measure, measure).get().min)
  return { min: need, preferred: need }
}

/** Determines the widths of the columns of a list from all of its cells. */
export class ListWidths {
  readonly #columns: readonly ColumnKey[]
  readonly #needs: readonly ColumnNeeds[]

  constructor(columns: readonly ColumnKey[]) {
    const measure = createTextWidth(LIST_FONT_SIZE, 400)
    const measureBold = createTextWidth(LIST_FONT_SIZE, 600)
    this.#columns = columns
    this.#needs = columns.map(
      (key) => new ColumnNeeds(columnLabel(key), measureBold, key === 'posNumber' ? measureBold : measure),
    )
  }

  /** @param cells one for each column */
  add(cells: readonly ListCell[]): void {
    for (const [column, cell] of cells.entries())
      this.#needs[column]?.add(cell, this.#columns[column] === 'posNumber')
  }

  /**
   * Gives the names one line each as far as there is space; texts that may be cut give way to them.
   * @param before needs of columns before those of the list
   * @param after of those after them
   * @param available in millimeters
   */
  share(before: readonly ColumnNeed[], after: readonly ColumnNeed[], available: number): SharedWidths {
    const all = [...before, ...this.#needs.map((need) => need.get()), ...after]
    const index = this.#columns.indexOf('itemName')
    const nameIndex = index < 0 ? -1 : before.length + index
    const name = all[nameIndex]
    const space = available / NAME_SCALE
    const isEnough = all.reduce((sum, need) => sum + (need === name ? need.preferred : need.min), 0) <= space
    const needs = isEnough ? all : all.map((need) => ({ ...need, min: need.tight ?? need.min }))
    const others = needs.reduce((sum, { min }, each) => (each === nameIndex ? sum : sum + min), 0)
    return shareWidth(
      needs.map((need, each) =>
        each === nameIndex
          ? { ...need, min: Math.max(need.min, Math.min(need.preferred, space - others)) }
          : need,
      ),
      available,
    )
  }
}
