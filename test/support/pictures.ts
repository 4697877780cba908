import { deflateSync, crc32 } from 'node:zlib'

/** Small pictures of every format, valid and invalid. */

export type Bytes = Uint8Array<ArrayBuffer>

const concat = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts))
const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const big32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const little32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const named = concat(ascii(type), content)
  return concat(big32(content.byteLength), named, big32(crc32(named)))
}

/** Returns a PNG of one color; its header states `width` and `height`. */
export function png(red: number, green = 0, blue = 0, width = 4, height = 4): Bytes {
  const row = concat(
    new Uint8Array([0]),
    ...Array.from({ length: 4 }, () => new Uint8Array([red, green, blue])),
  )
  return concat(
    ascii('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', concat(big32(width), big32(height), new Uint8Array([8, 2, 0, 0, 0]))),
    chunk('IDAT', deflateSync(concat(row, row, row, row))),
    chunk('IEND', new Uint8Array()),
  )
}

/** Returns the structure of an animated PNG with this many frames. */
export function animatedPng(frames: number): Bytes {
  const still = png(1)
  const header = still.subarray(0, 33)
  const control = chunk('fcTL', new Uint8Array(26))
  return concat(
    header,
    chunk('acTL', concat(big32(frames), big32(0))),
    ...Array.from({ length: frames }, () => control),
    still.subarray(33),
  )
}

/** Returns a different PNG for each number. */
export const numberedPng = (number: number): Bytes => png(number & 255, (number >> 8) & 255, number >> 16)

/** Returns a PNG of this size with squares in two colors. */
export function checkered(width: number, height: number): Bytes {
  const square = Math.ceil(width / 12)
  const row = (odd: number): Uint8Array => {
    const pixels = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x += 1) {
      const isDark = (Math.floor(x / square) + odd) % 2 === 0
      pixels.set(isDark ? [40, 90, 160] : [250, 200, 60], 1 + x * 3)
    }
    return pixels
  }
  const rows = [row(0), row(1)]
  const content = concat(
    ...Array.from({ length: height }, (_, y) => rows[Math.floor(y / square) % 2] ?? new Uint8Array()),
  )
  return concat(
    ascii('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', concat(big32(width), big32(height), new Uint8Array([8, 2, 0, 0, 0]))),
    chunk('IDAT', deflateSync(content)),
    chunk('IEND', new Uint8Array()),
  )
}

/**
 * Returns the structure of a JPEG: a table that contains an end marker, a frame, a scan with stuffed bytes,
 * and the end.
 */
export function jpeg(width = 8, height = 8): Bytes {
  return concat(
    new Uint8Array([0xff, 0xd8]),
    new Uint8Array([0xff, 0xe1, 0, 6, 0xff, 0xd9, 1, 2]),
    new Uint8Array([
      0xff,
      0xff,
      0xc0,
      0,
      11,
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      1,
      1,
      0x11,
      0,
    ]),
    new Uint8Array([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]),
    new Uint8Array([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 5]),
    new Uint8Array([0xff, 0xd9]),
  )
}

/** Returns a JPEG with the frames of two pictures. */
export function twoFrames(first: readonly [number, number], second: readonly [number, number]): Bytes {
  const frame = jpeg(...second).subarray(10, 24)
  const firstJpeg = jpeg(...first)
  return new Uint8Array([
    ...firstJpeg.subarray(0, 10),
    ...firstJpeg.subarray(10, 24),
    ...frame,
    ...firstJpeg.subarray(24),
  ])
}

