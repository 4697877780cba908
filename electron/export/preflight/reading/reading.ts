import type { PreflightFindingKind } from '../../../contract/export-preview.ts'
import type { TargetProgram, ReadingRegion } from './target-program.ts'
import { readDateTime } from './dates.ts'
import { readNumber } from './numbers.ts'

/** How a spreadsheet changes a text. */
export interface Reading {
  readonly kind: PreflightFindingKind
  /** How the value is shown; null if that is uncertain. */
  readonly becomes: string | null
}

/** Longer texts are never read as a number, a date or a word. */
const MAX_LENGTH = 400
const MAX_WORD_LENGTH = 12
const MAX_DATE_LENGTH = 40
const INVALID_IN_NUMBERS = /[a-df-z:/]/iu
const ERROR_VALUES: ReadonlySet<string> = new Set([
  '#N/A',
  '#REF!',
  '#NAME?',
  '#DIV/0!',
  '#NULL!',
  '#NUM!',
  '#VALUE!',
])

/** A number as LibreOffice reads it without "Detect special numbers". */
const DIGITS_ONLY = /^ *[+-]?(?:\d*|\d{1,3}(?:,\d{3})+)(?:\.\d*)?(?:[eE][+-]?\d+)? *$/u

/**
 * Returns how a program changes a text of a CSV file, whether quoted or not, or null if it does not. Formulas
 * are checked by `runsAsFormula`. `docs/export-check.md` lists the rules and their sources.
 */
export function readingOf(text: string, { name, regions }: TargetProgram): Reading | null {
  if (text === '' || text.length > MAX_LENGTH) return null
  for (const region of regions) {
    if (!mayBeRead(text, region)) continue
    const reading =
      name === 'libreOffice' ? libreOfficeReading(text, region) : spreadsheetReading(text, region)
    if (reading !== null) return reading
  }
  return null
}

function spreadsheetReading(text: string, region: ReadingRegion): Reading | null {
  const upper = text.length < MAX_WORD_LENGTH ? text.toUpperCase() : ''
  if (region.booleans.has(upper) || ERROR_VALUES.has(upper)) return { kind: 'word', becomes: upper }
  return /\d/u.test(text) ? (readDateTime(text, region) ?? readNumber(text, region)) : null
}

/** With the default options of its import dialog, dates such as 2026-05-01 stay the same. */
function libreOfficeReading(text: string, region: ReadingRegion): Reading | null {
  return DIGITS_ONLY.test(text) ? readNumber(text, region) : null
}

/**
 * Rules out most texts quickly: a text that starts with a letter must start like a month, a currency or a
 * boolean, and a text with other letters than E must be short.
 */
function mayBeRead(text: string, { prefixes }: ReadingRegion): boolean {
  const letter = text.charCodeAt(0) | 0x20
  if (letter >= 0x61 && letter <= 0x7a)
    return text.length <= MAX_DATE_LENGTH && prefixes.has(text.slice(0, 2).toLowerCase())
  return text.length <= MAX_DATE_LENGTH || !INVALID_IN_NUMBERS.test(text)
}
