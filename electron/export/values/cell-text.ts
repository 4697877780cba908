import type { TimeZoneChoice } from '../../contract/export-options.ts'
import { fieldText, fieldValueKind } from '../../contract/fields.ts'
import { strings } from '../../contract/strings/items.ts'
import { momentOf, momentText } from './moment.ts'
import type { CellValue, TableColumn } from '../rows/table.ts'

/**
 * A value as people read it in a table: yes and no in words, moments in the chosen time zone, numbers with a
 * decimal point and without grouping. Nothing is an empty text.
 */
export function cellText(
  value: CellValue,
  { kind, words }: TableColumn,
  timeZone: TimeZoneChoice = 'local',
): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return flagText(value)
  if (typeof value === 'number') {
    if (kind === 'boolean' && (value === 0 || value === 1)) return flagText(value === 1)
    return words?.get(value) ?? plainDecimal(value)
  }
  if (kind === 'any') {
    const text = fieldText(value, strings)
    return fieldValueKind(value) === 'text' ? whenMoment(text, timeZone) : text
  }
  return kind === 'dateTime' ? whenMoment(value, timeZone) : value
}

const flagText = (flag: boolean): string => (flag ? strings.yes : strings.no)

function whenMoment(text: string, timeZone: TimeZoneChoice): string {
  const moment = momentOf(text)
  return moment === null ? text : momentText(moment, timeZone)
}

/** A number in plain decimal digits, whatever its size: no exponent, no grouping, a point. */
export function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/u.exec(text) ?? []
  const shift = Number(exponent)
  // JavaScript writes an exponent from 1e21 up and below 1e-6, where all digits are on one side of the point.
  return shift > 0
    ? sign + whole + fraction.padEnd(shift, '0')
    : `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}

/** Excel takes no longer address for a link. */
const MAX_LINK_LENGTH = 2_079

/** What addresses on the web have as it is, and what is none to those who go by RFC 3986 (2). */
const UNSAFE = /[|^`{}\\]/gu

/**
 * Returns an address without a user name and a password: exported files are passed on, and those must not be.
 */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

/**
 * Returns the address to which a document may lead, as programs expect it and without credentials; null for
 * any other text.
 */
export function linkOf(text: string): string | null {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return null
  const href = new URL(withoutCredentials(text)).href.replace(UNSAFE, encodeURIComponent)
  return href.length > MAX_LINK_LENGTH ? null : href
}
