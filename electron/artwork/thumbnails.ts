import { readFile } from 'node:fs/promises'
import { countFrames, inspect, type PictureKind } from '../content/inspect.ts'
import { MAX_WINDOW_PIXELS } from '../contract/pictures.ts'
import { PHOTO_EDGE } from '../contract/review.ts'
import type { CachedPicture, Rendition, PictureCache, PictureLookup } from './types.ts'

/** Longer edge of thumbnails, in pixels. */
export const THUMBNAIL_EDGE = 512
/** Longer edge of the preview of an SVG, in pixels. */
const SVG_EDGE = 2_560
/**
 * Size of a preview: a screen of 5,120 × 2,880 pixels.
 */
const MAX_PREVIEW_PIXELS = 16_000_000
/** Limit of the encoders. */
const MAX_PREVIEW_EDGE = 16_383
const MAX_THUMBNAIL_BYTES = 1024 * 1024

/** Above these limits, a thumbnail is drawn once instead of decoding the file each time. */
const MAX_CHEAP_BYTES = 512 * 1024
const MAX_CHEAP_PIXELS = 2_000_000

const RASTER_KINDS: ReadonlySet<PictureKind> = new Set(['png', 'jpeg', 'gif', 'webp'])

/** Formats of thumbnails, which all programs support. */
const RENDITION_KINDS: ReadonlySet<PictureKind> = new Set(['jpeg', 'png'])

/**
 * Returns whether only the drawing process may decode a file. The cost of an SVG is unknown before it is
 * drawn, and an AVIF may state a wrong size.
 */
export function needsDrawingProcess({ kind, pixels }: Pick<CachedPicture, 'kind' | 'pixels'>): boolean {
  return kind === 'svg' || kind === 'avif' || (pixels ?? 0) > MAX_WINDOW_PIXELS
}

/**
 * Returns whether a file is an animation that only the drawing process may decode; its first frame is shown.
 */
export function isLongAnimation(
  { kind, pixels }: Pick<CachedPicture, 'kind' | 'pixels'>,
  bytes: Uint8Array,
): boolean {
  const frames = countFrames(kind, bytes)
  return frames > 1 && frames * (pixels ?? 0) > MAX_WINDOW_PIXELS
}

/** Returns whether the preview of a file has fewer pixels or frames. An SVG has no pixels. */
export function isReduced(picture: Pick<CachedPicture, 'kind' | 'pixels'>, bytes: Uint8Array): boolean {
  if (picture.kind === 'svg' || picture.kind === 'pdf') return false
  if (needsDrawingProcess(picture)) return (picture.pixels ?? 0) > MAX_PREVIEW_PIXELS
  return isLongAnimation(picture, bytes)
}

/** Returns whether a file needs a thumbnail. */
export function isExpensive({
  kind,
  bytes,
  pixels,
}: Pick<CachedPicture, 'kind' | 'bytes' | 'pixels'>): boolean {
  return !RASTER_KINDS.has(kind) || bytes > MAX_CHEAP_BYTES || (pixels ?? 0) > MAX_CHEAP_PIXELS
}

/** A picture to be drawn, and how. */
export interface PictureToDraw {
  readonly kind: PictureKind
  readonly bytes: Uint8Array<ArrayBuffer>
  /** From its header; null if unknown. */
  readonly pixels: number | null
  /** Limits of the drawing. */
  readonly edge: number
  readonly maxPixels: number
  /** A larger result is drawn smaller. */
  readonly maxBytes: number
}

/**
 * A JPEG or PNG; `tooComplex`: it took too much time or memory; `failed`: the file is damaged or encrypted.
 */
export type DrawnPicture = Uint8Array<ArrayBuffer> | 'tooComplex' | 'failed'

/**
 * Order of drawing: `foreground` for a picture that somebody waits to see, the latest first; `background` for
 * one of a printed document, in order, after those.
 */
export type DrawingPriority = 'foreground' | 'background'

/**
 * Draws a picture in a process that can be killed, by default in the foreground. Rejects if there is no such
 * process.
 */
export type DrawPicture = (picture: PictureToDraw, priority?: DrawingPriority) => Promise<DrawnPicture>

export interface ThumbnailsContext {
  readonly cache: Pick<PictureCache, 'thumbnail' | 'saveThumbnail' | 'lookUpFile' | 'deletePicture'>
  readonly draw: DrawPicture
}

/** Drawings of cached files; thumbnails are stored. */
export interface Thumbnails {
  /**
   * Returns the thumbnail of a file, and draws it if necessary, by default in the foreground; null if the
   * file no longer exists.
   */
  get(hash: string, priority?: DrawingPriority): Promise<Rendition | null>
  /** Returns a preview, otherwise the thumbnail; null if the file no longer exists. */
  getPreview(hash: string): Promise<Rendition | null>
}

