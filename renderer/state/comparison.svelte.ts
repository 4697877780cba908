import type { PictureBefore } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'
import { PdfDocument } from './pdf-document.svelte.ts'

/** Compares a picture with the version before the last change. */
export class PictureComparison {
  readonly #latest = new Latest()
  /** The previous version, if it is a PDF. */
  readonly pdf = new PdfDocument()
  /** Null: there is no previous version. */
  before = $state.raw<PictureBefore | null>(null)
  /** Null: only the current picture is shown. */
  how = $state<'beside' | 'over' | null>(null)

  /** Checks whether there is a previous version. */
  async look(connectionId: string, itemKey: number, artwork: number): Promise<void> {
    this.close()
    const isLatest = this.#latest.begin()
    const before = await api.call('pictures.previous', { connectionId, itemKey, artwork }).catch(() => null)
    if (isLatest()) this.before = before
  }

  /** Releases the previous version. */
  close(): void {
    this.#latest.cancel()
    this.before = null
    this.pdf.close()
  }

  /** Starts or ends the comparison. */
  toggle(): void {
    if (this.how !== null) this.how = null
    else if (this.before?.isHere === true) this.how = 'beside'
  }
}
