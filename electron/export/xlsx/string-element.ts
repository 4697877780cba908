import type { ByteBuffer } from '../byte-buffer.ts'
import { writeXmlText } from './xml-text.ts'

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
