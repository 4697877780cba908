import { deflateSync, crc32 } from 'node:zlib'

/** Small pictures of every kind, whole or not as they should be. */

export type Bytes = Uint8Array<ArrayBuffer>

const join = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts))
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
  const named = join(ascii(type), content)
  return join(big32(content.byteLength), named, big32(crc32(named)))
}

/** A PNG of one colour; `width` and `height` are what its header says. */
export function png(red: number, green = 0, blue = 0, width = 4, height = 4): Bytes {
  const row = join(
    new Uint8Array([0]),
    ...Array.from({ length: 4 }, () => new Uint8Array([red, green, blue])),
  )
  return join(
    ascii('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', join(big32(width), big32(height), new Uint8Array([8, 2, 0, 0, 0]))),
    chunk('IDAT', deflateSync(join(row, row, row, row))),
    chunk('IEND', new Uint8Array()),
  )
}

/** A PNG unlike that of any other number. */
export const numberedPng = (number: number): Bytes => png(number & 255, (number >> 8) & 255, number >> 16)

/** A PNG that has all its pixels: squares in two colours. */
export function chequered(width: number, height: number): Bytes {
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
  const content = join(
    ...Array.from({ length: height }, (_, y) => rows[Math.floor(y / square) % 2] ?? new Uint8Array()),
  )
  return join(
    ascii('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', join(big32(width), big32(height), new Uint8Array([8, 2, 0, 0, 0]))),
    chunk('IDAT', deflateSync(content)),
    chunk('IEND', new Uint8Array()),
  )
}

/** A JPEG by its form: a table with an end marker in it, a frame, a scan with stuffed bytes, the end. */
export function jpeg(width = 8, height = 8): Bytes {
  return join(
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

export function gif(width = 1, height = 1): Bytes {
  const size = new Uint8Array([width & 255, width >> 8, height & 255, height >> 8])
  return join(
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
  const content = join(
    ascii('WEBPVP8L'),
    little32(10),
    new Uint8Array([0x2f]),
    little32(bits),
    new Uint8Array(5),
  )
  return join(ascii('RIFF'), little32(content.byteLength), content)
}

const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const inside = join(...content)
  return join(big32(inside.byteLength + 8), ascii(type), inside)
}

export function avif(width = 32, height = 32): Bytes {
  const size = box('ispe', big32(0), big32(width), big32(height))
  return join(
    box('ftyp', ascii('avif'), big32(0), ascii('avifmif1')),
    box('meta', big32(0), box('hdlr', new Uint8Array(12)), box('iprp', box('ipco', size))),
    box('mdat', new Uint8Array(20)),
  )
}

export function svg(
  attributes = 'width="10" height="10"',
  content = '<rect width="5" height="5"/>'.repeat(8),
): Bytes {
  return join(
    Buffer.from(
      `<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>\n`,
    ),
  )
}

export const pdf = (): Bytes => join(ascii('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n0\n%%EOF\n'))

/** The beginning of a file, as a connection that was cut leaves it. */
export const cutShort = (bytes: Bytes): Bytes => bytes.slice(0, Math.floor(bytes.byteLength * 0.7))

export const text = (words: string): Bytes => join(Buffer.from(words))
