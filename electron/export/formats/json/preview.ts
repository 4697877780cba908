import type { PreviewCell } from '../../../contract/export-preview.ts'
import { formatJsonValue } from './writer.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { CellPreview } from '../format.ts'

/** Shows the members of JSON objects. There are no findings: JSON can represent every value. */
export class JsonPreview implements CellPreview {
  #text = ''
  #kind: PreviewCell['kind'] = 'empty'

  get text(): string {
    return this.#text
  }

  get kind(): PreviewCell['kind'] {
    return this.#kind
  }

  formatValue(value: Exclude<CellValue, null>, column: TableColumn): void {
    this.#text = formatJsonValue(value, column)
    this.#kind = /^[-\d]/u.test(this.#text) ? 'number' : 'text'
  }

  formatHeading(text: string): void {
    this.#text = text
    this.#kind = 'text'
  }
}
