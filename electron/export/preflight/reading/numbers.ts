import { plainDecimal } from '../../values/cell-text.ts'
import type { ReadingRegion } from './reader.ts'
import type { Reading } from './reading.ts'

/** Digits of a number that are kept (Microsoft, "Excel specifications and limits": number precision). */
const DIGITS_KEPT = 15
/**
 * From so many digits on a whole number in a cell without a format is shown with an exponent (Microsoft, KB
 * 214381).
 */
const DIGITS_SHOWN = 11
/** Largest number that can be typed in (Microsoft, "Excel specifications and limits"). */
const LARGEST = 9.99e307

const EXPONENT = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)[eE][+-]?\d+$/u
/** A number as it is written when nothing about it is special. */
const PLAIN = {
  '.': /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/u,
  ',': /^-?(?:0|[1-9]\d*)(?:,\d*[1-9])?$/u,
} as const
const FRACTION = /^([+-]?)(\d+) +(\d{1,3})\/(\d{1,3})$/u

interface PlainNumber {
  readonly value: number
  readonly wholeDigits: string
  readonly fractionDigits: string
}

/** What a spreadsheet takes a text for that is a number in some way of writing; null where it is none. */
export function readNumber(given: string, region: ReadingRegion): Reading | null {
  // Blanks around a number do not keep it from being one (Microsoft, KB 159491, the note on 1e9).
  const text = given.replace(/^ +| +$/gu, '')
  if (EXPONENT.test(text)) return readExponent(text, region)
  const fraction = readFraction(text, region)
  if (fraction !== null) return fraction
  const bare = /^\((.+)\)$/u.exec(text)
  const inside = bare?.[1] ?? text
  const amount = readAmount(inside, region)
  if (amount !== null) return amount
  const number = plainNumber(inside, region)
  if (number === null) return null
  // A sign inside of brackets is not known.
  if (bare !== null && /^[+-]/u.test(inside)) return null
  return changeOf(given, bare === null ? number : { ...number, value: -number.value }, region)
}

/** The value of a number whose digits are grouped or not; null where a text is none. */
export function plainNumber(
  text: string,
  { decimalMark, groupMarks }: Pick<ReadingRegion, 'decimalMark' | 'groupMarks'>,
): PlainNumber | null {
  const [, sign = '', body = ''] = /^([+-]? *)(.*)$/su.exec(text) ?? []
  const parts = body.split(decimalMark)
  if (parts.length > 2) return null
  const [whole = '', fraction = ''] = parts
  const wholeDigits = withoutGroups(whole, groupMarks)
  if (wholeDigits === null || !/^\d*$/u.test(fraction) || wholeDigits + fraction === '') return null
  const value = Number(`${wholeDigits || '0'}.${fraction || '0'}`)
  if (value > LARGEST) return null
  return { value: sign.startsWith('-') ? -value : value, wholeDigits, fractionDigits: fraction }
}

/**
 * Its digits; null where there is anything else, or fewer than three of them behind a mark between groups.
 */
function withoutGroups(whole: string, groupMarks: string): string | null {
  let digits = ''
  let sinceMark = 0
  let isGrouped = false
  for (const character of whole) {
    if (character >= '0' && character <= '9') {
      digits += character
      sinceMark += 1
    } else {
      if (!groupMarks.includes(character) || digits === '' || (isGrouped && sinceMark < 3)) return null
      isGrouped = true
      sinceMark = 0
    }
  }
  return isGrouped && sinceMark < 3 ? null : digits
}

function readFraction(text: string, { decimalMark }: ReadingRegion): Reading | null {
  const [, sign = '', whole = '', above = '', below = ''] = FRACTION.exec(text) ?? []
  if (Number(below) === 0) return null
  const value = Number(whole) + Number(above) / Number(below)
  return { kind: 'amount', becomes: digitsOf(sign === '-' ? -value : value, decimalMark) }
}

function readExponent(text: string, { decimalMark }: ReadingRegion): Reading | null {
  if (text.includes(decimalMark === '.' ? ',' : '.')) return null
  const value = Number(text.replace(',', '.'))
  if (Math.abs(value) > LARGEST) return null
  return { kind: 'exponent', becomes: withExponent(value.toExponential(2), decimalMark) }
}

/** A percentage or an amount of money: a number with a sign before or behind it. */
function readAmount(given: string, region: ReadingRegion): Reading | null {
  const text = given.replace(/^[+-]/u, '')
  for (const sign of ['%', ...region.currencies]) {
    const rest = text.startsWith(sign)
      ? text.slice(sign.length)
      : text.endsWith(sign)
        ? text.slice(0, -sign.length)
        : null
    const number = rest === null ? null : plainNumber(rest.replace(/^[ \u00a0]+|[ \u00a0]+$/gu, ''), region)
    if (number === null) continue
    const value = (sign === '%' ? number.value / 100 : number.value) * (given.startsWith('-') ? -1 : 1)
    return { kind: 'amount', becomes: digitsOf(value, region.decimalMark) }
  }
  return null
}

function changeOf(
  given: string,
  { value, wholeDigits, fractionDigits }: PlainNumber,
  { decimalMark }: ReadingRegion,
): Reading | null {
  const wholes = wholeDigits.replace(/^0+/u, '')
  const significant = (wholes + fractionDigits).replace(/^0+/u, '').length
  if (wholes.length > DIGITS_SHOWN)
    return { kind: 'longNumber', becomes: withExponent(value.toExponential(5), decimalMark) }
  const becomes = digitsOf(value, decimalMark)
  if (significant > DIGITS_KEPT) return { kind: 'longNumber', becomes }
  if (/^0+\d/u.test(wholeDigits)) return { kind: 'zeros', becomes }
  return PLAIN[decimalMark].test(given) && given !== '-0' ? null : { kind: 'number', becomes }
}

function digitsOf(value: number, decimalMark: '.' | ','): string {
  return plainDecimal(Number(value.toPrecision(DIGITS_KEPT)) + 0).replace('.', decimalMark)
}

/** As spreadsheets write it: at least two digits behind the E. */
function withExponent(text: string, decimalMark: '.' | ','): string {
  const [, digits = '', sign = '', exponent = ''] = /^(.+)e([+-])(\d+)$/u.exec(text) ?? []
  return `${digits.replace('.', decimalMark)}E${sign}${exponent.padStart(2, '0')}`
}
