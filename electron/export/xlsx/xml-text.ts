import { allBut, type ByteBuffer } from '../byte-buffer.ts'

/** Control characters, and what is markup in XML. */
const PLAIN = allBut(`${String.fromCharCode(...Array(32).keys())}&<>"\u007f`)

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/gu
/** What reads like the escape of a character would be taken for one, by some readers in capitals too. */
const LIKE_AN_ESCAPE = /_(?=[xX][0-9A-Fa-f]{4}_)/gu

const hexadecimal = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/**
 * A text for an element or attribute of a spreadsheet (ECMA-376, 22.9.2.19 ST_Xstring): characters that XML cannot hold
 * as `_x0001_`, and an underscore that would begin such an escape as `_x005F_`.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(LIKE_AN_ESCAPE, '_x005F_')
    .replace(NOT_IN_XML, hexadecimal)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Writes the same into a buffer. */
export function writeXmlText(bytes: ByteBuffer, text: string): void {
  const mayEscape = text.includes('_x') || text.includes('_X')
  if (mayEscape || !bytes.plain(text, PLAIN)) bytes.utf8(xmlText(text))
}
