import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import { fieldValueKind } from '../../../contract/fields.ts'
import { decodeString, isNumberText } from '../../../contract/json-text.ts'
import type { AlterationCount } from '../format.ts'
import { plainDecimal } from '../../values/cell-text.ts'
import type { ByteBuffer } from '../../values/byte-buffer.ts'
import { columnLetters } from './columns.ts'
import { serialDate } from '../../values/timestamps.ts'
import { PICTURE_ROW_POINTS, type SheetDrawing } from './drawing.ts'
import type { SheetLinks } from './links.ts'
import type { SharedStrings } from './shared-strings.ts'
import { writeStringElement } from './xml-text.ts'
import { STYLES } from './styles.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import { fitText, isTooLong, keepsAllDigits } from '../../values/sheet-limits.ts'
import type { SheetOptions } from './sheet.ts'
import type { SheetRow } from './types.ts'

/** End of the start tag of a row with a picture. */
const PICTURE_ROW = `" ht="${String(PICTURE_ROW_POINTS)}" customHeight="1">`

/** Writes rows as the element `row` with its cells (ECMA-376, 18.3.1.73 and 18.3.1.4). */
export class CellWriter {
  readonly #bytes: ByteBuffer
  readonly #columns: readonly TableColumn[]
  readonly #sharedStrings: SharedStrings
  readonly #links: SheetLinks | null
  readonly #drawing: SheetDrawing | null
  readonly #timeZone: TimeZoneChoice | undefined
  /** Index of the column with pictures, or -1. */
  readonly #pictureColumn: number
  readonly #altered: AlterationCount | null
  readonly #leavesOutLongTexts: boolean
  /** `<c r="A` for each column. */
  readonly #cellStarts: readonly string[]
  #rowNumber = ''

  constructor(
    bytes: ByteBuffer,
    columns: readonly TableColumn[],
    sharedStrings: SharedStrings,
    {
      links,
      drawing,
      timeZone,
      leavesOutLongTexts = false,
    }: Pick<SheetOptions, 'links' | 'drawing' | 'timeZone' | 'leavesOutLongTexts'>,
    altered: AlterationCount | null,
  ) {
    this.#altered = altered
    this.#leavesOutLongTexts = leavesOutLongTexts
    this.#bytes = bytes
    this.#columns = columns
    this.#sharedStrings = sharedStrings
    this.#links = links
    this.#drawing = drawing
    this.#timeZone = timeZone
    this.#pictureColumn = drawing === null ? -1 : columns.findIndex(({ kind }) => kind === 'picture')
    this.#cellStarts = columns.map((_, index) => `<c r="${columnLetters(index)}`)
  }

  /**
   * Writes a row.
   * @param number its number, from 1
   */
  writeRow(number: number, row: SheetRow): void {
    const bytes = this.#bytes
    this.#rowNumber = String(number)
    bytes.ascii('<row r="')
    bytes.ascii(this.#rowNumber)
    bytes.ascii(this.#pictureColumn >= 0 && typeof row[this.#pictureColumn] === 'string' ? PICTURE_ROW : '">')
    for (let index = 0; index < row.length; index += 1) {
      const value = row[index] ?? null
      if (value !== null) this.#value(index, value)
    }
    bytes.ascii('</row>')
  }

  /** Writes the header row. */
  writeHeadings(number: number): void {
    this.#rowNumber = String(number)
    this.#bytes.ascii(`<row r="${this.#rowNumber}">`)
    for (const [index, { heading, kind, nameOf }] of this.#columns.entries())
      this.#text(index, heading, kind === 'number' && nameOf === null ? STYLES.numberHeader : STYLES.header)
    this.#bytes.ascii('</row>')
  }

  #value(index: number, value: Exclude<CellValue, null>): void {
    const column = this.#columns[index]
    const kind = column?.kind
    if (typeof value === 'boolean') this.#flag(index, value)
    else if (typeof value === 'number') {
      if (kind === 'boolean') this.#flag(index, value === 1)
      else this.#number(index, value, column?.nameOf ?? null)
    } else if (kind === 'any') this.#field(index, value)
    else if (kind === 'dateTime') this.#timestamp(index, value)
    else if (kind === 'number' && isNumberText(value)) this.#decimal(index, value)
    else if (kind === 'link') this.#link(index, value)
    else if (kind === 'picture') this.#picture(index, value)
    else this.#plainText(index, value)
  }

  #picture(index: number, cell: string): void {
    const isAdded = this.#drawing?.add(index, Number(this.#rowNumber) - 1, cell) ?? true
    if (!isAdded && this.#altered !== null) this.#altered.leftOut += 1
  }

  #plainText(index: number, text: string): void {
    this.#text(index, text, text.includes('\n') ? STYLES.lines : STYLES.text)
  }

  #link(index: number, address: string): void {
    const isLink = this.#links?.add(columnLetters(index) + this.#rowNumber, address) ?? false
    this.#text(index, address, isLink ? STYLES.link : STYLES.text)
  }

