import type { PagePart, PdfProblem, PdfResult, PictureVersion } from '../../electron/contract/pictures.ts'
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

/** The PDF of the viewer. Another process parses and draws it; the window receives pixels only. */
export class PdfDocument {
  #reference: DocumentReference | null = null
  /** Number of pages; null: no PDF is open. */
  pages = $state.raw<number | null>(null)
  /** Counted from 1. */
  page = $state(1)
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
    this.page = Math.max(1, Math.min(this.page + by, max))
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
    if (page === null) return null
    const { buffer, byteOffset, byteLength } = page.data
    return new ImageData(new Uint8ClampedArray(buffer, byteOffset, byteLength), page.width, page.height)
  }

  close(): void {
    this.#reference = null
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
