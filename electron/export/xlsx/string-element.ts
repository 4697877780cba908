import type { ByteBuffer } from '../byte-buffer.ts'
import { writeXmlText } from './xml-text.ts'

/** White space at the ends, or a line break anywhere: without a word XML readers may drop it. */
const NEEDS_ITS_SPACE = /^\s|\s$|\n/u

/** A text as the element `t`, with all its white space. */
export function writeStringElement(bytes: ByteBuffer, text: string): void {
  bytes.ascii(NEEDS_ITS_SPACE.test(text) ? '<t xml:space="preserve">' : '<t>')
  writeXmlText(bytes, text)
  bytes.ascii('</t>')
}
