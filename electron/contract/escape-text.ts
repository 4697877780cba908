/**
 * Characters that move the cursor, break a line or reorder the text around them: control characters, line and
 * paragraph separators, and the bidirectional controls of Unicode (UAX #9).
 */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Returns a text in which every control character is visible, such as `\n` or `\u202e`: one line of a
 * terminal.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) => SHORT[character] ?? escaped(character))
}

/** Does the same for the lines of a text file: line breaks and tabs stay as they are. */
export function escapeControlsInLines(text: string): string {
  return text.replace(CONTROLS, (character) => (character in SHORT ? character : escaped(character)))
}

/** Returns the same JSON with the control characters escaped that JSON allows in a string. */
export function escapeControlsInJson(json: string): string {
  return json.replace(CONTROLS, escaped)
}
