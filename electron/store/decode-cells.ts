import { columnKindOf, type ItemColumnKey } from '../contract/columns.ts'
import { parseInstant } from '../contract/instant.ts'
import { isHeldExactly, isNumberText } from '../contract/number-text.ts'
import { ExactNumber, jsonText } from './exact-json.ts'

/**
 * Texts of values that a column of numbers, of yes and no, or of times cannot hold, by their columns; and of
 * lists and objects in a column of texts, which are in that column too. A number in a column of numbers has
 * more digits than a double keeps; all others are not of the column's type.
 */
export type TextValues<Column extends string = ItemColumnKey> = Readonly<Partial<Record<Column, string>>>

/**
 * Whether the text of a value tells that it is not of its column's type: a number of many digits is one in
 * its column.
 */
export function isOtherType(column: ItemColumnKey, text: string): boolean {
  return columnKindOf(column) !== 'number' || !isNumberText(text)
}

/**
 * Numbers that stand for times are between these, in seconds since 1970: 1980 and 2100. Dates written as
 * numbers are not.
 */
const FIRST_SECOND = 315_532_800
const LAST_SECOND = 4_102_444_800

/**
 * Reads values of documented fields whatever their types are: a text, a number, yes or no, or a time is what
 * it plainly says; anything else is kept as text in {@link CellReader.textValues}.
 */
export class CellReader<Column extends string = ItemColumnKey> {
  #texts: Partial<Record<Column, string>> | undefined
  #needsDigits = false

  /** Undefined: there are none. */
  get textValues(): TextValues<Column> | undefined {
    return this.#texts
  }

  /**
   * Whether a value has numbers whose digits a double may not keep. Such an item has to be read once more,
   * from a document that has an `ExactNumber` for each of them.
   */
  get needsDigits(): boolean {
    return this.#needsDigits
  }

  /** A text; numbers and yes and no are texts as JSON writes them. */
  text(column: Column, value: unknown): string | null {
    if (typeof value === 'string') return value
    if (value === null || value === undefined) return null
    const text = this.#plainText(value)
    return typeof value === 'object' && !(value instanceof ExactNumber) ? this.#keep(column, text) : text
  }

  /** A number; of one that a double cannot hold the nearest, or null beyond the range of doubles. */
  number(column: Column, value: unknown): number | null {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    if (value === null || value === undefined) return null
    const text = this.#plainText(value)
    const digits = typeof value === 'boolean' ? '' : text.trim()
    if (typeof value === 'string' && digits === '') return null
    if (!isNumberText(digits)) {
      this.#keep(column, text)
      return null
    }
    if (!isHeldExactly(digits)) this.#keep(column, digits)
    const number = Number(digits)
    return Number.isFinite(number) ? number : null
  }

  /** Yes or no; also as 1 and 0, and as text. */
  flag(column: Column, value: unknown): boolean | null {
    if (typeof value === 'boolean') return value
    if (value === null || value === undefined) return null
    const text = this.#plainText(value)
    switch (typeof value === 'object' ? '' : text.trim().toLowerCase()) {
      case '1':
      case 'true':
        return true
      case '0':
      case 'false':
        return false
    }
    if (typeof value === 'string' && text.trim() === '') return null
    this.#keep(column, text)
    return null
  }

  /** A time as the service writes it; seconds or milliseconds since 1970 become one in ISO 8601. */
  moment(column: Column, value: unknown): string | null {
    if (typeof value === 'string' && parseInstant(value) !== null) return value
    if (value === null || value === undefined) return null
    const text = this.#plainText(value)
    if (typeof value === 'string' && text.trim() === '') return value
    const isNumber = typeof value !== 'boolean' && isNumberText(text.trim())
    const instant = isNumber ? instantOfNumber(Number(text)) : null
    return instant === null ? this.#keep(column, text) : new Date(instant).toISOString()
  }

  /** Reports a value as one that is not of its column's type. */
  reportOther(column: Column, value: unknown): void {
    this.#keep(column, this.#plainText(value))
  }

  #plainText(value: unknown): string {
    if (typeof value === 'string') return value
    // Which digits a list or an object has cannot be told at a glance.
    if (typeof value === 'number' ? !Number.isSafeInteger(value) : typeof value === 'object')
      this.#needsDigits = true
    return jsonText(value)
  }

  #keep(column: Column, text: string): string {
    this.#texts ??= {}
    // As the database stores it: half a character becomes a whole one.
    return (this.#texts[column] = text.toWellFormed())
  }
}

/**
 * Milliseconds since 1970 of a number of seconds or of milliseconds; null for a number that is likely
 * neither.
 */
function instantOfNumber(number: number): number | null {
  if (number >= FIRST_SECOND && number <= LAST_SECOND) return Math.round(number * 1_000)
  return number >= FIRST_SECOND * 1_000 && number <= LAST_SECOND * 1_000 ? Math.round(number) : null
}
