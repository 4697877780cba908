import { finishHash, addByte, hashOfText, INITIAL_HASH } from './cell-checksum.ts'

const AMPERSAND = 0x26
const UNDERSCORE = 0x5f
const LOWERCASE_X = 0x78

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the hash of a text that these bytes contain as XML. */
export function hashOfXmlText(bytes: Buffer, start: number, end: number): number {
  let hash = INITIAL_HASH
  for (let offset = start; offset < end; offset += 1) {
    const byte = bytes[offset] ?? 0
    if (byte === AMPERSAND || (byte === UNDERSCORE && bytes[offset + 1] === LOWERCASE_X))
      return hashOfText(plainText(bytes.toString('utf8', start, end)))
    hash = addByte(hash, byte)
  }
  return finishHash(hash)
}

/** Decodes XML references and the escapes of ST_Xstring (ECMA-376, 22.9.2.19). */
function plainText(xml: string): string {
  return xml
    .replaceAll(/&(\w+);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/_x([0-9A-Fa-f]{4})_/gu, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
}
