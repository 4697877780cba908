import type { LookCell } from '../../contract/export-look.ts'
import { cellText, isNumeric } from '../cell-text.ts'
import type { CellValue, TableColumn } from '../table.ts'
import type { CellLook } from './types.ts'

/** Looks at cells of tables for people, which hold whatever there is and show it in words. */
export class TableLook implements CellLook {
  #text = ''
  #kind: LookCell['kind'] = 'empty'

  get text(): string {
    return this.#text
  }

  get kind(): LookCell['kind'] {
    return this.#kind
  }

  value(value: Exclude<CellValue, null>, column: TableColumn): void {
    this.heading(cellText(value, column))
    if (isNumeric(value, column)) this.#kind = 'number'
  }

  heading(text: string): void {
    this.#text = text
    this.#kind = text === '' ? 'empty' : 'text'
  }
}
