import type { TimeZoneChoice } from '../../contract/export-options.ts'
import type { PreviewCell } from '../../contract/export-preview.ts'
import { cellText } from '../values/cell-text.ts'
import { isShownAsNumber, type CellValue, type TableColumn } from '../rows/table.ts'
import type { CellPreview, PreviewOptions, RecordCheckResult } from './format.ts'

/** Formats cells as text, and records those with characters that the format replaces. */
export class TextPreview implements CellPreview {
  readonly #recordFinding: RecordCheckResult
  readonly #timeZone: TimeZoneChoice
  readonly #replaceUnsupported: (text: string) => string
  #text = ''
  #kind: PreviewCell['kind'] = 'empty'

  constructor(
    { recordFinding, timeZone = 'local' }: Pick<PreviewOptions, 'recordFinding' | 'timeZone'>,
    replaceUnsupported: (text: string) => string,
  ) {
    this.#recordFinding = recordFinding
    this.#timeZone = timeZone
    this.#replaceUnsupported = replaceUnsupported
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
    const supported = this.#replaceUnsupported(text)
    if (supported !== text) this.#recordFinding('encoding', text, supported)
  }
}
