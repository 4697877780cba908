/** A part of a line of JSON; null: punctuation. */
export interface TextPart {
  readonly text: string
  readonly kind: 'name' | 'string' | 'literal' | null
}

/** A string with what follows it if it is a name, a number or a word, or anything up to the next of them. */
const PART = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)|[^"\dtfn-]+|./gu

/** Returns whether the first line of a file looks like JSON or JSON Lines. */
export function isJson(line: string): boolean {
  return /^\s*[[{]/u.test(line)
}

/** Splits a line of JSON into parts to color. The parts together are the line. */
export function textParts(line: string): readonly TextPart[] {
  return [...line.matchAll(PART)].flatMap(([whole, string, colon, literal]): TextPart[] => {
    if (string !== undefined) {
      if (colon === undefined) return [{ text: string, kind: 'string' }]
      return [
        { text: string, kind: 'name' },
        { text: colon, kind: null },
      ]
    }
    return [{ text: whole, kind: literal === undefined ? null : 'literal' }]
  })
}
