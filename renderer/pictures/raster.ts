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

export async function asWebp(canvas: OffscreenCanvas): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
  return new Uint8Array(await blob.arrayBuffer())
}

/** A small picture of a PNG, JPEG, GIF, WebP or AVIF. */
export async function smallRaster(
  bytes: Uint8Array<ArrayBuffer>,
  edge: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bitmap = await createImageBitmap(new Blob([bytes]))
  const { width, height } = within(edge, bitmap)
  const { canvas, context } = canvasOf(width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return asWebp(canvas)
}
