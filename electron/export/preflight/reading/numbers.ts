import { plainDecimal } from '../../values/cell-text.ts'
import { MAX_DIGITS } from '../../values/sheet-limits.ts'
import type { ReadingRegion } from './target-program.ts'
import type { Reading } from './reading.ts'

/** Integers with more digits are shown with an exponent in a cell without a format (Microsoft, KB 214381). */
const MAX_SHOWN_DIGITS = 11
/** Largest number that can be entered (Microsoft, "Excel specifications and limits"). */
const MAX_NUMBER = 9.99e307

const EXPONENT = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)[eE][+-]?\d+$/u
/** A number without any special notation. */
const PLAIN = { '.': /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/u, ',': /^-?(?:0|[1-9]\d*)(?:,\d*[1-9])?$/u } as const
const FRACTION = /^([+-]?)(\d+) +(\d{1,3})\/(\d{1,3})$/u

interface PlainNumber {
  readonly value: number
  readonly wholeDigits: string
  readonly fractionDigits: string
}

/** Returns how a spreadsheet reads a text as a number in any notation, or null if it does not. */
export function readNumber(cellText: string, region: ReadingRegion): Reading | null {
  // Spaces around a number are ignored (Microsoft, KB 159491, the note on 1e9).
  const text = cellText.replace(/^ +| +$/gu, '')
  if (EXPONENT.test(text)) return readExponent(text, region)
  const fraction = readFraction(text, region)
  if (fraction !== null) return fraction
  const parenthesized = /^\((.+)\)$/u.exec(text)
  const inside = parenthesized?.[1] ?? text
  const amount = readAmount(inside, region)
  if (amount !== null) return amount
  const number = plainNumber(inside, region)
  if (number === null) return null
  // A sign inside parentheses is not read.
  if (parenthesized !== null && /^[+-]/u.test(inside)) return null
  return toReading(cellText, parenthesized === null ? number : { ...number, value: -number.value }, region)
}

/** Parses a number with or without grouped digits. Returns null for other texts. */
export function plainNumber(
  text: string,
  { decimalMark, groupSeparators }: Pick<ReadingRegion, 'decimalMark' | 'groupSeparators'>,
): PlainNumber | null {
  const [, sign = '', body = ''] = /^([+-]? *)(.*)$/su.exec(text) ?? []
  const parts = body.split(decimalMark)
  if (parts.length > 2) return null
  const [whole = '', fraction = ''] = parts
  const wholeDigits = removeGrouping(whole, groupSeparators)
  if (wholeDigits === null || !/^\d*$/u.test(fraction) || wholeDigits + fraction === '') return null
  const value = Number(`${wholeDigits || '0'}.${fraction || '0'}`)
  if (value > MAX_NUMBER) return null
  return { value: sign.startsWith('-') ? -value : value, wholeDigits, fractionDigits: fraction }
}

/**
 * Returns the digits, or null if there is anything else, or fewer than three digits after a group separator.
 */
function removeGrouping(whole: string, groupSeparators: string): string | null {
  let digits = ''
  let groupDigits = 0
  let isGrouped = false
  for (const character of whole) {
    if (character >= '0' && character <= '9') {
      digits += character
      groupDigits += 1
    } else {
      if (!groupSeparators.includes(character) || digits === '' || (isGrouped && groupDigits < 3)) return null
      isGrouped = true
      groupDigits = 0
    }
  }
  return isGrouped && groupDigits < 3 ? null : digits
}

function readFraction(text: string, { decimalMark }: ReadingRegion): Reading | null {
  const [, sign = '', whole = '', numerator = '', denominator = ''] = FRACTION.exec(text) ?? []
  if (Number(denominator) === 0) return null
  const value = Number(whole) + Number(numerator) / Number(denominator)
  return { kind: 'amount', becomes: formatNumber(sign === '-' ? -value : value, decimalMark) }
}

function readExponent(text: string, { decimalMark }: ReadingRegion): Reading | null {
  if (text.includes(decimalMark === '.' ? ',' : '.')) return null
  const value = Number(text.replace(',', '.'))
  if (Math.abs(value) > MAX_NUMBER) return null
  return { kind: 'exponent', becomes: formatExponent(value.toExponential(2), decimalMark) }
}

/** Reads a percentage or an amount of money: a number with a sign before or after it. */
function readAmount(amountText: string, region: ReadingRegion): Reading | null {
  const text = amountText.replace(/^[+-]/u, '')
  for (const sign of ['%', ...region.currencies]) {
    const amount = text.startsWith(sign)
      ? text.slice(sign.length)
      : text.endsWith(sign)
        ? text.slice(0, -sign.length)
        : null
    const number =
      amount === null ? null : plainNumber(amount.replace(/^[ \u00a0]+|[ \u00a0]+$/gu, ''), region)
    if (number === null) continue
    const value = (sign === '%' ? number.value / 100 : number.value) * (amountText.startsWith('-') ? -1 : 1)
    return { kind: 'amount', becomes: formatNumber(value, region.decimalMark) }
  }
  return null
}

function toReading(
  cellText: string,
  { value, wholeDigits, fractionDigits }: PlainNumber,
  { decimalMark }: ReadingRegion,
): Reading | null {
  const integerDigits = wholeDigits.replace(/^0+/u, '')
  const significant = (integerDigits + fractionDigits).replace(/^0+/u, '').length
  if (integerDigits.length > MAX_SHOWN_DIGITS)
    return { kind: 'longNumber', becomes: formatExponent(value.toExponential(5), decimalMark) }
  const becomes = formatNumber(value, decimalMark)
  if (significant > MAX_DIGITS) return { kind: 'longNumber', becomes }
  if (/^0+\d/u.test(wholeDigits)) return { kind: 'zeros', becomes }
  return PLAIN[decimalMark].test(cellText) && cellText !== '-0' ? null : { kind: 'number', becomes }
}

function formatNumber(value: number, decimalMark: '.' | ','): string {
  return plainDecimal(Number(value.toPrecision(MAX_DIGITS)) + 0).replace('.', decimalMark)
}

/** Formats an exponent as spreadsheets do, with at least two digits. */
function formatExponent(text: string, decimalMark: '.' | ','): string {
  const [, digits = '', sign = '', exponent = ''] = /^(.+)e([+-])(\d+)$/u.exec(text) ?? []
  return `${digits.replace('.', decimalMark)}E${sign}${exponent.padStart(2, '0')}`
}
