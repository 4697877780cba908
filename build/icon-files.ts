/** A square picture of an icon. */
export interface IconPicture {
  /** Width and height in pixels. */
  readonly size: number
  readonly png: Uint8Array
  /** Red, green, blue and alpha of each pixel, by rows from the top; not premultiplied. */
  readonly rgba: Uint8Array
}

/** From this size on, Windows expects a PNG; programs that read smaller ones often expect a bitmap. */
const PNG_SIZE = 256

/** Returns the bitmap of an icon: 32 bits for each pixel, rows from the bottom, and a mask without bits. */
function bitmap({ size, rgba }: IconPicture): Buffer {
  const maskRow = Math.ceil(size / 32) * 4
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  // The height includes the mask.
  header.writeInt32LE(size * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row++)
    pixels.set(rgba.subarray(row * size * 4, (row + 1) * size * 4), (size - 1 - row) * size * 4)
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const red = pixels.readUInt8(offset)
    pixels.writeUInt8(pixels.readUInt8(offset + 2), offset)
    pixels.writeUInt8(red, offset + 2)
  }
  return Buffer.concat([header, pixels, Buffer.alloc(maskRow * size)])
}

/**
 * Returns an icon file of Windows.
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function icoFile(pictures: readonly IconPicture[]): Buffer {
  const images = pictures.map((picture) => (picture.size < PNG_SIZE ? bitmap(picture) : picture.png))
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length + 16 * pictures.length
  const entries = pictures.map(({ size }, index) => {
    const length = images[index]?.length ?? 0
    const entry = Buffer.alloc(16)
    // 0 means 256.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += length
    return entry
  })
  return Buffer.concat([header, ...entries, ...images])
}

/** Types of the pictures in an icon file of macOS, and their sizes in pixels. */
export const ICNS_TYPES = [
  { type: 'ic04', size: 16 },
  { type: 'ic05', size: 32 },
  { type: 'ic11', size: 32 },
  { type: 'ic12', size: 64 },
  { type: 'ic07', size: 128 },
  { type: 'ic13', size: 256 },
  { type: 'ic08', size: 256 },
  { type: 'ic14', size: 512 },
  { type: 'ic09', size: 512 },
  { type: 'ic10', size: 1024 },
] as const

/** Types whose pictures are four compressed channels: macOS shows PNGs of these sizes wrongly. */
const CHANNEL_TYPES: readonly string[] = ['ic04', 'ic05']
const MAX_LITERAL = 128

/** Returns alpha, red, green and blue one after the other, as runs of literal bytes. */
function channels({ rgba }: IconPicture): Buffer {
  const parts: Uint8Array[] = [Buffer.from('ARGB', 'latin1')]
  for (const channel of [3, 0, 1, 2]) {
    const values = rgba.filter((_, index) => index % 4 === channel)
    for (let start = 0; start < values.length; start += MAX_LITERAL) {
      const run = values.subarray(start, start + MAX_LITERAL)
      parts.push(Uint8Array.of(run.length - 1), run)
    }
  }
  return Buffer.concat(parts)
}

/**
 * Returns an icon file of macOS.
 * @param picture returns the picture of a size in pixels
 * @see https://en.wikipedia.org/wiki/Apple_Icon_Image_format
 */
export function icnsFile(picture: (size: number) => IconPicture): Buffer {
  const entries = ICNS_TYPES.map(({ type, size }) => {
    const data = CHANNEL_TYPES.includes(type) ? channels(picture(size)) : picture(size).png
    return block(type, data)
  })
  return block('icns', Buffer.concat(entries))
}

function block(type: string, data: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(header.length + data.length, 4)
  return Buffer.concat([header, data])
}
