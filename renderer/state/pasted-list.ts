/** Maximum number of entries of a list, and of characters of an entry (see the schema of a query). */
export const MAX_ENTRIES = 100_000
export const MAX_ENTRY_LENGTH = 500

/** A pasted text as a list of values. */
export interface PastedList {
  /** In their order, without duplicates. */
  readonly entries: readonly string[]
  /** Number of ignored entries: beyond {@link MAX_ENTRIES}, or longer than {@link MAX_ENTRY_LENGTH}. */
  readonly omitted: number
}

/** Removes the quotes that spreadsheets add to cells with quotes or line breaks. */
function unquoted(entry: string): string {
  return /^"(?:[^"]|"")*"$/u.test(entry) ? entry.slice(1, -1).replaceAll('""', '"').trim() : entry
}

/**
 * Parses a list from a mail or a column of a spreadsheet: one value in each line or cell. A single line is
 * divided at commas, semicolons and spaces.
 */
export function parsePastedList(text: string): PastedList {
  const cells = parts(text, /[\r\n\t\v\f\u0085\u2028\u2029]+/u)
  const all = cells.length > 1 ? cells : parts(text, /[,;\s]+/u)
  const distinct = [...new Set(all.map(unquoted).filter((entry) => entry !== ''))]
  const entries = distinct.filter((entry) => entry.length <= MAX_ENTRY_LENGTH).slice(0, MAX_ENTRIES)
  return { entries, omitted: distinct.length - entries.length }
}

function parts(text: string, at: RegExp): readonly string[] {
  return text
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Returns whether a pasted text is a list rather than search words: it has several lines or cells. */
export function isPastedList(text: string): boolean {
  return parts(text, /[\r\n\t]+/u).length > 1
}
