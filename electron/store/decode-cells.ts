import { columnKindOf, type ItemColumnKey } from '../contract/columns.ts'
import { parseInstant } from '../contract/instant.ts'
import { isExactDouble, isNumberText } from '../contract/json-text.ts'
import { ExactNumber, jsonText } from './exact-json.ts'

/**
 * Texts of values that do not fit their columns: values of another type, lists and objects in text columns
 * (which are in the column too), and numbers with more digits than a double has.
 */
export type TextValues<Column extends string = ItemColumnKey> = Readonly<Partial<Record<Column, string>>>

/** Returns whether a text value has another type than its column. A number with many digits does not. */
export function isOtherType(column: ItemColumnKey, text: string): boolean {
  return columnKindOf(column) !== 'number' || !isNumberText(text)
}

/** Numbers of seconds from 1980 to 2100 are times. Dates written as numbers, such as 20261231, are not. */
const FIRST_SECOND = 315_532_800
const LAST_SECOND = 4_102_444_800

/**
 * Reads values of documented fields, whatever their types. What does not fit a column is added to {@link
 * CellReader.textValues}.
 */
export class CellReader<Column extends string = ItemColumnKey> {
  #texts: Partial<Record<Column, string>> | undefined
  #needsDigits = false

  /** Undefined if all values fit their columns. */
  get textValues(): TextValues<Column> | undefined {
    return this.#texts
  }

  /**
   * Whether a number may have more digits than a double. If so, read the item again from a document with
   * `ExactNumber` values.
   */
  get needsDigits(): boolean {
    return this.#needsDigits
  }

  /** Reads a text. Numbers and booleans become JSON text. */
  text(column: Column, value: unknown): string | null {
    if (typeof value === 'string') return value
    if (value === null || value === undefined) return null
    const text = this.#plainText(value)
    return typeof value === 'object' && !(value instanceof ExactNumber) ? this.#addText(column, text) : text
  }

  /** Reads a number: the nearest double, or null if it is out of range. */
  number(column: Column, value: unknown): number | null {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    if (value === null || value === undefined) return null
    const text = this.#plainText(value)
    const digits = typeof value === 'boolean' ? '' : text.trim()
    if (typeof value === 'string' && digits === '') return null
    if (!isNumberText(digits)) {
      this.#addText(column, text)
      return null
    }
    if (!isExactDouble(digits)) this.#addText(column, digits)
    const number = Number(digits)
    return Number.isFinite(number) ? number : null
  }

  /** Reads a boolean, which can also be 1, 0 or text. */
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
    this.#addText(column, text)
    return null
  }

  /** Reads a time. Seconds or milliseconds since 1970 are converted to ISO 8601. */
  moment(column: Column, value: unknown): string | null {
    if (typeof value === 'string' && parseInstant(value) !== null) return value
    if (value === null || value === undefined) return null
    const text = this.#plainText(value)
    if (typeof value === 'string' && text.trim() === '') return value
    const isNumber = typeof value !== 'boolean' && isNumberText(text.trim())
    const instant = isNumber ? instantOfNumber(Number(text)) : null
    return instant === null ? this.#addText(column, text) : new Date(instant).toISOString()
  }

  /** Records a value of another type than its column. */
  recordOtherType(column: Column, value: unknown): void {
    this.#addText(column, this.#plainText(value))
  }

  #plainText(value: unknown): string {
    if (typeof value === 'string') return value
    // Lists and objects may contain long numbers.
    if (typeof value === 'number' ? !Number.isSafeInteger(value) : typeof value === 'object')
      this.#needsDigits = true
    return jsonText(value)
  }

  #addText(column: Column, text: string): string {
    this.#texts ??= {}
    // SQLite replaces lone surrogates.
    return (this.#texts[column] = text.toWellFormed())
  }
}

/**
 * Converts seconds or milliseconds to milliseconds since 1970. Returns null if the number is probably
 * neither.
 */
function instantOfNumber(number: number): number | null {
  if (number >= FIRST_SECOND && number <= LAST_SECOND) return Math.round(number * 1_000)
  return number >= FIRST_SECOND * 1_000 && number <= LAST_SECOND * 1_000 ? Math.round(number) : null
}
