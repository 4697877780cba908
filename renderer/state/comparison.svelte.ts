import type { ArtworkReference } from '../../electron/contract/item.ts'
import type { PictureBefore } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'
import { PdfDocument } from './pdf-document.svelte.ts'

/** How two pictures are compared. */
export type CompareMode = 'slider' | 'beside' | 'difference'

/** What an artwork is compared with: its previous version, or another artwork of the item by its index. */
export type CompareTarget = 'before' | number

/** Compares a picture with its version before a download changed it, or with another artwork of the item. */
export class PictureComparison {
  readonly #latest = new Latest()
  /** The pages of the other picture, if that is a PDF. */
  readonly pdf = new PdfDocument()
  /** The previous version; null if there is none. */
  previous = $state.raw<PictureBefore | null>(null)
  /** Indexes of the item's other artworks that have a picture. */
  others = $state.raw<readonly number[]>([])
  /** How the pictures are compared, as soon as there are two; null: only the current one is shown. */
  chosenMode = $state<CompareMode | null>(null)
  /** Percentage of the stage that shows the other picture, with a slider. */
  share = $state(50)
  #lastMode: CompareMode = 'slider'
  #chosenTarget = $state.raw<CompareTarget | null>(null)
  /** The artwork that was loaded last. */
  #loaded = ''

  /** Null if there is nothing to compare with. */
  readonly target = $derived.by((): CompareTarget | null => {
    const possible: readonly CompareTarget[] = [
      ...(this.previous?.isCached === true ? (['before'] as const) : []),
      ...this.others,
    ]
    const chosen = this.#chosenTarget
    return chosen !== null && possible.includes(chosen) ? chosen : (possible[0] ?? null)
  })
  /** Null while only the current picture is shown. */
  readonly mode = $derived(this.target === null ? null : this.chosenMode)

  /**
   * Loads the previous version of an artwork, if there is one. The comparison continues if the same artwork
   * is loaded again.
   * @param artworks all artworks of the item
   */
  async load(
    connectionId: string,
    itemKey: number,
    artwork: number,
    artworks: readonly ArtworkReference[],
  ): Promise<void> {
    const artworkId = `${connectionId}/${String(itemKey)}/${String(artwork)}`
    if (artworkId !== this.#loaded) this.close()
    this.#loaded = artworkId
    const indexes = artworks.flatMap(({ hasPicture }, index) => (hasPicture ? [index] : []))
    const isLatest = this.#latest.begin()
    const previous = await api.call('pictures.previous', { connectionId, itemKey, artwork }).catch(() => null)
    if (!isLatest()) return
    this.previous = previous
    this.others = indexes.includes(artwork) ? indexes.filter((index) => index !== artwork) : []
  }

  /** Closes the other picture. */
  close(): void {
    this.#latest.cancel()
    this.#loaded = ''
    this.previous = null
    this.others = []
    this.#chosenTarget = null
    this.pdf.close()
  }

  /** Compares with another picture. */
  compareWith(target: CompareTarget): void {
    this.pdf.close()
    this.#chosenTarget = target
  }

  /** Shows both pictures, or with null only the current one. */
  setMode(mode: CompareMode | null): void {
    if (mode !== null) this.#lastMode = mode
    this.chosenMode = mode
  }

  /** Starts the comparison in the mode used last, or ends it. */
  toggle(): void {
    if (this.mode !== null) this.setMode(null)
    else if (this.target !== null) this.setMode(this.#lastMode)
  }
}
