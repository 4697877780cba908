import type { PictureBefore } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'
import { PdfDocument } from './pdf-document.svelte.ts'

/** Looking at a picture and at what it was before a download changed it. */
export class PictureComparison {
  readonly #latest = new Latest()
  /** The version before, where that is a PDF whose pages are looked at. */
  readonly pdf = new PdfDocument()
  /** Null: there is no version before. */
  before = $state.raw<PictureBefore | null>(null)
  /** Null: only the picture as it is now is shown. */
  how = $state<'beside' | 'over' | null>(null)

  /** Asks whether there is a version before. */
  async look(connectionId: string, itemKey: number, artwork: number): Promise<void> {
    this.close()
    const isLatest = this.#latest.begin()
    const before = await api.call('pictures.previous', { connectionId, itemKey, artwork }).catch(() => null)
    if (isLatest()) this.before = before
  }

  /** Lets the version before go. */
  close(): void {
    this.#latest.cancel()
    this.before = null
    this.pdf.close()
  }

  /** Goes into comparing, or out of it. */
  toggle(): void {
    if (this.how !== null) this.how = null
    else if (this.before?.isHere === true) this.how = 'beside'
  }
}
