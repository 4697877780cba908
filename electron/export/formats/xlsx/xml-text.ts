import { asciiTableExcept, type ByteBuffer } from '../../values/byte-buffer.ts'

/** All characters except control characters and XML markup. */
const PLAIN_ASCII = asciiTableExcept(`${String.fromCharCode(...Array(32).keys())}&<>"\u007f`)

// oxlint-disable-next-line no-control-regex -- matches control characters
const NOT_IN_XML = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/gu
/** Text that looks like an escape, which some readers accept in capitals too. */
const ESCAPE_LIKE = /_(?=[xX][0-9A-Fa-f]{4}_)/gu

const escapeCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/**
 * Escapes a text for an element or attribute (ECMA-376, 22.9.2.19 ST_Xstring): characters that XML does not
 * allow become `_x0001_`, and an underscore that would start an escape becomes `_x005F_`.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPE_LIKE, '_x005F_')
    .replace(NOT_IN_XML, escapeCharacter)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Writes an escaped text. Returns false if lone surrogates were replaced. */
function writeXmlText(bytes: ByteBuffer, text: string): boolean {
  const mayEscape = text.includes('_x') || text.includes('_X')
  if (!mayEscape && bytes.appendIfPlain(text, PLAIN_ASCII)) return true
  bytes.utf8(xmlText(text))
  return text.isWellFormed()
}

const WHITE_SPACE = /\s/u

/** Returns whether XML readers may drop white space: at the ends, or with a line break. */
function mustPreserveSpace(text: string): boolean {
  return isWhite(text.charCodeAt(0)) || isWhite(text.charCodeAt(text.length - 1)) || text.includes('\n')
}

/** Fast for ASCII, where only codes up to the space are white space. */
function isWhite(code: number): boolean {
  return (code <= 0x20 || code >= 0x80) && WHITE_SPACE.test(String.fromCharCode(code))
}

/**
 * Writes a text as the element `t` with all its white space. Returns false if lone surrogates were replaced.
 */
export function writeStringElement(bytes: ByteBuffer, text: string): boolean {
  bytes.ascii(mustPreserveSpace(text) ? '<t xml:space="preserve">' : '<t>')
  const isUnchanged = writeXmlText(bytes, text)
  bytes.ascii('</t>')
  return isUnchanged
}
