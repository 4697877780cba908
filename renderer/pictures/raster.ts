import type { SmallSize } from './jobs.ts'

/** A size of the same form whose longer edge is at most so long. */
export function within(edge: number, { width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, edge / Math.max(width, height))
  return {
    scale,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

export function canvasOf(
  width: number,
  height: number,
): { readonly canvas: OffscreenCanvas; readonly context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no canvas.')
  return { canvas, context }
}

/** Of what documents show too: nothing has to be decoded again to be put into one. */
async function encoded(
  canvas: OffscreenCanvas,
  options: ImageEncodeOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await canvas.convertToBlob(options)
  return new Uint8Array(await blob.arrayBuffer())
}

/** What is drawn, of which nothing shines through. */
export function asJpeg(canvas: OffscreenCanvas): Promise<Uint8Array<ArrayBuffer>> {
  return encoded(canvas, { type: 'image/jpeg', quality: 0.85 })
}

/** Whether anything shines through what is drawn. */
function isSeeThrough(context: OffscreenCanvasRenderingContext2D, width: number, height: number): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0xff) return true
  return false
}

/** A picture no longer than `edge`, as JPEG, or as PNG where something shines through. The picture is closed. */
export async function encodeSmall(
  picture: ImageBitmap,
  { edge, maxBytes }: SmallSize,
  mayShineThrough: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    for (let longest = edge; ; longest /= 2) {
      const { width, height } = within(longest, picture)
      const { canvas, context } = canvasOf(width, height)
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, width, height)
      if (!mayShineThrough || !isSeeThrough(context, width, height)) return await asJpeg(canvas)
      const made = await encoded(canvas, { type: 'image/png' })
      // One that hardly repeats takes about as much as its pixels: half as wide it takes a quarter.
      if (made.byteLength <= maxBytes || longest < 2) return made
    }
  } finally {
    picture.close()
  }
}

/** A small picture of a PNG, JPEG, GIF, WebP or AVIF. */
export async function smallRaster(
  kind: string,
  bytes: Uint8Array<ArrayBuffer>,
  size: SmallSize,
): Promise<Uint8Array<ArrayBuffer>> {
  return encodeSmall(await createImageBitmap(new Blob([bytes])), size, kind !== 'jpeg')
}
