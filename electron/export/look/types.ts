import type { LookCell, LookFindingKind } from '../../contract/export-look.ts'
import type { CellValue, TableColumn } from '../table.ts'

/** Takes what is found of the cell that is being looked at. */
export type NoteFinding = (kind: LookFindingKind, text: string, becomes: string | null) => void

/** Looks at cells one by one. What the last one shows is here until the next. */
export interface CellLook {
  readonly text: string
  readonly kind: LookCell['kind']
  value(value: Exclude<CellValue, null>, column: TableColumn): void
  /** A heading in the first line. */
  heading(text: string): void
}
