import type {
  PagePart,
  PdfProblem,
  PdfResult,
  PictureVersion,
  Pixels,
} from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import type { Size } from './picture-placement.ts'

/** CSS pixels per point, so that a page has its true size at 100 %. */
const PIXELS_FOR_POINT = 96 / 72

/** Identifies the file of an artwork. */
interface DocumentReference {
  readonly connectionId: string
  readonly itemKey: number
  readonly artwork: number
  readonly version: PictureVersion
}

function imageOf({ data, width, height }: Pixels): ImageData {
  return new ImageData(new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength), width, height)
}

/** The PDF of the viewer. Another process parses and draws it; the window receives pixels only. */
export class PdfDocument {
  #reference: DocumentReference | null = null
  /** Number of pages; null: no PDF is open. */
  pages = $state.raw<number | null>(null)
  /** Counted from 1. */
  page = $state(1)
  /** The small pictures of its pages are drawn one after the other. */
  #thumbnails: Promise<unknown> = Promise.resolve()
  #hasThumbnails = true
  /** Why the PDF cannot be shown, or null. */
  problem = $state.raw<PdfProblem | null>(null)

  /**
   * Opens the current or previous file of an artwork if it is a downloaded PDF. One that could not be shown
   * is not opened again before it is closed.
   */
  async open(
    connectionId: string,
    itemKey: number,
    artwork: number,
    version: PictureVersion = 'now',
  ): Promise<void> {
    if (this.problem !== null) return
    this.close()
    const reference = { connectionId, itemKey, artwork, version }
    this.#reference = reference
    const document = await this.#attempt(() => api.call('pictures.document', reference))
    if (document !== null) this.pages = document.pages
  }

  /** Moves through `max` pages: its own, or those of two versions. */
  goBy(by: 1 | 0 | -1, max: number): void {
    this.goTo(this.page + by, max)
  }

  goTo(page: number, max: number): void {
    this.page = Math.max(1, Math.min(page, max))
  }

  /** Returns the size of a page in CSS pixels; null if it cannot be read, see {@link problem}. */
  async sizeOf(page: number): Promise<Size | null> {
    const size = await this.#attempt((reference) => api.call('pictures.pageSize', { ...reference, page }))
    return size === null
      ? null
      : { width: size.width * PIXELS_FOR_POINT, height: size.height * PIXELS_FOR_POINT }
  }

  /** Draws a part of a page with `scale` pixels per CSS pixel. Returns null as {@link sizeOf} does. */
  async draw(part: PagePart): Promise<ImageData | null> {
    const page = await this.#attempt((reference) =>
      api.call('pictures.drawPage', {
        ...reference,
        part: { ...part, scale: part.scale * PIXELS_FOR_POINT },
      }),
    )
    return page === null ? null : imageOf(page)
  }

  /**
   * Draws a small picture of a page, unless it is no longer wanted when its turn comes. Returns null also if
   * it cannot be drawn: the document stays open, but has no further small pictures, because each could take
   * as long as the limit allows.
   * @param edge the longer edge, in pixels
   */
  async thumbnail(page: number, edge: number, isWanted: () => boolean): Promise<ImageData | null> {
    const drawing = this.#thumbnails.then(() =>
      isWanted() && this.#hasThumbnails ? this.#drawThumbnail(page, edge) : null,
    )
    this.#thumbnails = drawing
    return drawing
  }

  async #drawThumbnail(page: number, edge: number): Promise<ImageData | null> {
    const reference = this.#reference
    if (reference === null) return null
    const size = await api.call('pictures.pageSize', { ...reference, page }).catch(() => null)
    if (size !== null && !('problem' in size)) {
      const scale = edge / Math.max(size.width, size.height)
      const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)))
      const part = { page, scale, quarters: 0, left: 0, top: 0, width: width ?? 1, height: height ?? 1 }
      const pixels = await api.call('pictures.drawPage', { ...reference, part }).catch(() => null)
      if (pixels !== null && !('problem' in pixels)) return imageOf(pixels)
    }
    if (reference === this.#reference) this.#hasThumbnails = false
    return null
  }

  close(): void {
    this.#reference = null
    this.#hasThumbnails = true
    this.pages = null
    this.page = 1
    this.problem = null
  }

  /** Returns null if the PDF was closed meanwhile, is none, or cannot be shown. */
  async #attempt<Value extends object>(
    call: (reference: DocumentReference) => Promise<PdfResult<Value> | null>,
  ): Promise<Value | null> {
    const reference = this.#reference
    if (reference === null) return null
    const document = await call(reference).catch(() => null)
    if (reference !== this.#reference || document === null) return null
    if (!('problem' in document)) return document
    this.close()
    this.problem = document.problem
    return null
  }
}
