import type { Orientation } from '../../../electron/contract/printed-list.ts'
import type { Paper } from '../../../electron/contract/report.ts'

export interface PrintChoice {
  readonly pictures: boolean
  /** Null: as the list shows them. */
  readonly reviews: boolean | null
  /** Null: the usual one. */
  readonly paper: Paper | null
  /** Null: as the columns have room. */
  readonly orientation: Orientation | null
}

let remembered: PrintChoice = { pictures: false, reviews: null, paper: null, orientation: null }

/** How the last list of this session was printed. */
export function lastPrint(): PrintChoice {
  return remembered
}

export function rememberPrint(choice: PrintChoice): void {
  remembered = choice
}
