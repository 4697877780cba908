import { dateLocale } from '../../electron/contract/date-locale.ts'
import { clipText, MAX_CELL_LENGTH } from '../../electron/contract/clip-text.ts'
import type { ColumnKey } from '../../electron/contract/columns.ts'
import { fieldText, fieldValueKind, isFieldKey } from '../../electron/contract/fields.ts'
import { isNumberText } from '../../electron/contract/json-text.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { messages } from '../../electron/contract/messages.ts'
import { columnOf } from './column-layout.ts'

/** Maximum length of a date with a time, in any language. */
const MAX_MOMENT_LENGTH = 32

/** Formats the values of cells for a locale. */
export interface CellText {
  /** Returns the text of a cell, clipped; empty for an absent value. A status is formatted as its number. */
  readonly of: (row: ItemRow, key: ColumnKey) => string
  /** Formats a date with its time; returns another text unchanged. */
  readonly dateTime: (value: string) => string
  /** Returns where the time begins in the text of a date; its length if it is no date. */
  readonly timeStart: (text: string) => number
}

/**
 * Creates the formatter of cells for a locale (BCP 47). It is reused, because every scrolled row needs it.
 */
export function createCellText(locale: string): CellText {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const moment = new Intl.DateTimeFormat(dateLocale(locale), {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })

  const dateTime = (value: string): string => {
    const time = parseInstant(value)
    return time === null ? value : moment.format(time)
  }

  const parts = moment.formatToParts(0)
  const timeIndex = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod')
  /** Between date and time; null in a language that puts the time first. */
  const separator = timeIndex > 1 ? (parts[timeIndex - 1]?.value ?? null) : null

  const timeStart = (value: string): number => {
    if (separator === null || value.length > MAX_MOMENT_LENGTH) return value.length
    let at = value.lastIndexOf(separator)
    // The same characters may be before AM and PM.
    while (at > 0 && !/\d/u.test(value.slice(at))) at = value.lastIndexOf(separator, at - 1)
    return at > 0 && /\d/u.test(value.slice(0, at)) ? at : value.length
  }

  const fullText = (row: ItemRow, key: ColumnKey): string => {
    if (isFieldKey(key)) {
      const fieldValue = row.fields?.[key]
      return fieldValue === undefined ? '' : fieldText(fieldValue, messages.items)
    }
    const value = row[key]
    if (value === null) return ''
    if (typeof value === 'boolean') return value ? messages.items.yes : messages.items.no
    if (typeof value === 'number') return key === 'status' ? String(value) : number.format(value)
    const { style } = columnOf(key)
    if (style === 'number' && isNumberText(value)) return number.format(value as Intl.StringNumericLiteral)
    return style === 'dateTime' ? dateTime(value) : value
  }

  return { of: (row, key) => clipText(fullText(row, key), MAX_CELL_LENGTH), dateTime, timeStart }
}

/** Returns whether a field contains a number, which is aligned right. */
export function holdsNumber(row: ItemRow, key: ColumnKey): boolean {
  const fieldValue = isFieldKey(key) ? row.fields?.[key] : undefined
  return fieldValue !== undefined && fieldValueKind(fieldValue) === 'number'
}

/** Characters at the end of a code or file name that are never cut. */
const TAIL = 5
const FILE_TAIL = 8

/**
 * Returns the index at which a code is divided, so that a narrow cell cuts it in the middle and its end
 * stays visible. Only plain characters are divided: a cut inside joined scripts would change their shapes.
 */
export function tailStart(text: string, key: ColumnKey): number {
  const tail = key === 'artworkNames' ? FILE_TAIL : TAIL
  return text.length > tail * 2 && /^[\x20-\x7e]+$/.test(text) ? text.length - tail : text.length
}
