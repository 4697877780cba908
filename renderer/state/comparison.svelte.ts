import type { PictureBefore } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'
import { PdfDocument } from './pdf-document.svelte.ts'

/** Compares a picture with its version before a download changed it. */
export class PictureComparison {
  readonly #latest = new Latest()
  /** The pages of the previous version, if that is a PDF. */
  readonly pdf = new PdfDocument()
  /** The previous version; null if there is none. */
  previous = $state.raw<PictureBefore | null>(null)
  /** How the versions are shown; null while only the current one is. */
  mode = $state<'beside' | 'over' | null>(null)

  /** Loads the previous version, if there is one. */
  async load(connectionId: string, itemKey: number, artwork: number): Promise<void> {
    this.close()
    const isLatest = this.#latest.begin()
    const previous = await api.call('pictures.previous', { connectionId, itemKey, artwork }).catch(() => null)
    if (isLatest()) this.previous = previous
  }

  /** Closes the previous version. */
  close(): void {
    this.#latest.cancel()
    this.previous = null
    this.pdf.close()
  }

  /** Starts or ends the comparison. */
  toggle(): void {
    if (this.mode !== null) this.mode = null
    else if (this.previous?.isCached === true) this.mode = 'beside'
  }
}
