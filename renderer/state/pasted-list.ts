/** Entries that a list may have, and characters of one (contract: the schema of a query). */
export const MAX_ENTRIES = 100_000
export const MAX_ENTRY_LENGTH = 500

/** What was pasted, as the values to look for. */
export interface PastedList {
  /** In their order, each once. */
  readonly entries: readonly string[]
  /** Entries beyond {@link MAX_ENTRIES}, or longer than {@link MAX_ENTRY_LENGTH}: they are not looked for. */
  readonly leftOut: number
}

/** A cell of a spreadsheet that holds a quote or a line break is copied in quotes. */
function unquoted(entry: string): string {
  return /^"(?:[^"]|"")*"$/u.test(entry) ? entry.slice(1, -1).replaceAll('""', '"').trim() : entry
}

/**
 * Reads a list out of a mail or a column of a spreadsheet: one value in each line or cell. A single line is
 * divided at commas, semicolons and spaces.
 */
export function readPastedList(text: string): PastedList {
  const cells = parts(text, /[\r\n\t\v\f\u0085\u2028\u2029]+/u)
  const all = cells.length > 1 ? cells : parts(text, /[,;\s]+/u)
  const distinct = [...new Set(all.map(unquoted).filter((entry) => entry !== ''))]
  const entries = distinct.filter((entry) => entry.length <= MAX_ENTRY_LENGTH).slice(0, MAX_ENTRIES)
  return { entries, leftOut: distinct.length - entries.length }
}

function parts(text: string, at: RegExp): readonly string[] {
  return text
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Whether a pasted text is a list rather than words to search for: it has several lines or cells. */
export function isList(text: string): boolean {
  return parts(text, /[\r\n\t]+/u).length > 1
}
