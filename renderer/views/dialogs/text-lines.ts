/** Characters (UTF-16 code units) in a line. */
export const LINE_LENGTH = 100

/** Lines from one stored offset to the next; the starts of all lines would need more memory than the text. */
const LINES_PER_OFFSET = 256

/** Marks, joiners and variation selectors, which follow their base character. */
const CONTINUES = /^(?:\p{M}|\u200d|\p{Emoji_Modifier})/u
/** Longer sequences of marks are divided. */
const MAX_SHIFT = 20

/** The lines of a text. A line ends with each line break, and after at most `LINE_LENGTH` characters. */
export class TextLines {
  readonly count: number
  readonly #text: string
  readonly #offsets: readonly number[]

  constructor(text: string) {
    const offsets: number[] = []
    let count = 0
    for (let start: number | null = 0; start !== null; start = nextLine(text, start)) {
      if (count % LINES_PER_OFFSET === 0) offsets.push(start)
      count += 1
    }
    this.count = count
    this.#text = text
    this.#offsets = offsets
  }

  /** Returns the lines from `first` up to `end`, without their line breaks. */
  slice(first: number, end: number): readonly string[] {
    const lines: string[] = []
    const block = Math.floor(first / LINES_PER_OFFSET)
    let start: number | null = this.#offsets[block] ?? null
    for (let index = block * LINES_PER_OFFSET; index < end && start !== null; index += 1) {
      const next = nextLine(this.#text, start)
      if (index >= first)
        lines.push(this.#text.slice(start, next ?? this.#text.length).replace(/[\n\r\u2028\u2029]+$/u, ''))
      start = next
    }
    return lines
  }
}

/** Returns the offset of the line after the one that starts at `start`; null if that is the last one. */
function nextLine(text: string, start: number): number | null {
  const end = start + LINE_LENGTH
  for (let offset = start; offset <= end; offset += 1) {
    if (offset >= text.length) return null
    switch (text.charCodeAt(offset)) {
      case 0x0d:
        return text.charCodeAt(offset + 1) === 0x0a ? offset + 2 : offset + 1
      case 0x0a:
      case 0x20_28:
      case 0x20_29:
        return offset + 1
      default:
    }
  }
  return boundaryBefore(text, end)
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
