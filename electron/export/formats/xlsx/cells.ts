import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import { fieldText, fieldValueKind } from '../../../contract/fields.ts'
import { isNumberText } from '../../../contract/number-text.ts'
import { strings } from '../../../contract/strings/items.ts'
import type { AlterationCount } from '../format.ts'
import { plainDecimal } from '../../values/cell-text.ts'
import type { ByteBuffer } from '../../values/byte-buffer.ts'
import { columnLetters } from './columns.ts'
import { serialDate } from '../../values/moment.ts'
import { PICTURE_ROW_POINTS, type SheetDrawing } from './drawing.ts'
import type { SheetLinks } from './links.ts'
import type { SharedStrings } from './shared-strings.ts'
import { writeStringElement } from './xml-text.ts'
import { STYLES } from './styles.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import { fittingText, isCut, keepsAllDigits } from '../../values/sheet-limits.ts'
import type { SheetOptions } from './sheet.ts'
import type { SheetRow } from './types.ts'

/** The end of the tag of a row with a picture. */
const PICTURE_ROW = `" ht="${String(PICTURE_ROW_POINTS)}" customHeight="1">`

/** Writes rows as the element `row` with its cells (ECMA-376, 18.3.1.73 and 18.3.1.4). */
export class CellWriter {
  readonly #bytes: ByteBuffer
  readonly #columns: readonly TableColumn[]
  readonly #shared: SharedStrings
  readonly #links: SheetLinks | null
  readonly #drawing: SheetDrawing | null
  readonly #timeZone: TimeZoneChoice | undefined
  /** Where the pictures are; -1: nowhere. */
  readonly #picturesAt: number
  readonly #altered: AlterationCount | null
  /** `<c r="A`, for each column. */
  readonly #begins: readonly string[]
  #row = ''

  constructor(
    bytes: ByteBuffer,
    columns: readonly TableColumn[],
    shared: SharedStrings,
    { links, drawing, timeZone }: Pick<SheetOptions, 'links' | 'drawing' | 'timeZone'>,
    altered: AlterationCount | null,
  ) {
    this.#altered = altered
    this.#bytes = bytes
    this.#columns = columns
    this.#shared = shared
    this.#links = links
    this.#drawing = drawing
    this.#timeZone = timeZone
    this.#picturesAt = drawing === null ? -1 : columns.findIndex(({ kind }) => kind === 'picture')
    this.#begins = columns.map((_, index) => `<c r="${columnLetters(index)}`)
  }

  /** @param number the row's own, from 1. */
  row(number: number, row: SheetRow): void {
    const bytes = this.#bytes
    this.#row = String(number)
    bytes.ascii('<row r="')
    bytes.ascii(this.#row)
    bytes.ascii(this.#picturesAt >= 0 && typeof row[this.#picturesAt] === 'string' ? PICTURE_ROW : '">')
    for (let index = 0; index < row.length; index += 1) {
      const value = row[index] ?? null
      if (value !== null) this.#value(index, value)
    }
    bytes.ascii('</row>')
  }

  /** The line of headings. */
  headings(number: number): void {
    this.#row = String(number)
    this.#bytes.ascii(`<row r="${this.#row}">`)
    for (const [index, { heading, kind, words }] of this.#columns.entries())
      this.#text(index, heading, kind === 'number' && words === null ? STYLES.numberHeader : STYLES.header)
    this.#bytes.ascii('</row>')
  }

  #value(index: number, value: Exclude<CellValue, null>): void {
    const column = this.#columns[index]
    const kind = column?.kind
    if (typeof value === 'boolean') this.#flag(index, value)
    else if (typeof value === 'number') {
      if (kind === 'boolean') this.#flag(index, value === 1)
      else this.#number(index, value, column?.words ?? null)
    } else if (kind === 'any') this.#field(index, value)
    else if (kind === 'dateTime') this.#moment(index, value)
    else if (kind === 'number' && isNumberText(value)) this.#decimal(index, value)
    else if (kind === 'link') this.#link(index, value)
    else if (kind === 'picture') this.#picture(index, value)
    else this.#plainText(index, value)
  }

  #picture(index: number, cell: string): void {
    const isShown = this.#drawing?.add(index, Number(this.#row) - 1, cell) ?? true
    if (!isShown && this.#altered !== null) this.#altered.leftOut += 1
  }

  #plainText(index: number, text: string): void {
    this.#text(index, text, text.includes('\n') ? STYLES.lines : STYLES.text)
  }

  #link(index: number, address: string): void {
    const isLink = this.#links?.add(columnLetters(index) + this.#row, address) ?? false
    this.#text(index, address, isLink ? STYLES.link : STYLES.text)
  }

  #number(index: number, value: number, words: ReadonlyMap<number, string> | null): void {
    const word = words?.get(value)
    if (word !== undefined) this.#plainText(index, word)
    else if (Number.isInteger(value) && value >= 0 && value < 1e15) this.#whole(index, value)
    else this.#decimal(index, plainDecimal(value))
  }

  #whole(index: number, value: number): void {
    const bytes = this.#bytes
    this.#begin(index)
    bytes.ascii('"><v>')
    bytes.digits(value)
    bytes.ascii('</v></c>')
  }

  /** A number as digits; as text, when it is a whole one of which a spreadsheet would not keep all digits. */
  #decimal(index: number, digits: string): void {
    if (!keepsAllDigits(digits)) {
      this.#text(index, digits, STYLES.text)
      return
    }
    this.#begin(index)
    this.#bytes.ascii('"><v>')
    this.#bytes.ascii(digits)
    this.#bytes.ascii('</v></c>')
  }

  #flag(index: number, value: boolean): void {
    this.#begin(index)
    this.#bytes.ascii(value ? FLAGS.yes : FLAGS.no)
  }

  #moment(index: number, text: string): void {
    const serial = serialDate(text, this.#timeZone)
    if (serial === null) {
      this.#plainText(index, text)
      return
    }
    this.#begin(index)
    this.#bytes.ascii(MOMENT)
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
      case 'whole':
        this.#moment(index, fieldText(value, strings))
    }
  }

  #text(index: number, text: string, style: number): void {
    if (text === '') return
    if (this.#altered !== null && isCut(text)) this.#altered.cut += 1
    const bytes = this.#bytes
    this.#begin(index)
    const place = this.#shared.placeOf(text, index)
    if (place === -1) {
      bytes.ascii(INLINE_TEXTS[style] ?? '')
      writeStringElement(bytes, fittingText(text))
      bytes.ascii('</is></c>')
    } else {
      bytes.ascii(SHARED_TEXTS[style] ?? '')
      bytes.digits(place)
      bytes.ascii('</v></c>')
    }
  }

  #begin(index: number): void {
    this.#bytes.ascii(this.#begins[index] ?? '')
    this.#bytes.ascii(this.#row)
  }
}

const FLAGS = {
  yes: `" s="${String(STYLES.flag)}" t="b"><v>1</v></c>`,
  no: `" s="${String(STYLES.flag)}" t="b"><v>0</v></c>`,
} as const

const MOMENT = `" s="${String(STYLES.dateTime)}"><v>`

/** What follows the address of a cell with a text, for each style. */
const INLINE_TEXTS: readonly string[] = withStyles('t="inlineStr"><is>')
const SHARED_TEXTS: readonly string[] = withStyles('t="s"><v>')

function withStyles(text: string): readonly string[] {
  return Object.values(STYLES).map((style) => `" s="${String(style)}" ${text}`)
}
