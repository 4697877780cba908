import { largerOf, MAX_SMALL_PARTS, PartCounter, type ContentReader, type PixelSize } from './reader.ts'

const END = 0xd9
const SCAN = 0xda

/** Returns whether a file starts as a JPEG. */
export function isJpeg(reader: ContentReader): boolean {
  return reader.text(0, 3) === '\xff\xd8\xff'
}

/** Returns whether a marker starts a frame with its size; three of the range do not (ITU T.81, table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/**
 * Returns the size of the largest frame, as decoders differ in which they use, or null if the file is
 * incomplete or has no frame.
 */
export function readJpeg(reader: ContentReader): PixelSize | null {
  let size: PixelSize | null = null
  const counter = new PartCounter(MAX_SMALL_PARTS)
  let offset = 2
  for (;;) {
    counter.count()
    // Any number of fill bytes may precede a marker.
    for (; reader.byte(offset) === 0xff && reader.byte(offset + 1) === 0xff; offset += 1) counter.count()
    if (reader.byte(offset) !== 0xff) return null
    const marker = reader.byte(offset + 1)
    if (marker === END) return size
    if (isFrame(marker))
      size = largerOf(size, { height: reader.big16(offset + 5), width: reader.big16(offset + 7) })
    offset += 2 + reader.big16(offset + 2)
    if (marker === SCAN) offset = endOfScan(reader, counter, offset)
  }
}

/** Returns the offset of the next marker. Within a scan, stuffed bytes and restart markers are skipped. */
function endOfScan(reader: ContentReader, counter: PartCounter, start: number): number {
  let offset = start
  for (;;) {
    counter.count()
    offset = reader.bytes.indexOf(0xff, offset)
    if (offset < 0) throw new RangeError('A scan has no end.')
    const next = reader.byte(offset + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return offset
    offset += next === 0xff ? 1 : 2
  }
}