  #number(index: number, value: number, nameOf: TableColumn['nameOf']): void {
    const name = nameOf?.(value)
    if (name !== undefined) this.#plainText(index, name)
    else if (Number.isInteger(value) && value >= 0 && value < 1e15) this.#integer(index, value)
    else this.#decimal(index, plainDecimal(value))
  }

  #integer(index: number, value: number): void {
    const bytes = this.#bytes
    this.#startCell(index)
    bytes.ascii('"><v>')
    bytes.digits(value)
    bytes.ascii('</v></c>')
  }

  /** Writes a number, as text if a spreadsheet would not keep all digits. */
  #decimal(index: number, digits: string): void {
    if (!keepsAllDigits(digits)) {
      this.#text(index, digits, STYLES.text)
      return
    }
    this.#startCell(index)
    this.#bytes.ascii('"><v>')
    this.#bytes.ascii(digits)
    this.#bytes.ascii('</v></c>')
  }

  #flag(index: number, value: boolean): void {
    this.#startCell(index)
    this.#bytes.ascii(value ? FLAGS.yes : FLAGS.no)
  }

  #timestamp(index: number, text: string): void {
    const serial = serialDate(text, this.#timeZone)
    if (serial === null) {
      this.#plainText(index, text)
      return
    }
    this.#startCell(index)
    this.#bytes.ascii(TIMESTAMP_START)
    this.#bytes.ascii(String(serial))
    this.#bytes.ascii('</v></c>')
  }

  #field(index: number, value: string): void {
    switch (fieldValueKind(value)) {
      case 'number':
        this.#decimal(index, value)
        return
      case 'boolean':
        this.#flag(index, value === 'true')
        return
      case 'text':
        this.#timestamp(index, decodeString(value))
        return
      case 'whole':
        this.#timestamp(index, value)
    }
  }

  #text(index: number, text: string, style: number): void {
    if (text === '') return
    if (isTooLong(text)) {
      if (this.#altered !== null) this.#altered[this.#leavesOutLongTexts ? 'leftOut' : 'cut'] += 1
      if (this.#leavesOutLongTexts) return
    }
    const bytes = this.#bytes
    this.#startCell(index)
    const sharedIndex = this.#sharedStrings.indexOf(text, index)
    if (sharedIndex === -1) {
      bytes.ascii(INLINE_TEXTS[style] ?? '')
      const isUnchanged = writeStringElement(bytes, fitText(text))
      if (!isUnchanged && this.#altered !== null) this.#altered.replaced += 1
      bytes.ascii('</is></c>')
    } else {
      bytes.ascii(SHARED_TEXTS[style] ?? '')
      bytes.digits(sharedIndex)
      bytes.ascii('</v></c>')
    }
  }

  #startCell(index: number): void {
    this.#bytes.ascii(this.#cellStarts[index] ?? '')
    this.#bytes.ascii(this.#rowNumber)
  }
}

const FLAGS = {
  yes: `" s="${String(STYLES.flag)}" t="b"><v>1</v></c>`,
  no: `" s="${String(STYLES.flag)}" t="b"><v>0</v></c>`,
} as const

const TIMESTAMP_START = `" s="${String(STYLES.dateTime)}"><v>`

/** The XML after the reference of a cell with a text, by style. */
const INLINE_TEXTS: readonly string[] = forEachStyle('t="inlineStr"><is>')
const SHARED_TEXTS: readonly string[] = forEachStyle('t="s"><v>')

function forEachStyle(text: string): readonly string[] {
  return Object.values(STYLES).map((style) => `" s="${String(style)}" ${text}`)
}
