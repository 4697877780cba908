import { countFrames, inspect, type PictureKind } from '../content/inspect.ts'
import { MAX_WINDOW_PIXELS } from '../contract/pictures.ts'
import { PHOTO_EDGE } from '../contract/review.ts'
import { readCached } from './read-kept.ts'
import type { CachedPicture, Rendition, PictureCache } from './types.ts'

/** The longer edge of the small pictures that are made here, in pixels. */
export const THUMBNAIL_EDGE = 512
/** The longer edge of what is shown instead of an SVG, in pixels. */
const SVG_EDGE = 2_560
/**
 * What is shown instead of a picture that the window does not decode: a whole screen of 5,120 × 2,880 pixels.
 */
const MAX_PREVIEW_PIXELS = 16_000_000
/** No encoder takes a longer edge. */
const MAX_PREVIEW_EDGE = 16_383
const MAX_THUMBNAIL_BYTES = 1024 * 1024

/** What has more bytes or pixels is not decoded again and again as a small picture. */
const MAX_CHEAP_BYTES = 512 * 1024
const MAX_CHEAP_PIXELS = 2_000_000

const RASTER: ReadonlySet<PictureKind> = new Set(['png', 'jpeg', 'gif', 'webp'])

/** As what small pictures are made: documents show these, and every other program does. */
const RENDITION_KINDS: ReadonlySet<PictureKind> = new Set(['jpeg', 'png'])

/**
 * Whether only the process that draws pictures may decode this file. What an SVG takes is not known before it
 * is drawn, and the size of an AVIF is that of its content, whatever its boxes say.
 */
export function needsDrawingProcess({ kind, pixels }: Pick<CachedPicture, 'kind' | 'pixels'>): boolean {
  return kind === 'svg' || kind === 'avif' || (pixels ?? 0) > MAX_WINDOW_PIXELS
}

/**
 * Whether a file that need not be drawn apart is an animation which must be: only its first frame is shown.
 */
export function isLongAnimation(
  { kind, pixels }: Pick<CachedPicture, 'kind' | 'pixels'>,
  bytes: Uint8Array,
): boolean {
  const frames = countFrames(kind, bytes)
  return frames > 1 && frames * (pixels ?? 0) > MAX_WINDOW_PIXELS
}

/** Whether what is drawn of a file has fewer pixels than it, or fewer frames. An SVG has no pixels. */
export function isReduced(picture: Pick<CachedPicture, 'kind' | 'pixels'>, bytes: Uint8Array): boolean {
  if (picture.kind === 'svg' || picture.kind === 'pdf') return false
  if (needsDrawingProcess(picture)) return (picture.pixels ?? 0) > MAX_PREVIEW_PIXELS
  return isLongAnimation(picture, bytes)
}

/** Whether a small picture is to be made of this file. */
export function isExpensive({
  kind,
  bytes,
  pixels,
}: Pick<CachedPicture, 'kind' | 'bytes' | 'pixels'>): boolean {
  return !RASTER.has(kind) || bytes > MAX_CHEAP_BYTES || (pixels ?? 0) > MAX_CHEAP_PIXELS
}

/** A picture to be drawn, and how. */
export interface PictureToDraw {
  readonly kind: PictureKind
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As its header says; null where it says nothing. */
  readonly pixels: number | null
  /** What is drawn has no longer edge and no more pixels. */
  readonly edge: number
  readonly maxPixels: number
  /** What takes more is drawn smaller. */
  readonly maxBytes: number
}

/**
 * What was drawn, as JPEG or PNG; `tooComplex`: it took too much time or memory; `failed`: it is damaged or
 * encrypted.
 */
export type DrawnPicture = Uint8Array<ArrayBuffer> | 'tooComplex' | 'failed'

/** Draws a picture in a process that can be ended. Rejects where there is no such process. */
export type DrawPicture = (picture: PictureToDraw) => Promise<DrawnPicture>

export interface ThumbnailsContext {
  readonly cache: Pick<PictureCache, 'thumbnail' | 'saveThumbnail' | 'lookUpFile' | 'deletePicture'>
  readonly draw: DrawPicture
}

