/**
 * Text that a spreadsheet would run as a formula, made harmless. What is guarded, what is left alone and why
 * is written down in `docs/decisions/0004-formula-guard.md`.
 */

/**
 * Begins a formula: one of `=`, `+`, `-`, `@` or its full-width form (which some programs normalise first),
 * at the very start or behind characters that programs strip or do not show (blanks, control characters,
 * zero-width characters); or a tab, a carriage return, a line feed or a NUL at the very start.
 */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const FORMULA_START = /^(?:[\s\u0000-\u001f\u200b-\u200d\u2060\ufeff]*[=+\-@＝＋－＠]|[\t\r\n\u0000])/u

/**
 * A sign followed by nothing but digits, separators and blanks: a number ("-5", "+1.5", "-1 200,00"), a
 * telephone number ("+49 30 1234") or a dash for "none". It names no cell and no function, and with a single
 * sign there is nothing to calculate, so no spreadsheet runs it; an apostrophe would only damage it.
 */
const HARMLESS_NUMBER = /^[+-][\d.,\u0020\u00a0\u202f]*$/u

/** Whether the text has to be guarded. */
export function runsAsFormula(text: string): boolean {
  return FORMULA_START.test(text) && !HARMLESS_NUMBER.test(text)
}

/**
 * The text, with an apostrophe before it where a spreadsheet would run it as a formula. A text that has
 * apostrophes before such a beginning gets one more, so that whoever takes the first one away has every text
 * as it was.
 */
export function guardFormula(text: string): string {
  return runsAsFormula(text.replace(/^'+/u, '')) ? `'${text}` : text
}
