const LONGEST = 31
/** What the name of a sheet cannot hold (ECMA-376 leaves it open; these are Excel's). */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const FORBIDDEN = /[[\]:*?/\\\u0000-\u001f]/gu

/**
 * The names of so many sheets: the wanted one, as far as it is a name that spreadsheets take, and with a
 * number from the second on.
 */
export function sheetNames(wanted: string, count: number): readonly string[] {
  const clean = wanted.toWellFormed().replace(FORBIDDEN, ' ').replace(/\s+/gu, ' ').trim()
  // Excel keeps this name for itself.
  const base = clean === '' || clean.toLowerCase() === 'history' ? 'Items' : clean
  return Array.from({ length: count }, (_, index) => {
    const number = index === 0 ? '' : ` (${String(index + 1)})`
    return cut(base, LONGEST - number.length) + number
  })
}

/**
 * A name that is none of those that are taken, which spreadsheets tell apart by more than capital letters.
 */
export function freeSheetName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()))
  // One more name than are taken: one of them is free.
  const names = sheetNames(wanted, taken.length + 1)
  return names.find((name) => !known.has(name.toLowerCase())) ?? wanted
}

/** So many UTF-16 units at most, without half a character at the end and without apostrophes at the ends. */
function cut(text: string, most: number): string {
  const units = text.slice(0, most)
  const whole = units.isWellFormed() ? units : units.slice(0, -1)
  const bare = whole.replace(/^'+|'+$/gu, '').trim()
  return bare === '' ? 'Items' : bare
}
