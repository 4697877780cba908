import { within } from '../pictures/raster.ts'

/**
 * Draws an SVG with a longer edge of so many pixels. Nothing in it runs and nothing is fetched for it, as in every picture
 * of a page. Rejects where it is damaged.
 */
export async function rasterizeSvg(bytes: Uint8Array<ArrayBuffer>, edge: number): Promise<ImageBitmap> {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }))
  try {
    const image = await load(address)
    // It has lines and no pixels: a small one is drawn larger.
    const scale = edge / Math.max(image.naturalWidth, image.naturalHeight, 1)
    const size = within(edge, { width: image.naturalWidth * scale, height: image.naturalHeight * scale })
    const canvas = new OffscreenCanvas(size.width, size.height)
    // Otherwise the process of the graphics card would draw it, which all windows share.
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('There is no canvas.')
    context.drawImage(image, 0, 0, size.width, size.height)
    return canvas.transferToImageBitmap()
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Not `decode()`, which waits until the page is seen. */
async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  await new Promise<void>((resolve, reject) => {
    image.onload = () => {
      resolve()
    }
    image.onerror = () => {
      reject(new Error('The drawing is damaged.'))
    }
    image.src = address
  })
  return image
}
