/**
 * Characters that occupy two columns of a terminal: East Asian scripts, their punctuation and forms, emoji.
 */
const DOUBLE_WIDTH =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u
/** Characters that occupy no column. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u

function widthOf(character: string): number {
  if (ZERO_WIDTH.test(character)) return 0
  return DOUBLE_WIDTH.test(character) ? 2 : 1
}

/** Returns the number of terminal columns of a text; fonts may differ. */
export function terminalWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}

/** Limits a text to a number of columns; a longer one ends with an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (terminalWidth(text) <= columns) return text
  let cut = ''
  let remaining = columns - 1
  for (const character of text) {
    remaining -= widthOf(character)
    if (remaining < 0) break
    cut += character
  }
  return `${cut}…`
}
