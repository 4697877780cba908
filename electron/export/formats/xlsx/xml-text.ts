import { allBut, type ByteBuffer } from '../../values/byte-buffer.ts'

/** Control characters, and what is markup in XML. */
const PLAIN = allBut(`${String.fromCharCode(...Array(32).keys())}&<>"\u007f`)

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/gu
/** What reads like the escape of a character would be taken for one, by some readers in capitals too. */
const ESCAPE_LIKE = /_(?=[xX][0-9A-Fa-f]{4}_)/gu

const hexadecimal = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/**
 * A text for an element or attribute of a spreadsheet (ECMA-376, 22.9.2.19 ST_Xstring): characters that XML
 * cannot hold as `_x0001_`, and an underscore that would begin such an escape as `_x005F_`.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPE_LIKE, '_x005F_')
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

const WHITE_SPACE = /\s/u

/** White space at the ends, or a line break anywhere: without a word XML readers may drop it. */
function needsItsSpace(text: string): boolean {
  return isWhite(text.charCodeAt(0)) || isWhite(text.charCodeAt(text.length - 1)) || text.includes('\n')
}

/** Most texts begin and end with ASCII, of which only the space and what comes before it can be white. */
function isWhite(code: number): boolean {
  return (code <= 0x20 || code >= 0x80) && WHITE_SPACE.test(String.fromCharCode(code))
}

/** A text as the element `t`, with all its white space. */
export function writeStringElement(bytes: ByteBuffer, text: string): void {
  bytes.ascii(needsItsSpace(text) ? '<t xml:space="preserve">' : '<t>')
  writeXmlText(bytes, text)
  bytes.ascii('</t>')
}
