import { largerOf, type ContentReader, type PixelSize } from './reader.ts'

const END = 0xd9
const SCAN = 0xda

export function isJpeg(reader: ContentReader): boolean {
  return reader.text(0, 3) === '\xff\xd8\xff'
}

/**
 * Markers that begin a frame and tell its size; three of their range mean something else (ITU T.81, table
 * B.1).
 */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/**
 * Size of a JPEG that goes on to its end marker (EOI), the largest of its frames: decoders differ in which
 * they take. Null for one that does not, or has no frame.
 */
export function readJpeg(reader: ContentReader): PixelSize | null {
  let size: PixelSize | null = null
  let at = 2
  for (;;) {
    // Between the parts there may be any number of filling bytes.
    while (reader.byte(at) === 0xff && reader.byte(at + 1) === 0xff) at += 1
    if (reader.byte(at) !== 0xff) return null
    const marker = reader.byte(at + 1)
    if (marker === END) return size
    if (isFrame(marker)) size = largerOf(size, { height: reader.big16(at + 5), width: reader.big16(at + 7) })
    at += 2 + reader.big16(at + 2)
    if (marker === SCAN) at = endOfScan(reader, at)
  }
}

/**
 * Where the next marker stands: within a scan, what looks like one is a stuffed byte or marks a place to
 * restart.
 */
function endOfScan(reader: ContentReader, from: number): number {
  let at = from
  for (;;) {
    at = reader.bytes.indexOf(0xff, at)
    if (at < 0) throw new RangeError('A scan has no end.')
    const next = reader.byte(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}
