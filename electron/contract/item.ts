import type { FieldKey, FieldValue } from './fields.ts'

/**
 * One row of the grid. A documented field that the service left out, or sent in another type, is null here;
 * the item's details hold everything as it came.
 */
export interface ItemRow {
  /** Key of the item in the cache; stable while the item stays in the copy. */
  readonly key: number
  readonly campaignItemId: string
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly itemId: string | null
  readonly itemName: string | null
  readonly posNumber: string | null
  readonly elementId: string | null
  readonly elementName: string | null
  /** Names of the artworks in the order of the service, joined by `ARTWORK_SEPARATOR`; null without artworks. */
  readonly artworkNames: string | null
  readonly workflowTemplateName: string | null
  readonly clientId: string | null
  readonly status: number | null
  readonly qty: number | null
  readonly isLocked: boolean | null
  readonly hasArtwork: boolean | null
  readonly hasAllocations: boolean | null
  /** As the service sent it (ISO 8601, UTC). */
  readonly updatedAt: string | null
  /** Those of the fields that were asked for in which the item has a value. */
  readonly fields?: Readonly<Record<FieldKey, FieldValue>>
}

export interface ArtworkReference {
  readonly id: string | null
  readonly name: string | null
  /** Whether the service gave an address of a picture (the address itself stays outside the window). */
  readonly hasPicture: boolean
}

export interface ItemDetails {
  readonly row: ItemRow
  readonly artworks: readonly ArtworkReference[]
  /** The item exactly as the service sent it, as JSON text. */
  readonly json: string
  /** When the copy that holds it was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number | null
}
