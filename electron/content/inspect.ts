import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, type PictureProblem } from '../contract/pictures.ts'
import { isAvif, readAvif } from './avif.ts'
import { countGifFrames, isGif, readGif } from './gif.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import { countPngFrames, isPng, readPng } from './png.ts'
import { ContentReader, type PixelSize } from './reader.ts'
import { endsAsSvg, svgRoot, svgSize } from './svg.ts'
import { countWebpFrames, isWebp, readWebp } from './webp.ts'

/** MIME types by kind of picture. */
export const CONTENT_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
} as const
export type PictureKind = keyof typeof CONTENT_TYPES

/** File name extensions by kind. */
export const PICTURE_EXTENSIONS = {
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
  svg: 'svg',
  pdf: 'pdf',
} as const satisfies Record<PictureKind, string>

/** Why content is not supported. */
export type ContentProblem = Extract<PictureProblem, 'notAPicture' | 'damaged' | 'tooLarge' | 'tooManyPixels'>

/** Supported content. */
export interface Content {
  readonly kind: PictureKind
  readonly size: PixelSize | null
}

export type Inspection = Content | { readonly problem: ContentProblem }

const RASTER: readonly {
  readonly kind: PictureKind
  readonly matches: (reader: ContentReader) => boolean
  readonly readSize: (reader: ContentReader) => PixelSize | null
  readonly countFrames?: (reader: ContentReader) => number
}[] = [
  { kind: 'png', matches: isPng, readSize: readPng, countFrames: countPngFrames },
  { kind: 'jpeg', matches: isJpeg, readSize: readJpeg },
  { kind: 'gif', matches: isGif, readSize: readGif, countFrames: countGifFrames },
  { kind: 'webp', matches: isWebp, readSize: readWebp, countFrames: countWebpFrames },
  { kind: 'avif', matches: isAvif, readSize: readAvif },
]

/** Returns the kind of a raster picture by its start, or null. */
export function rasterKind(bytes: Uint8Array): PictureKind | null {
  const reader = new ContentReader(bytes)
  return RASTER.find(({ matches }) => orNullIfTruncated(() => matches(reader)) === true)?.kind ?? null
}

/**
 * Inspects a file by its content: returns its kind with its size in pixels, if known, or why it is not
 * supported.
 */
export function inspect(bytes: Uint8Array): Inspection {
  if (bytes.byteLength > MAX_PICTURE_BYTES) return { problem: 'tooLarge' }
  const reader = new ContentReader(bytes)
  for (const { kind, matches, readSize } of RASTER) {
    if (orNullIfTruncated(() => matches(reader)) === true)
      return checkSize(
        kind,
        orNullIfTruncated(() => readSize(reader)),
      )
  }
  if (reader.text(0, 1_024).includes('%PDF-')) {
    const end = new TextDecoder('latin1').decode(bytes.subarray(-2_048))
    return end.includes('%%EOF') ? { kind: 'pdf', size: null } : { problem: 'damaged' }
  }
  const root = svgRoot(bytes)
  if (root === null) return { problem: 'notAPicture' }
  if (!endsAsSvg(bytes)) return { problem: 'damaged' }
  const size = svgSize(root)
  return size === null ? { kind: 'svg', size } : checkSize('svg', size)
}

/** Counts the frames of an animation; 1 for a still picture. */
export function countFrames(kind: PictureKind, bytes: Uint8Array): number {
  const count = RASTER.find((each) => each.kind === kind)?.countFrames
  return Math.max(
    1,
    count === undefined ? 1 : (orNullIfTruncated(() => count(new ContentReader(bytes))) ?? 1),
  )
}

/** Returns the result of a function, or null if the file is truncated. */
function orNullIfTruncated<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function checkSize(kind: PictureKind, size: PixelSize | null): Inspection {
  if (size === null || size.width < 1 || size.height < 1) return { problem: 'damaged' }
  return size.width * size.height > MAX_PICTURE_PIXELS ? { problem: 'tooManyPixels' } : { kind, size }
}
