import type { CsvStyle } from '../../../contract/csv-style.ts'
import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import { fieldValueKind, type FieldValue } from '../../../contract/fields.ts'
import { decodeString, isNumberText } from '../../../contract/json-text.ts'
import { messages } from '../../../contract/messages.ts'
import { plainDecimal } from '../../values/cell-text.ts'
import { parseTimestamp, formatTimestamp } from '../../values/timestamps.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'

/** Returns the texts for false and true. */
function flagTexts(flags: CsvStyle['flags']): readonly [no: string, yes: string] {
  if (flags === 'trueFalse') return ['false', 'true']
  if (flags === 'oneZero') return ['0', '1']
  const { no, yes } = messages.exportExtras.flags
  return [no, yes]
}

/** Receives the cells of a CSV file. */
export interface CsvCells {
  /** Untrusted text, which may need a guard and quotes. */
  text(text: string): void
  /** A formatted moment. */
  timestamp(text: string): void
  /** A formatted number or flag. */
  literal(literal: string): void
}

/** Formats values for the cells of a CSV file. */
export class CsvValues {
  readonly #style: CsvStyle
  readonly #cells: CsvCells
  readonly #flags: readonly [no: string, yes: string]
  readonly #timeZone: TimeZoneChoice

  constructor(style: CsvStyle, cells: CsvCells, timeZone: TimeZoneChoice = 'local') {
    this.#style = style
    this.#cells = cells
    this.#flags = flagTexts(style.flags)
    this.#timeZone = timeZone
  }

  /** Writes a value of a column. */
  write(value: Exclude<CellValue, null>, column: TableColumn | undefined): void {
    if (typeof value === 'boolean') this.#flag(value)
    else if (typeof value === 'number') this.#number(value, column)
    else if (column?.kind === 'any') this.#field(value)
    else if (column?.kind === 'dateTime') this.#timestamp(value)
    else if (column?.kind === 'number' && isNumberText(value)) this.#decimal(value)
    else this.#cells.text(value)
  }

  #flag(value: boolean): void {
    this.#cells.literal(this.#flags[value ? 1 : 0])
  }

  #timestamp(text: string): void {
    const moment = this.#style.dates === 'local' ? parseTimestamp(text) : null
    if (moment === null) this.#cells.text(text)
    else this.#cells.timestamp(formatTimestamp(moment, this.#timeZone))
  }

  /** Keeps numbers as sent, because their signs start no formula; large ones are written without exponent. */
  #field(value: FieldValue): void {
    switch (fieldValueKind(value)) {
      case 'boolean':
        this.#flag(value === 'true')
        return
      case 'number':
        this.#decimal(String(Number(value)) === value ? plainDecimal(Number(value)) : value)
        return
      case 'text':
        this.#timestamp(decodeString(value))
        return
      case 'whole':
        this.#cells.text(value)
    }
  }

  #number(value: number, column: TableColumn | undefined): void {
    if (column?.kind === 'boolean' && (value === 0 || value === 1)) {
      this.#flag(value === 1)
      return
    }
    const name = column?.nameOf?.(value)
    if (name === undefined) this.#decimal(plainDecimal(value))
    else this.#cells.text(name)
  }

  #decimal(digits: string): void {
    const { decimalMark } = this.#style
    this.#cells.literal(decimalMark === '.' ? digits : digits.replace('.', decimalMark))
  }
}
