import { SHEET_LIMITS } from '../../contract/export-formats.ts'

/** What ends a text that was too long for a cell. */
const CUT_MARK = '… [cut]'
/** Spreadsheets keep so many digits of a number. */
const DIGITS_KEPT = 15

/** Behind the point nobody misses what is beyond: such a number stays one that can be added up. */
export function keepsAllDigits(digits: string): boolean {
  if (!Number.isFinite(Number(digits))) return false
  return /[.eE]/u.test(digits) || digits.replace(/^-?0*|0+$/gu, '').length <= DIGITS_KEPT
}

/**
 * A text as a cell has it: line breaks are line feeds there, and one that has too many characters or line
 * breaks is cut and says so.
 */
export function fittingText(given: string): string {
  const text = withLineFeeds(given)
  const end = endOfLines(text)
  if (end === text.length && end <= SHEET_LIMITS.characters) return text
  const kept = Math.min(end, SHEET_LIMITS.characters - CUT_MARK.length)
  return text.slice(0, kept).toWellFormed() + CUT_MARK
}

/** Whether a text is cut in a cell. */
export function isCut(text: string): boolean {
  return text.length > SHEET_LIMITS.lineFeeds && fittingText(text) !== withLineFeeds(text)
}

function withLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text
}

/** Where the last line ends that a cell can hold. */
function endOfLines(text: string): number {
  if (text.length <= SHEET_LIMITS.lineFeeds) return text.length
  let at = -1
  for (let count = 0; count <= SHEET_LIMITS.lineFeeds; count += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return text.length
  }
  return at
}

/** What of a text is more than the cell of a spreadsheet can hold; null where it fits. */
export function beyondLimits(text: string): 'longText' | 'lineBreaks' | null {
  if (text.length > SHEET_LIMITS.characters) return 'longText'
  return text.length > SHEET_LIMITS.lineFeeds && lineFeeds(text) > SHEET_LIMITS.lineFeeds
    ? 'lineBreaks'
    : null
}

function lineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
