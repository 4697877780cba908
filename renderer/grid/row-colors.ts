import type { LabelColor } from '../../electron/contract/connection.ts'
import type { ItemRow } from '../../electron/contract/item.ts'

/** A rule that colors rows, with the text that names it. */
export interface RowColor {
  readonly color: LabelColor
  readonly text: string
}

/** The colors of rows, which the grid shows at their start. */
export interface GridRowColors {
  /** The rules in their order. */
  readonly rules: readonly RowColor[]
  /** Returns the index of the rule that colors a row, reactively; null without one, and until it is known. */
  readonly ruleOf: (key: number) => number | null
  /** Returns whether the rule of a row is known, reactively. */
  readonly has: (key: number) => boolean
  readonly request: (row: ItemRow) => void
}
