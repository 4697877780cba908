const MAX_LENGTH = 31
/** Characters that Excel does not allow in names of sheets; ECMA-376 has no such rule. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const FORBIDDEN = /[[\]:*?/\\\u0000-\u001f]/gu

/** Returns valid names for sheets, with numbers from the second on. */
export function sheetNames(requestedName: string, count: number): readonly string[] {
  const clean = requestedName.toWellFormed().replace(FORBIDDEN, ' ').replace(/\s+/gu, ' ').trim()
  return Array.from({ length: count }, (_, index) => {
    const number = index === 0 ? '' : ` (${String(index + 1)})`
    return shorten(clean, MAX_LENGTH - number.length) + number
  })
}

/** Returns a sheet name that is not in use, ignoring case. */
export function freeSheetName(requestedName: string, usedNames: readonly string[]): string {
  const lowercaseNames = new Set(usedNames.map((name) => name.toLowerCase()))
  // With one more name than are in use, one is free.
  const names = sheetNames(requestedName, usedNames.length + 1)
  return names.find((name) => !lowercaseNames.has(name.toLowerCase())) ?? requestedName
}

/** Shortens a name without splitting surrogates. Removes spaces and apostrophes at the ends. */
function shorten(text: string, maxLength: number): string {
  const units = text.slice(0, maxLength)
  const wellFormed = units.isWellFormed() ? units : units.slice(0, -1)
  const trimmed = wellFormed.replace(/^[' ]+|[' ]+$/gu, '')
  // Excel reserves the name "History".
  return trimmed === '' || trimmed.toLowerCase() === 'history' ? 'Items' : trimmed
}
