import type { Bytes } from './pictures.ts'

/** The camera in the metadata. */
export const MAKER = 'Camera of a test'
/** 52° 31' 12" N, 13° 24' 36" E. */
const PLACE = { latitude: [52, 31, 12], longitude: [13, 24, 36] } as const

/** A JPEG with metadata (EXIF): a rotation to the right, a camera and a location. */
export function withExif(jpeg: Uint8Array): Bytes {
  const tiff = Buffer.alloc(230)
  let at = 0
  const put16 = (value: number): void => {
    at = tiff.writeUInt16BE(value, at)
  }
  const put32 = (value: number): void => {
    at = tiff.writeUInt32BE(value, at)
  }
  const entry = (tag: number, type: number, count: number, value: () => void): void => {
    put16(tag)
    put16(type)
    put32(count)
    const end = at + 4
    value()
    at = end
  }
  const text = (value: string, place: number): void => {
    tiff.write(`${value}\0`, place, 'latin1')
  }
  const [makerAt, gpsAt, latitudeAt, longitudeAt] = [60, 100, 160, 190]
  tiff.write('MM', 0, 'latin1')
  at = 2
  put16(42)
  put32(8)
  put16(3)
  entry(0x010f, 2, MAKER.length + 1, () => {
    put32(makerAt)
  })
  entry(0x0112, 3, 1, () => {
    put16(6)
  })
  entry(0x8825, 4, 1, () => {
    put32(gpsAt)
  })
  put32(0)
  text(MAKER, makerAt)
  at = gpsAt
  put16(4)
  for (const [tag, letter, rationals, from] of [
    [1, 'N', PLACE.latitude, latitudeAt],
    [3, 'E', PLACE.longitude, longitudeAt],
  ] as const) {
    entry(tag, 2, 2, () => {
      text(letter, at)
    })
    entry(tag + 1, 5, 3, () => {
      put32(from)
    })
    rationals.forEach((value, index) => {
      tiff.writeUInt32BE(value, from + index * 8)
      tiff.writeUInt32BE(1, from + index * 8 + 4)
    })
  }
  put32(0)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.byteLength + 2, 2)
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]))
}