/** Pictures that are drawn of kept files; the small ones once for each file. */
export interface Thumbnails {
  /** The small picture of a file, which is made if it has to be. Null: the file is not here any more. */
  get(hash: string): Promise<Rendition | null>
  /**
   * What is shown instead of a file that is drawn apart: large, or else the small picture. Null as for {@link
   * get}.
   */
  getPreview(hash: string): Promise<Rendition | null>
}

type DrawnSize = Pick<PictureToDraw, 'edge' | 'maxPixels' | 'maxBytes'>

const SMALL: DrawnSize = {
  edge: THUMBNAIL_EDGE,
  maxPixels: MAX_PREVIEW_PIXELS,
  maxBytes: MAX_THUMBNAIL_BYTES,
}

const largeSize = (kind: PictureKind): DrawnSize => ({
  edge: kind === 'svg' ? SVG_EDGE : MAX_PREVIEW_EDGE,
  maxPixels: MAX_PREVIEW_PIXELS,
  maxBytes: Infinity,
})

const FAILED: Rendition = { bytes: null, isTooComplex: false }

export function createThumbnails({ cache, draw }: ThumbnailsContext): Thumbnails {
  const underWay = new Map<string, Promise<Rendition | null>>()

  async function drawFile(
    hash: string,
    sizeOf: (kind: PictureKind) => DrawnSize,
  ): Promise<DrawnPicture | null> {
    const found = await cache.lookUpFile(hash)
    const bytes = await readCached(cache, found)
    if (bytes === null || found === null || !('picture' in found)) return null
    const size = sizeOf(found.picture.kind)
    const drawn = await draw({ kind: found.picture.kind, bytes, pixels: found.picture.pixels, ...size })
    return typeof drawn === 'string' || isValidDrawing(drawn, size) ? drawn : 'failed'
  }

  async function make(hash: string): Promise<Rendition | null> {
    const drawn = await drawFile(hash, () => SMALL)
    if (drawn === null) return null
    const made =
      typeof drawn === 'string'
        ? { bytes: null, isTooComplex: drawn === 'tooComplex' }
        : { bytes: drawn, isTooComplex: false }
    await cache.saveThumbnail(hash, made)
    return made
  }

  function makeOnce(hash: string): Promise<Rendition | null> {
    const known = underWay.get(hash)
    if (known !== undefined) return known
    // What could not be tried now is tried again.
    const making = make(hash)
      .catch(() => FAILED)
      .finally(() => underWay.delete(hash))
    underWay.set(hash, making)
    return making
  }

  async function get(hash: string): Promise<Rendition | null> {
    return (await cache.thumbnail(hash)) ?? (await makeOnce(hash))
  }

  return {
    get,
    async getPreview(hash) {
      const small = await get(hash)
      if ((small?.bytes ?? null) === null) return small
      const drawn = await drawFile(hash, largeSize).catch(() => null)
      return drawn === null || typeof drawn === 'string' ? small : { bytes: drawn, isTooComplex: false }
    },
  }
}

/** Returns a photo as the window may decode it: a file that it must not decode is drawn smaller by another process. */
export async function shownPhoto(
  draw: DrawPicture,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | Exclude<DrawnPicture, Uint8Array>> {
  const found = inspect(bytes)
  // The window refuses what is not a picture.
  if ('problem' in found) return bytes
  const { kind, size } = found
  const picture = { kind, pixels: size === null ? null : size.width * size.height }
  if (!needsDrawingProcess(picture) && !isLongAnimation(picture, bytes)) return bytes
  const limits = { edge: PHOTO_EDGE, maxPixels: MAX_PREVIEW_PIXELS, maxBytes: Infinity }
  const drawn = await draw({ ...picture, bytes, ...limits })
  return typeof drawn === 'string' || isValidDrawing(drawn, limits) ? drawn : 'failed'
}

function isValidDrawing(bytes: Uint8Array, { edge, maxPixels, maxBytes }: DrawnSize): boolean {
  if (bytes.byteLength > maxBytes) return false
  const found = inspect(bytes)
  if ('problem' in found || !RENDITION_KINDS.has(found.kind) || found.size === null) return false
  const { width, height } = found.size
  return Math.max(width, height) <= edge && width * height <= maxPixels
}
