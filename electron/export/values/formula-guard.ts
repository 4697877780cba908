/**
 * Protects against text that a spreadsheet would run as a formula (CSV injection, CWE-1236); see
 * `docs/decisions/0004-formula-guard.md`.
 */

/**
 * Starts a formula: `=`, `+`, `-`, `@` or its full-width form (which some programs normalize), also after
 * characters that programs strip or do not show; or a tab, line break or NUL at the start.
 */
// oxlint-disable-next-line no-control-regex -- matches control characters
const FORMULA_START = /^(?:[\s\p{Control}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|[\t\r\n\u0000])/u

/**
 * A sign with only digits, separators and spaces: a number ("-5", "-1 200,00"), a telephone number ("+49 30
 * 1234") or a dash. No spreadsheet runs it, and an apostrophe would damage it.
 */
const HARMLESS_NUMBER = /^[+-][\d.,\u0020\u00a0\u202f]*$/u

/** Returns whether a spreadsheet would run a text as a formula. */
export function runsAsFormula(text: string): boolean {
  return FORMULA_START.test(text) && !HARMLESS_NUMBER.test(text)
}

/**
 * Adds an apostrophe to a text that a spreadsheet would run as a formula. A text that already has apostrophes
 * before a formula gets one more, so that removing one restores every text.
 */
export function guardFormula(text: string): string {
  return runsAsFormula(text.replace(/^'+/u, '')) ? `'${text}` : text
}
