import { untrack } from 'svelte'
import type { ItemRow } from '../../../electron/contract/item.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import { mayHavePicture, pictureUrl } from '../../grid/pictures.ts'
import { PictureComparison } from '../../state/comparison.svelte.ts'
import { ItemDetailsState } from '../../state/item-details.svelte.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import { PdfDocument } from '../../state/pdf-document.svelte.ts'
import { PictureZoom } from '../../state/picture-zoom.svelte.ts'

/** The artwork of the active item that a stage shows, with its pages and its previous version. */
export class ShownArtwork {
  readonly #items: ItemsState
  readonly #detailsState = new ItemDetailsState()
  readonly zoom = new PictureZoom()
  readonly pdf = new PdfDocument()
  readonly comparison = new PictureComparison()
  /** The chosen artwork with its item. */
  #selection = $state.raw<{ readonly key: number | null; readonly index: number }>({ key: null, index: 0 })

  readonly row = $derived.by((): ItemRow | null => this.#items.activeRow)
  readonly key = $derived(this.row?.key ?? null)
  /** The details of the item; null while loading. */
  readonly details = $derived(
    this.#detailsState.details?.row.key === this.key ? this.#detailsState.details : null,
  )
  /** Index of the artwork. */
  readonly index = $derived.by(() => {
    const preferred = this.#selection.key === this.key ? this.#selection.index : 0
    return this.details === null
      ? preferred
      : Math.max(0, Math.min(preferred, this.details.artworks.length - 1))
  })
  readonly reference = $derived(this.details?.artworks[this.index])
  readonly name = $derived(this.reference?.name ?? strings.details.unnamedArtwork)
  /** Why there is no picture, as text; null if there may be one. */
  readonly unavailableReason = $derived.by((): string | null => {
    if (this.row === null) return null
    if (this.details === null) return mayHavePicture(this.row) ? null : strings.details.noArtwork
    if (this.reference === undefined) return strings.details.noArtwork
    return this.reference.hasPicture ? null : strings.details.noPicture
  })
  /** Number of pages; of both versions while they are compared. */
  readonly pages = $derived(
    Math.max(this.pdf.pages ?? 1, this.comparison.mode === null ? 1 : (this.comparison.pdf.pages ?? 1)),
  )

  constructor(items: ItemsState) {
    this.#items = items
  }

  /** Loads what belongs to the shown artwork. Call it while a component is initialized. */
  follow(connectionId: () => string): void {
    $effect(() => {
      const [connection, active, _result] = [connectionId(), this.key, this.#items.result]
      untrack(() => this.#detailsState.show(connection, active))
    })
    // The document is closed before another artwork is shown.
    const artworkId = $derived(`${connectionId()}/${String(this.key)}/${String(this.index)}`)
    const closePdfAfter = (_shownArtworkId: string) => () => this.pdf.close()
    $effect(() => closePdfAfter(artworkId))
    // The other version may have fewer pages.
    $effect(() => {
      const pageCount = this.pages
      untrack(() => this.pdf.goBy(0, pageCount))
    })
    // The previous version is requested together with the details, so not while the person quickly moves
    // through the items.
    $effect(() => {
      const [connection, item, artwork] = [
        connectionId(),
        this.details === null ? null : this.key,
        this.index,
      ]
      untrack(() => {
        this.comparison.close()
        if (item !== null) void this.comparison.load(connection, item, artwork)
      })
    })
    // Loads the neighboring pictures in advance.
    $effect(() => {
      const rows = this.#items.result?.rows
      const active = this.#items.active ?? 0
      const preloaded = [1, -1].flatMap((by) => {
        const neighbor = rows?.get(active + by)
        if (neighbor === undefined || !mayHavePicture(neighbor)) return []
        const picture = new Image()
        picture.src = pictureUrl(connectionId(), neighbor.key, 0)
        return [picture]
      })
      return () => {
        for (const picture of preloaded) picture.removeAttribute('src')
      }
    })
    $effect(() => () => {
      this.#detailsState.close()
      this.pdf.close()
      this.comparison.close()
      // The memory of a large picture can be released after a frame without it.
      requestAnimationFrame(() => {
        requestAnimationFrame(() => window.api.releasePictures())
      })
    })
  }

  /** Shows another artwork of the item, if it exists. */
  choose(index: number): void {
    const last = (this.details?.artworks.length ?? 1) - 1
    if (index >= 0 && index <= last) this.#selection = { key: this.key, index }
  }
}
