import { inspect, type PictureKind } from '../content/inspect.ts'
import { MOST_THUMBNAIL_BYTES, THUMBNAIL_EDGE } from '../contract/pictures.ts'
import type { KeptPicture, PictureCache } from './types.ts'

/** What has more bytes or pixels is not decoded again and again as a small picture. */
const CHEAP_BYTES = 512 * 1024
const CHEAP_PIXELS = 2_000_000
/** A look at a picture waits so long for the small one to be made, in milliseconds. */
const PATIENCE_MS = 120_000

/** Of these the window can make a small picture; a drawing (SVG) is shown as it is. */
const RASTER: ReadonlySet<PictureKind> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif'])

/** As what small pictures are made: documents show these, and every other program does. */
const MADE: ReadonlySet<PictureKind> = new Set(['jpeg', 'png'])

/** Whether a small picture is to be made of this file. */
export function isCostly({ kind, bytes, pixels }: Pick<KeptPicture, 'kind' | 'bytes' | 'pixels'>): boolean {
  return kind === 'pdf' || (RASTER.has(kind) && (bytes > CHEAP_BYTES || (pixels ?? 0) > CHEAP_PIXELS))
}

export interface ThumbnailsContext {
  readonly cache: Pick<PictureCache, 'thumbnail' | 'keepThumbnail'>
  /** Asks the window, whose sandbox decodes it, for a small picture of a file. */
  readonly ask: (hash: string) => void
}

/** Small pictures that are made here, once for each file. */
export interface Thumbnails {
  /** The small picture of a file, which is made if it has to be. Null: none can be made, or nobody has made it in time. */
  of(hash: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** What the window has made; null: it could not. It is judged by its content. */
  made(hash: string, bytes: Uint8Array<ArrayBuffer> | null): Promise<void>
  close(): void
}

interface Waiting {
  readonly promise: Promise<Uint8Array<ArrayBuffer> | null>
  readonly settle: (bytes: Uint8Array<ArrayBuffer> | null) => void
}

export function createThumbnails({ cache, ask }: ThumbnailsContext): Thumbnails {
  const waiting = new Map<string, Waiting>()

  function begin(hash: string): Waiting {
    let settle: Waiting['settle'] = () => undefined
    const promise = new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
      const timer = setTimeout(() => {
        settle(null)
      }, PATIENCE_MS)
      settle = (bytes) => {
        clearTimeout(timer)
        waiting.delete(hash)
        resolve(bytes)
      }
    })
    const begun: Waiting = { promise, settle }
    waiting.set(hash, begun)
    ask(hash)
    return begun
  }

  return {
    async of(hash) {
      const known = await cache.thumbnail(hash)
      if (known !== null) return known.bytes
      return (waiting.get(hash) ?? begin(hash)).promise
    },
    async made(hash, bytes) {
      const sound = bytes !== null && isSmallPicture(bytes) ? bytes : null
      await cache.keepThumbnail(hash, sound)
      waiting.get(hash)?.settle(sound)
    },
    close() {
      for (const { settle } of waiting.values()) settle(null)
    },
  }
}

function isSmallPicture(bytes: Uint8Array): boolean {
  if (bytes.byteLength > MOST_THUMBNAIL_BYTES) return false
  const found = inspect(bytes)
  if ('problem' in found || !MADE.has(found.kind) || found.size === null) return false
  return Math.max(found.size.width, found.size.height) <= THUMBNAIL_EDGE
}
