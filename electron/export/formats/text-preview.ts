import type { TimeZoneChoice } from '../../contract/export-options.ts'
import type { PreviewCell } from '../../contract/export-preview.ts'
import { cellText } from '../values/cell-text.ts'
import { isShownAsNumber, type CellValue, type TableColumn } from '../rows/table.ts'
import type { CellPreview } from './format.ts'

/** Formats cells as text for formats without findings. */
export class TextPreview implements CellPreview {
  readonly #timeZone: TimeZoneChoice
  #text = ''
  #kind: PreviewCell['kind'] = 'empty'

  constructor(timeZone: TimeZoneChoice = 'local') {
    this.#timeZone = timeZone
  }

  get text(): string {
    return this.#text
  }

  get kind(): PreviewCell['kind'] {
    return this.#kind
  }

  formatValue(value: Exclude<CellValue, null>, column: TableColumn): void {
    this.formatHeading(cellText(value, column, this.#timeZone))
    if (isShownAsNumber(value, column)) this.#kind = 'number'
  }

  formatHeading(text: string): void {
    this.#text = text
    this.#kind = text === '' ? 'empty' : 'text'
  }
}
