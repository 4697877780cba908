import type { ItemColumnKey } from './columns.ts'
import type { FieldKey, FieldValue } from './fields.ts'

/**
 * One row of the grid. A documented field that the service left out is null here. A value that is not of its field's type is a
 * text: a status such as `draft`, an object as JSON. So is a number with more digits than a double keeps.
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
  readonly status: number | string | null
  readonly qty: number | string | null
  readonly isLocked: boolean | string | null
  readonly hasArtwork: boolean | string | null
  readonly hasAllocations: boolean | string | null
  /** As the service sent it (ISO 8601, UTC). */
  readonly updatedAt: string | null
  /** Those of the fields that were asked for in which the item has a value. */
  readonly fields?: Readonly<Record<FieldKey, FieldValue>>
}

/** How many values of items are not of their columns' types, by their columns. */
export type OtherTypes = Readonly<Partial<Record<ItemColumnKey, number>>>

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
