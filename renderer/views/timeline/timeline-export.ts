import type { ExportJob } from '../../../electron/contract/jobs.ts'
import type { DrawnRow } from '../../../electron/contract/timeline.ts'
import { api } from '../../api.ts'
import { NAMES_WIDTH, type Drawing } from '../../timeline/draw-input.ts'
import { drawingHeight, drawTimeline } from '../../timeline/drawing.ts'

/** Pixels of a picture for a pixel of a drawing, and the largest side of a picture (Chromium’s canvas). */
const PICTURE_SCALE = 2
const MAX_SIDE = 16_384
const MAX_AREA = 134_000_000

/** Returns the image of a drawing in one part. */
function imageOf({ frame, tiles: [tile] }: Drawing): string {
  return tile === undefined ? '' : drawTimeline(frame, tile, tile.rows)
}

/** Saves a drawing in one part as an SVG image. Returns null if the person cancels. */
export function saveSvg(connectionId: string, drawing: Drawing): Promise<ExportJob | null> {
  const bytes = new TextEncoder().encode(imageOf(drawing))
  return api.call('timeline.savePicture', { connectionId, format: 'svg', bytes })
}

/** Returns how much larger a PNG picture is than a drawing of these lines; 0 if it would be too large. */
export function pngScale(lines: readonly Pick<DrawnRow, 'kind'>[], plotWidth: number): number {
  const width = NAMES_WIDTH + plotWidth
  const height = drawingHeight(lines)
  const fits = (scale: number): boolean =>
    Math.max(width, height) * scale <= MAX_SIDE && width * height * scale * scale <= MAX_AREA
  return fits(PICTURE_SCALE) ? PICTURE_SCALE : fits(1) ? 1 : 0
}

/**
 * Saves a drawing in one part as a PNG picture, see {@link pngScale}. Returns null if the person cancels, and
 * rejects if the picture cannot be drawn.
 */
export async function savePng(connectionId: string, drawing: Drawing): Promise<ExportJob | null> {
  const scale = pngScale(drawing.tiles[0]?.rows ?? [], drawing.frame.plotWidth)
  const image = new Image()
  const address = URL.createObjectURL(new Blob([imageOf(drawing)], { type: 'image/svg+xml' }))
  try {
    image.src = address
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth * scale, image.naturalHeight * scale)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('The picture cannot be drawn.')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return await api.call('timeline.savePicture', { connectionId, format: 'png', bytes })
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Saves a drawing as a PDF on landscape pages. Returns null if the person cancels. */
export function savePdf(
  connectionId: string,
  paper: 'a4' | 'letter',
  { frame, tiles }: Drawing,
): Promise<ExportJob | null> {
  return api.call('timeline.savePdf', { connectionId, paper, frame, tiles })
}
