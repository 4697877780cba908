import type { LookCell } from '../../../contract/export-preview.ts'
import { valueText } from './writer.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { CellLook } from '../format.ts'

/** Looks at the members of JSON objects, of which there is nothing to be found: the format holds everything. */
export class JsonLook implements CellLook {
  #text = ''
  #kind: LookCell['kind'] = 'empty'

  get text(): string {
    return this.#text
  }

  get kind(): LookCell['kind'] {
    return this.#kind
  }

  value(value: Exclude<CellValue, null>, column: TableColumn): void {
    this.#text = valueText(value, column)
    this.#kind = /^[-\d]/u.test(this.#text) ? 'number' : 'text'
  }

  heading(text: string): void {
    this.#text = text
    this.#kind = 'text'
  }
}
