import type { CsvStyle } from '../../../contract/csv-style.ts'

/** Bytes before the first character of a file. */
export const BYTE_ORDER_MARKS: Readonly<Record<CsvStyle['encoding'], readonly number[]>> = {
  utf8: [],
  utf8Mark: [0xef, 0xbb, 0xbf],
  utf16: [0xff, 0xfe],
  windows1252: [],
}

/**
 * Characters of Windows-1252 from 0x80 to 0x9F (WHATWG Encoding, index windows-1252), which differ from
 * Latin-1.
 */
const WINDOWS_1252_FROM_80 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'
const WINDOWS_1252_BYTES: ReadonlyMap<number, number> = new Map(
  Array.from(WINDOWS_1252_FROM_80, (character, index) => [character.charCodeAt(0), 0x80 + index]),
)
const QUESTION_MARK = 0x3f

/** Converts UTF-8 lines to another encoding; unsupported characters become question marks. */
export function encode(
  utf8: Uint8Array<ArrayBuffer>,
  encoding: CsvStyle['encoding'],
): Uint8Array<ArrayBuffer> {
  switch (encoding) {
    case 'utf8':
    case 'utf8Mark':
      return utf8
    case 'utf16':
      return new Uint8Array(Buffer.from(textOf(utf8), 'utf16le'))
    case 'windows1252':
      return windows1252(textOf(utf8))
  }
}

function textOf(utf8: Uint8Array): string {
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('utf8')
}

function windows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Array.from(text), (character) => windows1252Byte(character) ?? QUESTION_MARK)
}

/** Replaces the characters that an encoding cannot represent. */
export function representableText(text: string, encoding: CsvStyle['encoding']): string {
  if (encoding !== 'windows1252') return text
  return Array.from(text, (character) => (windows1252Byte(character) === null ? '?' : character)).join('')
}

/** Returns the byte of a character in Windows-1252, or null. */
export function windows1252Byte(character: string): number | null {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code < 0x100)) return code
  return WINDOWS_1252_BYTES.get(code) ?? null
}

/** Returns the text as this encoding represents it, or null if it is unchanged. */
export function textAfterEncoding(text: string, encoding: CsvStyle['encoding']): string | null {
  if (encoding !== 'windows1252') return text.isWellFormed() ? null : text.toWellFormed()
  if (isAscii(text)) return null
  const represented = representableText(text, encoding)
  return represented === text ? null : represented
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false
  return true
}