type DrawingLimits = Pick<PictureToDraw, 'edge' | 'maxPixels' | 'maxBytes'>

const THUMBNAIL_LIMITS: DrawingLimits = {
  edge: THUMBNAIL_EDGE,
  maxPixels: MAX_PREVIEW_PIXELS,
  maxBytes: MAX_THUMBNAIL_BYTES,
}

const previewLimits = (kind: PictureKind): DrawingLimits => ({
  edge: kind === 'svg' ? SVG_EDGE : MAX_PREVIEW_EDGE,
  maxPixels: MAX_PREVIEW_PIXELS,
  maxBytes: Infinity,
})

const FAILED: Rendition = { bytes: null, isTooComplex: false }

export function createThumbnails({ cache, draw }: ThumbnailsContext): Thumbnails {
  const pending = new Map<string, Promise<Rendition | null>>()

  async function drawFile(
    hash: string,
    limitsOf: (kind: PictureKind) => DrawingLimits,
    priority: DrawingPriority,
  ): Promise<DrawnPicture | null> {
    const lookup = await cache.lookUpFile(hash)
    const bytes = await readCached(cache, lookup)
    if (bytes === null || lookup === null || !('picture' in lookup)) return null
    const { kind, pixels } = lookup.picture
    const size = limitsOf(kind)
    const drawing = await draw({ kind, bytes, pixels, ...size }, priority)
    return typeof drawing === 'string' || isValidDrawing(drawing, size) ? drawing : 'failed'
  }

  async function drawThumbnail(hash: string, priority: DrawingPriority): Promise<Rendition | null> {
    const drawing = await drawFile(hash, () => THUMBNAIL_LIMITS, priority)
    if (drawing === null) return null
    const rendition =
      typeof drawing === 'string'
        ? { bytes: null, isTooComplex: drawing === 'tooComplex' }
        : { bytes: drawing, isTooComplex: false }
    await cache.saveThumbnail(hash, rendition)
    return rendition
  }

  function drawThumbnailOnce(hash: string, priority: DrawingPriority): Promise<Rendition | null> {
    const pendingDrawing = pending.get(hash)
    if (pendingDrawing !== undefined) return pendingDrawing
    // A failure to draw is not stored, so it is tried again.
    const newDrawing = drawThumbnail(hash, priority)
      .catch(() => FAILED)
      .finally(() => pending.delete(hash))
    pending.set(hash, newDrawing)
    return newDrawing
  }

  async function get(hash: string, priority: DrawingPriority = 'foreground'): Promise<Rendition | null> {
    return (await cache.thumbnail(hash)) ?? (await drawThumbnailOnce(hash, priority))
  }

  return {
    get,
    async getPreview(hash) {
      const small = await get(hash)
      if ((small?.bytes ?? null) === null) return small
      const drawing = await drawFile(hash, previewLimits, 'foreground').catch(() => null)
      return drawing === null || typeof drawing === 'string' ? small : { bytes: drawing, isTooComplex: false }
    },
  }
}

/**
 * Returns a photo as the window may decode it: a file that it must not decode is drawn smaller by another
 * process.
 */
export async function toDisplayablePhoto(
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
  const drawing = await draw({ ...picture, bytes, ...limits })
  return typeof drawing === 'string' || isValidDrawing(drawing, limits) ? drawing : 'failed'
}

function isValidDrawing(bytes: Uint8Array, { edge, maxPixels, maxBytes }: DrawingLimits): boolean {
  if (bytes.byteLength > maxBytes) return false
  const found = inspect(bytes)
  if ('problem' in found || !RENDITION_KINDS.has(found.kind) || found.size === null) return false
  const { width, height } = found.size
  return Math.max(width, height) <= edge && width * height <= maxPixels
}

/**
 * Returns the bytes of a cached picture; null if they cannot be read. Deletes a picture whose file is missing
 * or was changed.
 */
export async function readCached(
  cache: Pick<PictureCache, 'deletePicture'>,
  lookup: PictureLookup,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (lookup === null || !('picture' in lookup)) return null
  const { picture, content } = lookup
  try {
    const bytes = typeof content === 'string' ? new Uint8Array(await readFile(content)) : content
    if (bytes.byteLength === picture.bytes) return bytes
  } catch (error) {
    // Other failures may be temporary, such as too many open files.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return null
  }
  await cache.deletePicture(picture.hash)
  return null
}
