import { endOfHash, mixed, hashOfText, NO_BYTES } from './cell-sum.ts'

const AMPERSAND = 0x26
const UNDERSCORE = 0x5f
const SMALL_X = 0x78

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Hash of a workbook’s text, which these bytes contain as XML. */
export function hashOfXmlText(bytes: Buffer, start: number, end: number): number {
  let hash = NO_BYTES
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === AMPERSAND || (byte === UNDERSCORE && bytes[at + 1] === SMALL_X))
      return hashOfText(plainText(bytes.toString('utf8', start, end)))
    hash = mixed(hash, byte)
  }
  return endOfHash(hash)
}

/** The text without XML references and without the escapes of ST_Xstring (ECMA-376, 22.9.2.19). */
function plainText(xml: string): string {
  return xml
    .replaceAll(/&(\w+);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/_x([0-9A-Fa-f]{4})_/gu, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
}
