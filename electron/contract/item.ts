import type { ItemColumnKey, KindOf } from './columns.ts'
import type { FieldKey, FieldValue } from './fields.ts'

interface CellTypes {
  readonly text: string
  readonly number: number | string
  readonly boolean: boolean | string
  readonly dateTime: string
}

/** The values of the documented columns. A field that the service left out is null. */
type ItemCells = {
  readonly [Key in ItemColumnKey]: CellTypes[KindOf<Key>] | (Key extends 'campaignItemId' ? never : null)
}

/**
 * One row of the grid. A value that is not of its column's type is a text: a status such as `draft`, an
 * object as JSON. So is a number with more digits than a double keeps.
 */
export interface ItemRow extends ItemCells {
  /** Key of the item in the cache; stable while the item stays in the copy. */
  readonly key: number
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
