import type { TimeZoneChoice } from '../../contract/export-options.ts'
import type { LookCell } from '../../contract/export-preview.ts'
import { cellText } from '../values/cell-text.ts'
import { isNumberIn, type CellValue, type TableColumn } from '../rows/table.ts'
import type { CellLook } from './format.ts'

/** Looks at cells of tables for people, which hold whatever there is and show it in words. */
export class TableLook implements CellLook {
  readonly #timeZone: TimeZoneChoice
  #text = ''
  #kind: LookCell['kind'] = 'empty'

  constructor(timeZone: TimeZoneChoice = 'local') {
    this.#timeZone = timeZone
  }

  get text(): string {
    return this.#text
  }

  get kind(): LookCell['kind'] {
    return this.#kind
  }

  value(value: Exclude<CellValue, null>, column: TableColumn): void {
    this.heading(cellText(value, column, this.#timeZone))
    if (isNumberIn(value, column)) this.#kind = 'number'
  }

  heading(text: string): void {
    this.#text = text
    this.#kind = text === '' ? 'empty' : 'text'
  }
}
