import { scaled, withImage, within } from './raster.ts'

/** Draws an SVG with a longer edge of so many pixels. Rejects where it is damaged. */
export function rasterizeSvg(bytes: Uint8Array<ArrayBuffer>, edge: number): Promise<HTMLCanvasElement> {
  return withImage(new Blob([bytes], { type: 'image/svg+xml' }), (image) => {
    // It has lines and no pixels: a small one is drawn larger.
    const scale = edge / Math.max(image.naturalWidth, image.naturalHeight, 1)
    const size = { width: image.naturalWidth * scale, height: image.naturalHeight * scale }
    return scaled(image, within({ edge, maxPixels: Infinity }, size))
  })
}
