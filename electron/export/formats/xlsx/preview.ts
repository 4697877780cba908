import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import { fieldValueKind } from '../../../contract/fields.ts'
import type { PreviewCell } from '../../../contract/export-preview.ts'
import { decodeString, isNumberText } from '../../../contract/json-text.ts'
import { messages } from '../../../contract/messages.ts'
import { exceededLimit, fitText, keepsAllDigits, withLineFeeds } from '../../values/sheet-limits.ts'
import { plainDecimal } from '../../values/cell-text.ts'
import { formatTimestamp, parseTimestamp, serialDate } from '../../values/timestamps.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { CellPreview, RecordCheckResult } from '../format.ts'

/** Formats the cells of a workbook, and records those that exceed its limits. */
export class WorkbookPreview implements CellPreview {
  readonly #recordFinding: RecordCheckResult
  readonly #leavesOut: boolean
  readonly #pictureText = messages.exportPreview.pictureCell
  readonly #timeZone: TimeZoneChoice
  #text = ''
  #kind: PreviewCell['kind'] = 'empty'

  /** @param leavesOutLongTexts whether texts that are too long are left out instead of cut. */
  constructor(
    recordFinding: RecordCheckResult,
    leavesOutLongTexts: boolean,
    timeZone: TimeZoneChoice = 'local',
  ) {
    this.#timeZone = timeZone
    this.#recordFinding = recordFinding
    this.#leavesOut = leavesOutLongTexts
  }

  get text(): string {
    return this.#text
  }

  get kind(): PreviewCell['kind'] {
    return this.#kind
  }

  formatValue(value: Exclude<CellValue, null>, column: TableColumn): void {
    if (typeof value === 'boolean') this.#flag(value)
    else if (typeof value === 'number') {
      const name = column.nameOf?.(value)
      if (column.kind === 'boolean') this.#flag(value === 1)
      else if (name !== undefined) this.formatHeading(name)
      else this.#number(plainDecimal(value))
    } else if (column.kind === 'any') this.#field(value)
    else if (column.kind === 'dateTime') this.#timestamp(value)
    else if (column.kind === 'number' && isNumberText(value)) this.#number(value)
    else if (column.kind === 'picture') this.#picture()
    else this.formatHeading(value)
  }

  formatHeading(text: string): void {
    this.#text = text
    this.#kind = text === '' ? 'empty' : 'text'
    const limit = exceededLimit(withLineFeeds(text))
    if (limit === null) return
    this.#text = this.#leavesOut ? '' : fitText(text)
    this.#recordFinding(limit, text, null)
  }

  #field(value: string): void {
    switch (fieldValueKind(value)) {
      case 'number':
        this.#number(value)
        return
      case 'boolean':
        this.#flag(value === 'true')
        return
      case 'text':
        this.#fieldText(decodeString(value))
        return
      case 'whole':
        this.#fieldText(value)
    }
  }

  #fieldText(text: string): void {
    this.#timestamp(text)
    // Only fields have lone surrogates: the store keeps other columns as UTF-8.
    if (!text.isWellFormed()) this.#recordFinding('encoding', text, text.toWellFormed())
  }

  #number(digits: string): void {
    if (!keepsAllDigits(digits)) {
      this.formatHeading(digits)
      return
    }
    this.#text = digits
    this.#kind = 'number'
  }

  #picture(): void {
    this.#text = this.#pictureText
    this.#kind = 'picture'
  }

  #flag(value: boolean): void {
    this.#text = value ? 'TRUE' : 'FALSE'
    this.#kind = 'flag'
  }

  #timestamp(text: string): void {
    const moment = parseTimestamp(text)
    if (moment === null || serialDate(text, this.#timeZone) === null) {
      this.formatHeading(text)
      return
    }
    this.#text = formatTimestamp(moment, this.#timeZone)
    this.#kind = 'moment'
  }
}
