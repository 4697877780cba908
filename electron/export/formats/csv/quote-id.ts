import type { WriteBytes } from '../format.ts'

const QUOTE = 0x22
/** The codes of I and D. */
const [FIRST, SECOND] = [0x49, 0x44]

/**
 * Quotes the first cell of a file if it starts with "ID". Excel takes a file that starts with these bytes for
 * SYLK, and reports an error (Microsoft, KB 323626).
 */
export function quoteFirstId(delimiter: string, write: WriteBytes): WriteBytes {
  const ends = [delimiter, '\r', '\n'].map((character) => character.charCodeAt(0))
  let isFirst = true
  return (bytes) => {
    const startsWithId = isFirst && bytes[0] === FIRST && bytes[1] === SECOND
    isFirst = false
    if (!startsWithId) {
      write(bytes)
      return
    }
    // The cell contains none of them, because it has no quotes. Each line has an end.
    const end = bytes.findIndex((byte) => ends.includes(byte))
    const quoted = new Uint8Array(bytes.byteLength + 2).fill(QUOTE)
    quoted.set(bytes.subarray(0, end), 1)
    quoted.set(bytes.subarray(end), end + 2)
    write(quoted)
  }
}
