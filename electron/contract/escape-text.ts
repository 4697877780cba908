/** Control characters, line and paragraph separators, and bidirectional controls (UAX #9). */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes all control characters, such as a line break as `\n`, for one line of a terminal. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) => SHORT_ESCAPES[character] ?? escapeCharacter(character))
}

/**
 * Escapes control characters except line breaks and tabs. A carriage return without a line feed is escaped,
 * because the following text would overwrite the line.
 */
export function escapeControlsInLines(text: string): string {
  return text.replace(CONTROLS, (character, offset: number) => {
    if (character === '\n' || character === '\t') return character
    if (character === '\r') return text[offset + 1] === '\n' ? character : '\\r'
    return escapeCharacter(character)
  })
}

/** Escapes the control characters that JSON allows in strings. */
export function escapeControlsInJson(json: string): string {
  return json.replace(CONTROLS, escapeCharacter)
}
