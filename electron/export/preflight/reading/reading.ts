import type { PreflightFindingKind } from '../../../contract/export-preview.ts'
import type { Reader, ReadingRegion } from './reader.ts'
import { readMoment } from './dates.ts'
import { readNumber } from './numbers.ts'

/** What a spreadsheet makes of a text that it does not leave as it is. */
export interface Reading {
  readonly kind: PreflightFindingKind
  /** How it is then shown; null where that depends on too much. */
  readonly becomes: string | null
}

/** Longer texts are never taken for a number, a date or a word. */
const LONGEST = 400
const MAX_WORD_LENGTH = 12
const MAX_DATE_LENGTH = 40
const NOT_IN_NUMBERS = /[a-df-z:/]/iu
const ERROR_VALUES: ReadonlySet<string> = new Set([
  '#N/A',
  '#REF!',
  '#NAME?',
  '#DIV/0!',
  '#NULL!',
  '#NUM!',
  '#VALUE!',
])

/**
 * A number in digits, as LibreOffice knows it without "Detect special numbers": its groups have three digits.
 */
const DIGITS_ONLY = /^ *[+-]?(?:\d*|\d{1,3}(?:,\d{3})+)(?:\.\d*)?(?:[eE][+-]?\d+)? *$/u

/**
 * What becomes of a text when this reader opens a CSV file, in which quotes around a cell make no difference
 * to it; null where the text stays as it is. Formulas are not looked at: see `runsAsFormula`. The rules, and
 * where they are taken from, are written down in `docs/export-check.md`.
 */
export function readingOf(text: string, { by, regions }: Reader): Reading | null {
  if (text === '' || text.length > LONGEST) return null
  for (const region of regions) {
    if (!mayBeRead(text, region)) continue
    const reading = by === 'libreOffice' ? libreOfficeReading(text, region) : spreadsheetReading(text, region)
    if (reading !== null) return reading
  }
  return null
}

function spreadsheetReading(text: string, region: ReadingRegion): Reading | null {
  const upper = text.length < MAX_WORD_LENGTH ? text.toUpperCase() : ''
  if (region.truths.has(upper) || ERROR_VALUES.has(upper)) return { kind: 'word', becomes: upper }
  return /\d/u.test(text) ? (readMoment(text, region) ?? readNumber(text, region)) : null
}

/** With what its dialog offers at first: a date such as 2026-05-01 becomes one too, and looks the same. */
function libreOfficeReading(text: string, region: ReadingRegion): Reading | null {
  return DIGITS_ONLY.test(text) ? readNumber(text, region) : null
}

/**
 * The fast answer for most texts: what begins with a letter begins like a month, a currency or a word for
 * true or false, and what has other letters than an E, or parts as dates have them, is short.
 */
function mayBeRead(text: string, { beginnings }: ReadingRegion): boolean {
  const letter = text.charCodeAt(0) | 0x20
  if (letter >= 0x61 && letter <= 0x7a)
    return text.length <= MAX_DATE_LENGTH && beginnings.has(text.slice(0, 2).toLowerCase())
  return text.length <= MAX_DATE_LENGTH || !NOT_IN_NUMBERS.test(text)
}
