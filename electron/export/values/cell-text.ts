import type { TimeZoneChoice } from '../../contract/export-options.ts'
import { fieldText, fieldValueKind } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { withoutCredentials } from './credentials.ts'
import { parseTimestamp, formatTimestamp } from './timestamps.ts'
import type { CellValue, TableColumn } from '../rows/table.ts'

/**
 * Returns a value as people read it in a table: flags as words, times in the chosen time zone, numbers with a
 * decimal point and without grouping, null as an empty text.
 */
export function cellText(
  value: CellValue,
  { kind, nameOf }: TableColumn,
  timeZone: TimeZoneChoice = 'local',
): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return flagText(value)
  if (typeof value === 'number') {
    if (kind === 'boolean' && (value === 0 || value === 1)) return flagText(value === 1)
    return nameOf?.(value) ?? plainDecimal(value)
  }
  if (kind === 'any') {
    const text = fieldText(value, messages.items)
    return fieldValueKind(value) === 'text' ? timestampOrText(text, timeZone) : text
  }
  return kind === 'dateTime' ? timestampOrText(value, timeZone) : value
}

const flagText = (flag: boolean): string => (flag ? messages.items.yes : messages.items.no)

function timestampOrText(text: string, timeZone: TimeZoneChoice): string {
  const moment = parseTimestamp(text)
  return moment === null ? text : formatTimestamp(moment, timeZone)
}

/** Formats a number in decimal digits without exponent or grouping. */
export function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/u.exec(text) ?? []
  const shift = Number(exponent)
  // With an exponent (from 1e21 and below 1e-6), all digits are on one side of the decimal point.
  return shift > 0
    ? sign + whole + fraction.padEnd(shift, '0')
    : `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}

/** Limit of Excel for the address of a link. */
const MAX_LINK_LENGTH = 2_079

/** Characters that occur in addresses on the web but are invalid in RFC 3986 (2). */
const INVALID_IN_ADDRESSES = /[|^`{}\\]/gu

/** Returns the address of a link as programs expect it and without credentials, or null for other texts. */
export function linkOf(text: string): string | null {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return null
  const href = new URL(withoutCredentials(text)).href.replace(INVALID_IN_ADDRESSES, encodeURIComponent)
  return href.length > MAX_LINK_LENGTH ? null : href
}
