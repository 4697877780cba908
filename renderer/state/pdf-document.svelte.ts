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
  #turn = 0
  #place: DocumentReference | null = null
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
    const place = { connectionId, itemKey, artwork, version }
    this.#place = place
    const found = await this.#attempt(() => api.call('pictures.document', place))
    if (found !== null) this.pages = found.pages
  }

  /** Moves through `most` pages: its own, or those of two versions. */
  goBy(by: 1 | 0 | -1, most: number): void {
    this.page = Math.max(1, Math.min(this.page + by, most))
  }

  /** Returns the size of a page in CSS pixels; null if it cannot be read, see {@link problem}. */
  async sizeOf(page: number): Promise<Size | null> {
    const size = await this.#attempt((place) => api.call('pictures.pageSize', { ...place, page }))
    return size === null
      ? null
      : { width: size.width * PIXELS_FOR_POINT, height: size.height * PIXELS_FOR_POINT }
  }

  /** Draws a part of a page with `scale` pixels per CSS pixel. Returns null as {@link sizeOf} does. */
  async draw(part: PagePart): Promise<ImageData | null> {
    const drawn = await this.#attempt((place) =>
      api.call('pictures.drawPage', { ...place, part: { ...part, scale: part.scale * PIXELS_FOR_POINT } }),
    )
    if (drawn === null) return null
    const { buffer, byteOffset, byteLength } = drawn.data
    return new ImageData(new Uint8ClampedArray(buffer, byteOffset, byteLength), drawn.width, drawn.height)
  }

  close(): void {
    this.#turn += 1
    this.#place = null
    this.pages = null
    this.page = 1
    this.problem = null
  }

  /** Returns null if the PDF was closed meanwhile, is none, or cannot be shown. */
  async #attempt<Value extends object>(
    call: (place: DocumentReference) => Promise<PdfResult<Value> | null>,
  ): Promise<Value | null> {
    const turn = this.#turn
    if (this.#place === null) return null
    const found = await call(this.#place).catch(() => null)
    if (turn !== this.#turn || found === null) return null
    if (!('problem' in found)) return found
    this.close()
    this.problem = found.problem
    return null
  }
}
