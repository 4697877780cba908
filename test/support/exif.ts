import type { Bytes } from './pictures.ts'

/** The name of the camera in the metadata. */
export const MAKER = 'Camera of a test'
/** 52° 31' 12" N, 13° 24' 36" E. */
const LOCATION = { latitude: [52, 31, 12], longitude: [13, 24, 36] } as const

/** Adds metadata (Exif 2.32) to a JPEG: a rotation to the right, a camera and a location. */
export function withExif(jpeg: Uint8Array): Bytes {
  const tiff = Buffer.alloc(230)
  let offset = 0
  const put16 = (value: number): void => {
    offset = tiff.writeUInt16BE(value, offset)
  }
  const put32 = (value: number): void => {
    offset = tiff.writeUInt32BE(value, offset)
  }
  const entry = (tag: number, type: number, count: number, value: () => void): void => {
    put16(tag)
    put16(type)
    put32(count)
    const end = offset + 4
    value()
    offset = end
  }
  const text = (value: string, textOffset: number): void => {
    tiff.write(`${value}\0`, textOffset, 'latin1')
  }
  const [makerOffset, gpsOffset, latitudeOffset, longitudeOffset] = [60, 100, 160, 190]
  tiff.write('MM', 0, 'latin1')
  offset = 2
  put16(42)
  put32(8)
  put16(3)
  entry(0x010f, 2, MAKER.length + 1, () => {
    put32(makerOffset)
  })
  entry(0x0112, 3, 1, () => {
    put16(6)
  })
  entry(0x8825, 4, 1, () => {
    put32(gpsOffset)
  })
  put32(0)
  text(MAKER, makerOffset)
  offset = gpsOffset
  put16(4)
  for (const [tag, letter, rationals, from] of [
    [1, 'N', LOCATION.latitude, latitudeOffset],
    [3, 'E', LOCATION.longitude, longitudeOffset],
  ] as const) {
    entry(tag, 2, 2, () => {
      text(letter, offset)
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
  const segmentHeader = Buffer.from([0xff, 0xe1, 0, 0])
  segmentHeader.writeUInt16BE(content.byteLength + 2, 2)
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), segmentHeader, content, jpeg.subarray(2)]))
}
