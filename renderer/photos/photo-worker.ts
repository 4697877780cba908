// The worker that makes photos: it decodes, rotates, scales and encodes a picture, which removes metadata.
import { CONTENT_TYPES, inspect, type PictureKind } from '../../electron/content/inspect.ts'
import { MAX_WINDOW_PIXELS } from '../../electron/contract/pictures.ts'
import { isPhotoKind, PHOTO_EDGE } from '../../electron/contract/review.ts'
import type { PhotoRequest, PreparedPhoto } from './prepare-photo.ts'

const JPEG_QUALITY = 0.85
/** A drawing or screenshot stays a PNG with sharp edges, up to this number of bytes. */
const MAX_PNG_BYTES = 1_000_000

const PNG_SOURCE_KINDS: ReadonlySet<PictureKind> = new Set<PictureKind>(['png', 'gif'])

async function prepare({ blob, keepOriginal }: PhotoRequest): Promise<PreparedPhoto> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  // Checked before decoding, because a large picture could exceed the memory.
  const info = inspect(bytes)
  if ('problem' in info) return info.problem === 'notAPicture' && isHeic(bytes) ? { problem: 'heic' } : info
  const { kind } = info
  if (keepOriginal) return isPhotoKind(kind) ? { bytes } : { problem: 'needsConversion' }
  if (kind === 'svg' || kind === 'pdf') return { problem: 'notAPicture' }
  // The size of an AVIF is that of its content, whatever its boxes state.
  if (kind === 'avif' || (info.size !== null && info.size.width * info.size.height > MAX_WINDOW_PIXELS))
    return { needsIsolatedDrawing: true }
  try {
    const typed = new Blob([bytes], { type: CONTENT_TYPES[kind] })
    // Scaled while drawing: `createImageBitmap` loses the orientation when it scales (Chromium).
    const encoded = await encode(await createImageBitmap(typed, { imageOrientation: 'from-image' }), kind)
    return { bytes: new Uint8Array(await encoded.arrayBuffer()) }
  } catch {
    return { problem: 'damaged' }
  }
}

/** Draws the picture in its orientation, at most in the size of a photo, and encodes it. */
async function encode(picture: ImageBitmap, kind: PictureKind): Promise<Blob> {
  const scale = Math.min(1, PHOTO_EDGE / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no canvas.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  const transparent = kind !== 'jpeg' && isTransparent(context, canvas)
  if (transparent || PNG_SOURCE_KINDS.has(kind)) {
    const png = await canvas.convertToBlob({ type: CONTENT_TYPES.png })
    if (transparent || png.size <= MAX_PNG_BYTES) return png
  }
  return await canvas.convertToBlob({ type: CONTENT_TYPES.jpeg, quality: JPEG_QUALITY })
}

/** Checks the brands at the start of the file (ISO/IEC 23008-12). */
function isHeic(bytes: Uint8Array): boolean {
  const [type, ...brands] = new TextDecoder('latin1').decode(bytes.subarray(4, 64)).match(/.{4}/gsu) ?? []
  return type === 'ftyp' && brands.some((brand) => /^(?:hei[cxms]|hev[cxms])$/u.test(brand))
}

function isTransparent(
  context: OffscreenCanvasRenderingContext2D,
  { width, height }: OffscreenCanvas,
): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true
  return false
}

self.onmessage = ({ data }: MessageEvent<PhotoRequest>) => {
  void prepare(data)
    // A folder, or a file that is no longer there. The window gets no event for a rejection.
    .catch((): PreparedPhoto => ({ problem: 'unreadable' }))
    .then((prepared) =>
      self.postMessage(prepared, { transfer: 'bytes' in prepared ? [prepared.bytes.buffer] : [] }),
    )
}
