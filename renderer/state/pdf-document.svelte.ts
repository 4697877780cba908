import type { PictureVersion } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { DrawingFailed, type DrawingProblem, type PagePart } from '../pictures/jobs.ts'
import { PictureThread } from '../pictures/picture-thread.ts'
import type { Size } from './artwork-place.ts'
import { reportWorkerError } from './uncaught-errors.ts'

/** CSS pixels for each point of a page, so that a page has its true size at 100 %. */
const PIXELS_FOR_POINT = 96 / 72

/** The PDF that is looked at. It is read and drawn by a thread of its own, which ends when it is closed. */
export class PdfDocument {
  readonly #thread = new PictureThread(reportWorkerError)
  #turn = 0
  /** Null: none is open. */
  pages = $state.raw<number | null>(null)
  /** Counted from 1. */
  page = $state(1)
  /** Why the PDF cannot be shown; null: it can, or there is none. */
  problem = $state.raw<DrawingProblem | null>(null)

  /** Opens the file of an artwork, as it is or was before, if that is a PDF which is on this computer. */
  async open(
    connectionId: string,
    itemKey: number,
    artwork: number,
    version: PictureVersion = 'now',
  ): Promise<void> {
    this.close()
    const turn = this.#turn
    const asked = { connectionId, itemKey, artwork, version }
    const file = await api.call('pictures.document', asked).catch(() => null)
    if (turn !== this.#turn || file === null) return
    try {
      const { pages } = await this.#thread.do('openDocument', { bytes: file.bytes }, [file.bytes.buffer])
      if (turn !== this.#turn) return
      this.pages = pages
    } catch (error) {
      if (turn === this.#turn) this.#failed(error)
    }
  }

  /** Goes through so many pages: its own, or those of two versions together. */
  goBy(by: 1 | 0 | -1, most: number): void {
    this.page = Math.max(1, Math.min(this.page + by, most))
  }

  /** The size of a page in CSS pixels; null where it cannot be read, which {@link problem} tells. */
  async sizeOf(page: number): Promise<Size | null> {
    const size = await this.#attempt(() => this.#thread.do('pageSize', { page }))
    return size === null
      ? null
      : { width: size.width * PIXELS_FOR_POINT, height: size.height * PIXELS_FOR_POINT }
  }

  /** Draws a part of a page: `scale` pixels for each CSS pixel of it. Null as for {@link sizeOf}. */
  draw(part: PagePart): Promise<ImageBitmap | null> {
    return this.#attempt(() => this.#thread.do('drawPage', { ...part, scale: part.scale * PIXELS_FOR_POINT }))
  }

  close(): void {
    this.#turn += 1
    this.pages = null
    this.page = 1
    this.problem = null
    this.#thread.close()
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const turn = this.#turn
    try {
      return await work()
    } catch (error) {
      if (turn === this.#turn) this.#failed(error)
      return null
    }
  }

  #failed(error: unknown): void {
    this.close()
    this.problem = error instanceof DrawingFailed ? error.problem : 'broken'
  }
}
