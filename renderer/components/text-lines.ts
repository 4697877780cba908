/** Characters (UTF-16 code units) in a line. */
export const LINE_LENGTH = 100

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/gu
/** Marks, joiners and variation selectors, which follow their base character. */
const CONTINUES = /^(?:\p{M}|\u200d|\p{Emoji_Modifier})/u
/** Longer sequences of marks are divided. */
const MAX_SHIFT = 20

/**
 * Returns the offsets at which the lines of a text start: after each line break, and after at most
 * `LINE_LENGTH` characters.
 */
export function lineStarts(text: string): readonly number[] {
  const starts: number[] = []
  let paragraph = 0
  const split = (end: number): void => {
    let start = paragraph
    starts.push(start)
    while (end - start > LINE_LENGTH) {
      start = boundaryBefore(text, start + LINE_LENGTH)
      starts.push(start)
    }
  }
  for (const { index, 0: lineBreak } of text.matchAll(LINE_BREAK)) {
    split(index)
    paragraph = index + lineBreak.length
  }
  split(text.length)
  return starts
}

/** Returns the line that starts at `start`; `next` is where the next one starts. */
export function lineText(text: string, start: number, next: number | undefined): string {
  return text.slice(start, next).replace(/[\n\r\u2028\u2029]+$/u, '')
}

/** Returns the nearest offset up to `end` that does not divide a character and its marks. */
function boundaryBefore(text: string, end: number): number {
  for (let offset = end; offset > end - MAX_SHIFT; offset -= 1) {
    if (isLowSurrogate(text, offset)) continue
    if (!CONTINUES.test(text.slice(offset, offset + 2)) && text.charAt(offset - 1) !== '\u200d') return offset
  }
  return isLowSurrogate(text, end) ? end - 1 : end
}

function isLowSurrogate(text: string, offset: number): boolean {
  return (text.charCodeAt(offset) & 0xfc00) === 0xdc00
}
