import { smallOf } from './raster.ts'

/**
 * A small picture of a drawing (SVG). Only the window itself can draw one, as a picture, in which nothing runs and nothing
 * is fetched. Rejects where it is none, or takes something from elsewhere.
 */
export async function smallDrawing(
  bytes: Uint8Array<ArrayBuffer>,
  edge: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    // It has lines and no pixels: a small one is drawn larger.
    const scale = edge / Math.max(image.naturalWidth, image.naturalHeight, 1)
    const size = { width: image.naturalWidth * scale, height: image.naturalHeight * scale }
    return await smallOf(image, size, edge, true)
  } finally {
    URL.revokeObjectURL(address)
  }
}
