import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countFrames, inspect } from '../../electron/content/inspect.ts'
import { MAX_PICTURE_BYTES } from '../../electron/contract/pictures.ts'
import {
  animatedGif,
  avifOfStream,
  blackPng,
  chunkedPng,
  chunkedWebp,
  flatWebp,
  sequenceHeader,
} from '../fixtures/hostile/pictures.ts'
import {
  animatedPng,
  avif,
  truncated,
  gif,
  jpeg,
  pdf,
  png,
  svg,
  text,
  twoFrames,
  webp,
  type Bytes,
} from '../support/pictures.ts'

const KINDS = { png: png(1), jpeg: jpeg(), gif: gif(), webp: webp(), avif: avif(), svg: svg(), pdf: pdf() }

describe('inspect', () => {
  it.each([
    ['png', png(1, 2, 3, 30, 20), { width: 30, height: 20 }],
    ['jpeg', jpeg(640, 480), { width: 640, height: 480 }],
    ['gif', gif(300, 200), { width: 300, height: 200 }],
    ['webp', webp(1_000, 2_000), { width: 1_000, height: 2_000 }],
    ['avif', avif(4_000, 3_000), { width: 4_000, height: 3_000 }],
    ['svg', svg('width="12.5px" height="7"'), { width: 13, height: 7 }],
    ['svg', svg('viewBox="0 0 10 10"'), null],
    ['svg', text('<!DOCTYPE svg [<!ENTITY a "b">]><x:svg xmlns:x="a"><a/></x:svg><!-- end -->'), null],
    ['pdf', pdf(), null],
  ])('recognizes %s and its size', (kind, bytes, size) => {
    expect(inspect(bytes)).toEqual({ kind, size })
  })

  it.each([
    ['png', animatedPng(3), 3],
    ['gif', animatedGif(8, 8, 3), 3],
    ['webp', flatWebp(8, 8, 3), 3],
    ['png', blackPng(8, 8), 1],
    ['gif', gif(), 1],
    ['webp', flatWebp(8, 8), 1],
    ['jpeg', jpeg(), 1],
    ['gif', truncated(animatedGif(8, 8, 3)), 1],
  ] as const)('counts the frames of a %s', (kind, bytes, frames) => {
    expect(countFrames(kind, bytes)).toBe(frames)
  })

  it.each(Object.entries(KINDS))('detects a missing end of a %s', (_kind, bytes) => {
    expect(inspect(truncated(bytes))).toEqual({ problem: 'damaged' })
  })

  it.each([
    ['png', png(1, 2, 3, 100_000, 100_000)],
    ['jpeg', jpeg(20_000, 20_000)],
    ['gif', gif(20_000, 20_000)],
    ['webp', webp(16_000, 16_000)],
    ['avif', avif(60_000, 2_000)],
    ['svg', svg('width="99999" height="99999"')],
  ])('refuses a %s that would need too much memory', (_kind, bytes) => {
    expect(inspect(bytes)).toEqual({ problem: 'tooManyPixels' })
  })

  it.each([
    ['a JPEG with a small frame after a large one', twoFrames([20_000, 20_000], [8, 8])],
    ['a JPEG with a large frame after a small one', twoFrames([8, 8], [20_000, 20_000])],
    ['an AVIF that states a small size', avif(20_000, 20_000, { stated: { width: 8, height: 8 } })],
    ['an AVIF that states a large size', avif(8, 8, { stated: { width: 20_000, height: 20_000 } })],
    ['an AVIF with a large grid', avif(8, 8, { grid: { width: 70_000, height: 70_000 } })],
  ])('refuses %s', (_what, bytes) => {
    expect(inspect(bytes)).toEqual({ problem: 'tooManyPixels' })
  })

  it('reads the size of a real AVIF', () => {
    const file = join(import.meta.dirname, '..', 'fixtures', 'hostile', 'real.avif')
    expect(inspect(new Uint8Array(readFileSync(file)))).toEqual({
      kind: 'avif',
      size: { width: 64, height: 48 },
    })
  })

  it('refuses an AVIF with too many boxes or without a coded picture', () => {
    expect(inspect(avif(8, 8, { boxes: 2_000 }))).toMatchObject({ kind: 'avif' })
    expect(inspect(avif(8, 8, { boxes: 200_000 }))).toEqual({ problem: 'damaged' })
    const hidden = avif()
    hidden.set(Buffer.from('free'), Buffer.from(hidden).indexOf('iloc'))
    expect(inspect(hidden)).toEqual({ problem: 'damaged' })
  })

  it('limits the parts of an AVIF together, not those of each item', () => {
    const size = { width: 640, height: 480 }
    const header = sequenceHeader(size.width, size.height)
    const repeat = (bytes: Bytes, times: number): Bytes =>
      new Uint8Array(Buffer.alloc(bytes.byteLength * times, bytes))
    const whole = [0, header.byteLength] as const
    // Items with the same extents are read once.
    expect(inspect(avifOfStream(header, Array<typeof whole>(3_000).fill(whole)))).toEqual({
      kind: 'avif',
      size,
    })
    const stream = repeat(header, 200)
    const overlapping = Array.from(
      { length: 100 },
      (_, index) => [index * header.byteLength, stream.byteLength - index * header.byteLength] as const,
    )
    expect(inspect(avifOfStream(stream, overlapping))).toEqual({ problem: 'damaged' })
    const points = repeat(sequenceHeader(size.width, size.height, 32), 5_000)
    expect(inspect(avifOfStream(points, [[0, points.byteLength]]))).toEqual({ problem: 'damaged' })
    const samples = Array<number>(9_000).fill(0)
    expect(inspect(avifOfStream(stream, [whole], samples))).toEqual({ problem: 'damaged' })
    expect(inspect(avifOfStream(stream, [whole], [0, 0]))).toEqual({ kind: 'avif', size })
  })

  it('refuses an AV1 number that is longer than decoders read', () => {
    const accepted = sequenceHeader(64, 48, 1, 31)
    expect(inspect(avifOfStream(accepted, [[0, accepted.byteLength]]))).toMatchObject({ kind: 'avif' })
    const long = sequenceHeader(64, 48, 1, 200)
    expect(inspect(avifOfStream(long, [[0, long.byteLength]]))).toEqual({ problem: 'damaged' })
  })

  it('reads the size of a sequence whose pictures are longer than what is read of them', () => {
    const still = sequenceHeader(8, 8)
    const frame = Uint8Array.of(0x32, 0xff, 0x0f, ...new Uint8Array(2_047))
    const stream = new Uint8Array([...still, ...sequenceHeader(20_000, 20_000), ...frame])
    const file = avifOfStream(stream, [[0, still.byteLength]], [still.byteLength])
    expect(inspect(file)).toEqual({ problem: 'tooManyPixels' })
  })

  it('refuses a PNG or a WebP with too many chunks', () => {
    expect(inspect(chunkedPng(2_000))).toMatchObject({ kind: 'png' })
    expect(inspect(chunkedPng(200_000))).toEqual({ problem: 'damaged' })
    expect(inspect(chunkedWebp(2_000))).toMatchObject({ kind: 'webp' })
    expect(inspect(chunkedWebp(200_000))).toEqual({ problem: 'damaged' })
  })

  it.each([
    ['a GIF', 'empty extensions', gif(), 19, [0x21, 1, 0]],
    ['a GIF', 'short blocks', gif(), 21, [1, 1]],
    ['a JPEG', 'empty segments', jpeg(), 2, [0xff, 0xe0, 0, 2]],
    ['a JPEG', 'fill bytes', jpeg(), 2, [0xff]],
    ['a JPEG', 'stuffed bytes', jpeg(), 34, [0xff, 0]],
  ] as const)('refuses %s with too many %s', (_kind, _parts, bytes, offset, part) => {
    const withParts = (count: number): Bytes =>
      new Uint8Array(
        Buffer.concat([
          bytes.subarray(0, offset),
          Buffer.alloc(count * part.length, Uint8Array.from(part)),
          bytes.subarray(offset),
        ]),
      )
    expect(inspect(withParts(200_000))).toMatchObject({ kind: expect.any(String) as string })
    expect(inspect(withParts(1_100_000))).toEqual({ problem: 'damaged' })
  })

  it('ignores what follows the end of a PNG or a WebP', () => {
    const zeros = new Uint8Array(2_000_000)
    const followed = (bytes: Bytes): Bytes => new Uint8Array(Buffer.concat([bytes, zeros]))
    for (const [kind, bytes] of [
      ['png', animatedPng(3)],
      ['webp', flatWebp(8, 8, 3)],
    ] as const) {
      expect(inspect(followed(bytes))).toMatchObject({ kind })
      expect(countFrames(kind, followed(bytes))).toBe(3)
    }
  })

  it.each([
    ['a page', text('<!DOCTYPE html><html><body>Sign in</body></html>')],
    ['a page with a picture in it', text('<html><body><svg></svg></body></html>')],
    ['a page that starts as XML', text('<?xml version="1.0"?><html xmlns="x"><svg/></html>')],
    ['JSON', text('{"url":"a"}')],
    ['a program', text('MZ\u0090\u0000')],
    ['an archive', text('PK\u0003\u0004')],
    ['another element', text('<svgx></svgx>')],
    ['nothing', text('')],
  ])('refuses %s', (_what, bytes) => {
    expect(inspect(bytes)).toEqual({ problem: 'notAPicture' })
  })

  it('refuses more than 50 megabytes without reading further', () => {
    const large = new Uint8Array(MAX_PICTURE_BYTES + 1)
    large.set(png(1))
    expect(inspect(large)).toEqual({ problem: 'tooLarge' })
  })

  it('never accepts a truncated picture, and never throws on changed bytes', () => {
    const kinds = Object.values(KINDS).filter((bytes) => bytes !== KINDS.svg && bytes !== KINDS.pdf)
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (bytes, part) => {
          const cut: Bytes = bytes.slice(0, Math.floor(bytes.byteLength * part))
          expect(inspect(cut)).toHaveProperty('problem')
        },
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(KINDS)),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
        (bytes, edits) => {
          const changed = bytes.slice()
          for (const [at, value] of edits) if (at < changed.length) changed[at] = value
          expect(Object.keys(inspect(changed))).not.toEqual([])
        },
      ),
    )
  })

  it('returns quickly for texts designed to delay it', () => {
    for (const end of ['<!---->'.repeat(600), '<!--'.repeat(1_000), ' '.repeat(4_000), '/>'.repeat(2_000)]) {
      expect(inspect(text(`<svg a="b">${'x'.repeat(300_000)}${end}!`))).toEqual({ problem: 'damaged' })
      expect(inspect(text(`${end.repeat(50)}!`))).toEqual({ problem: 'notAPicture' })
    }
  })
})
