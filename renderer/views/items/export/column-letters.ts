/** Returns the letters of a column of a spreadsheet by its index: A to Z, then AA. */
export function columnLetters(index: number): string {
  const rest = index % 26
  const letter = String.fromCodePoint(65 + rest)
  return index < 26 ? letter : `${columnLetters((index - rest) / 26 - 1)}${letter}`
}
