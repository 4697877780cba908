import type { FileLanguage } from '../../../electron/contract/export-options.ts'
import type { Orientation, Paper } from '../../../electron/contract/paper.ts'

export interface ListPrintChoice {
  readonly pictures: boolean
  readonly reviews: boolean
  readonly pageTotals: boolean
  readonly wrapTexts: boolean
  /** Null: the default of the locale. */
  readonly paper: Paper | null
  /** Null: determined by the columns. */
  readonly orientation: Orientation | null
  /** Undefined: that of the interface. */
  readonly language: FileLanguage | undefined
}

let lastChoice: ListPrintChoice = {
  pictures: false,
  reviews: true,
  pageTotals: true,
  wrapTexts: false,
  paper: null,
  orientation: null,
  language: undefined,
}

/** Returns the options of the last printed list of this session. */
export function lastListPrint(): ListPrintChoice {
  return lastChoice
}

export function rememberListPrint(change: Partial<ListPrintChoice>): void {
  lastChoice = { ...lastChoice, ...change }
}