export function gif(width = 1, height = 1): Bytes {
  const size = new Uint8Array([width & 255, width >> 8, height & 255, height >> 8])
  return concat(
    ascii('GIF89a'),
    size,
    new Uint8Array([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    new Uint8Array([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
    new Uint8Array([0x2c, 0, 0, 0, 0]),
    size,
    new Uint8Array([0, 2, 2, 0x44, 1, 0, 0x3b]),
  )
}

export function webp(width = 16, height = 16): Bytes {
  const bits = ((height - 1) << 14) | (width - 1)
  const content = concat(
    ascii('WEBPVP8L'),
    little32(10),
    new Uint8Array([0x2f]),
    little32(bits),
    new Uint8Array(5),
  )
  return concat(ascii('RIFF'), little32(content.byteLength), content)
}

/** Returns a box of ISO/IEC 14496-12, as in an AVIF. */
export const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const inside = concat(...content)
  return concat(big32(inside.byteLength + 8), ascii(type), inside)
}

/** Returns the sequence header of a reduced AV1 still picture in an OBU, for frames of this size. */
function av1(width: number, height: number): Uint8Array {
  const bits = (value: number, count: number): string => value.toString(2).padStart(count, '0')
  const header = `00011${bits(0, 5)}${bits(15, 4)}${bits(15, 4)}${bits(width - 1, 16)}${bits(height - 1, 16)}`
  const padded = header.padEnd(Math.ceil(header.length / 8) * 8, '0')
  const content = Uint8Array.from(padded.match(/.{8}/gu) ?? [], (byte) => parseInt(byte, 2))
  return concat(new Uint8Array([0x0a, content.byteLength]), content)
}

export const big16 = (value: number): Uint8Array => new Uint8Array([value >> 8, value & 255])

export interface AvifParts {
  /** The size that its properties state. */
  readonly stated?: { readonly width: number; readonly height: number }
  /** The size of a grid among its items. */
  readonly grid?: { readonly width: number; readonly height: number }
  /** Number of additional empty boxes. */
  readonly boxes?: number
}

/** Returns the structure of an AVIF whose coded picture has this size. */
export function avif(
  width = 32,
  height = 32,
  { stated = { width, height }, grid = { width: 1, height: 1 }, boxes = 0 }: AvifParts = {},
): Bytes {
  const type = box('ftyp', ascii('avif'), big32(0), ascii('avifmif1'))
  const coded = av1(width, height)
  const tiles = concat(new Uint8Array([0, 1, 0, 0]), big32(grid.width), big32(grid.height))
  const entry = (id: number, name: string): Uint8Array =>
    box('infe', big32(0x0200_0000), big16(id), big16(0), ascii(name), new Uint8Array(1))
  const metaOf = (start: number): Uint8Array => {
    const location = (id: number, at: number, bytes: Uint8Array): Uint8Array =>
      concat(big16(id), big16(0), big16(1), big32(at), big32(bytes.byteLength))
    return box(
      'meta',
      big32(0),
      box('hdlr', new Uint8Array(12)),
      box('iinf', big32(0), big16(2), entry(1, 'av01'), entry(2, 'grid')),
      box(
        'iloc',
        big32(0),
        new Uint8Array([0x44, 0]),
        big16(2),
        location(1, start, coded),
        location(2, start + coded.byteLength, tiles),
      ),
      box('iprp', box('ipco', box('ispe', big32(0), big32(stated.width), big32(stated.height)))),
      Buffer.alloc(boxes * 8, box('free')),
    )
  }
  const start = type.byteLength + metaOf(0).byteLength + 8
  return concat(type, metaOf(start), box('mdat', coded, tiles))
}

export function svg(
  attributes = 'width="10" height="10"',
  content = '<rect width="5" height="5"/>'.repeat(8),
): Bytes {
  return concat(
    Buffer.from(
      `<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>\n`,
    ),
  )
}

export const pdf = (): Bytes =>
  concat(ascii('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n0\n%%EOF\n'))

/** Returns the first 70 % of a file, as after a broken connection. */
export const truncated = (bytes: Bytes): Bytes => bytes.slice(0, Math.floor(bytes.byteLength * 0.7))

/** Returns the UTF-8 bytes of a text. */
export const text = (content: string): Bytes => concat(Buffer.from(content))
