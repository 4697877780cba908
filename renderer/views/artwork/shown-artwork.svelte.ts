import { untrack } from 'svelte'
import type { ArtworkReference, ItemRow } from '../../../electron/contract/item.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { api } from '../../api.ts'
import { mayHavePicture, pictureUrl } from '../../grid/pictures.ts'
import { PictureComparison, type CompareMode } from '../../state/comparison.svelte.ts'
import { ItemDetailsState } from '../../state/item-details.svelte.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import { PdfDocument } from '../../state/pdf-document.svelte.ts'
import { PictureZoom } from '../../state/picture-zoom.svelte.ts'

/**
 * The artwork of the active item that a stage shows, with its pages and what it is compared with. Create it
 * while a component is initialized.
 */
export class ShownArtwork {
  readonly #items: ItemsState
  readonly #connectionId: () => string
  readonly #detailsState = new ItemDetailsState()
  readonly zoom = new PictureZoom()
  readonly pdf = new PdfDocument()
  readonly comparison = new PictureComparison()
  /** The chosen artwork with its item. */
  #selection: { readonly key: number | null; readonly index: number } = $state.raw({ key: null, index: 0 })

  readonly row = $derived.by((): ItemRow | null => this.#items.activeRow)
  readonly key = $derived(this.row?.key ?? null)
  /** The details of the item; null while loading. */
  readonly details = $derived(
    this.#detailsState.details?.row.key === this.key ? this.#detailsState.details : null,
  )
  readonly artworks: readonly ArtworkReference[] = $derived(this.details?.artworks ?? [])
  readonly index = $derived.by(() => {
    const preferred = this.#selection.key === this.key ? this.#selection.index : 0
    return this.details === null ? preferred : Math.max(0, Math.min(preferred, this.artworks.length - 1))
  })
  readonly #reference = $derived(this.artworks[this.index])
  readonly name = $derived(this.#reference?.name ?? messages.items.details.unnamedArtwork)
  /** Why there is no picture; null if there may be one. */
  readonly unavailable = $derived.by((): 'noArtwork' | 'noPicture' | null => {
    if (this.row === null) return null
    if (this.details === null) return mayHavePicture(this.row) ? null : 'noArtwork'
    if (this.#reference === undefined) return 'noArtwork'
    return this.#reference.hasPicture ? null : 'noPicture'
  })
  /** How it is compared; null while only the current picture is shown. */
  readonly mode: CompareMode | null = $derived(this.unavailable === null ? this.comparison.mode : null)
  /** Number of pages; of both documents while they are compared. */
  readonly pages = $derived(
    Math.max(this.pdf.pages ?? 1, this.mode === null ? 1 : (this.comparison.pdf.pages ?? 1)),
  )

  /** @param artwork index of the first artwork, of the active item */
  constructor(items: ItemsState, connectionId: () => string, artwork = 0) {
    this.#items = items
    this.#connectionId = connectionId
    this.#selection = { key: items.activeRow?.key ?? null, index: artwork }
    this.#load()
    this.#loadNeighbors()
    $effect(() => () => this.#close())
  }

  /** Shows another artwork of the item. Returns whether it exists and was not shown before. */
  choose(index: number): boolean {
    if (index < 0 || index >= this.artworks.length || index === this.index) return false
    this.#selection = { key: this.key, index }
    return true
  }

  /** Saves a copy of the file. Returns whether it was saved: the person may cancel. */
  async save(): Promise<boolean> {
    const { key, index } = this
    if (key === null) return false
    return await api.call('pictures.saveCopy', {
      connectionId: this.#connectionId(),
      itemKey: key,
      artwork: index,
    })
  }

  #load(): void {
    $effect(() => {
      const [connection, active, _result] = [this.#connectionId(), this.key, this.#items.result]
      untrack(() => {
        this.#detailsState.show(connection, active)
      })
    })
    // The document is closed before another artwork is shown.
    const artworkId = $derived(`${this.#connectionId()}/${String(this.key)}/${String(this.index)}`)
    const closePdfAfter = (_shownArtworkId: string) => () => this.pdf.close()
    $effect(() => closePdfAfter(artworkId))
    // The other document may have fewer pages.
    $effect(() => {
      const pageCount = this.pages
      untrack(() => {
        this.pdf.goBy(0, pageCount)
      })
    })
    // The previous version is requested together with the details, so not while the person quickly moves
    // through the items.
    $effect(() => {
      const [connection, details, artwork] = [this.#connectionId(), this.details, this.index]
      untrack(() => {
        if (details === null) this.comparison.close()
        else void this.comparison.load(connection, details.row.key, artwork, details.artworks)
      })
    })
  }

  /** Loads the neighboring pictures in advance. */
  #loadNeighbors(): void {
    $effect(() => {
      const rows = this.#items.result?.rows
      const active = this.#items.active ?? 0
      const preloaded = [1, -1].flatMap((by) => {
        const neighbor = rows?.get(active + by)
        if (neighbor === undefined || !mayHavePicture(neighbor)) return []
        const picture = new Image()
        picture.src = pictureUrl(this.#connectionId(), neighbor.key, 0)
        return [picture]
      })
      return () => {
        for (const picture of preloaded) picture.removeAttribute('src')
      }
    })
  }

  #close(): void {
    this.#detailsState.close()
    this.pdf.close()
    this.comparison.close()
    // The memory of a large picture can be released after a frame without it.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => window.api.releasePictures())
    })
  }
}
