import { SHEET_LIMITS } from '../../contract/export-formats.ts'

/** Appended to a text that was cut. */
const CUT_SUFFIX = '… [cut]'
/** Significant digits of a number in a spreadsheet ("Excel specifications and limits": number precision). */
export const MAX_DIGITS = 15
const JSON_NUMBER_PARTS = /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/u

/**
 * Returns whether a spreadsheet keeps all digits of a JSON number before the decimal point. It may lose the
 * last ones after it, so that decimals stay numbers.
 */
export function keepsAllDigits(number: string): boolean {
  if (!Number.isFinite(Number(number))) return false
  if (number.length <= MAX_DIGITS) return true
  const [, whole = '', fraction = '', exponent = '0'] = JSON_NUMBER_PARTS.exec(number) ?? []
  const wholeLength = Math.max(0, whole.length + Number(exponent))
  const wholeDigits = (whole + fraction).slice(0, wholeLength)
  return wholeDigits.replace(/^0+|0+$/gu, '').length <= MAX_DIGITS
}

/**
 * Fits a text to a cell: line breaks become line feeds, and {@link CUT_SUFFIX} replaces text beyond the
 * limits.
 */
export function fitText(value: string): string {
  const text = withLineFeeds(value)
  const end = endOfLines(text)
  if (end === text.length && end <= SHEET_LIMITS.characters) return text
  const maxLength = Math.min(end, SHEET_LIMITS.characters - CUT_SUFFIX.length)
  return text.slice(0, maxLength).toWellFormed() + CUT_SUFFIX
}

/** Returns whether a text is too long for a cell of a workbook. */
export function isTooLong(text: string): boolean {
  return text.length > SHEET_LIMITS.lineFeeds && exceededLimit(withLineFeeds(text)) !== null
}

/** Returns a text with the line breaks of a workbook. */
export function withLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text
}

/** Returns the offset of the end of the last line that fits. */
function endOfLines(text: string): number {
  if (text.length <= SHEET_LIMITS.lineFeeds) return text.length
  let offset = -1
  for (let count = 0; count <= SHEET_LIMITS.lineFeeds; count += 1) {
    offset = text.indexOf('\n', offset + 1)
    if (offset === -1) return text.length
  }
  return offset
}

/** Returns which limit of a cell a text exceeds, or null. */
export function exceededLimit(text: string): 'longText' | 'lineBreaks' | null {
  if (text.length > SHEET_LIMITS.characters) return 'longText'
  return text.length > SHEET_LIMITS.lineFeeds && countLineFeeds(text) > SHEET_LIMITS.lineFeeds
    ? 'lineBreaks'
    : null
}

function countLineFeeds(text: string): number {
  let count = 0
  for (let offset = text.indexOf('\n'); offset !== -1; offset = text.indexOf('\n', offset + 1)) count += 1
  return count
}
