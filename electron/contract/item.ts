import type { ItemColumnKey, KindOf } from './columns.ts'
import type { FieldKey, FieldValue } from './fields.ts'

interface CellTypes {
  readonly text: string
  readonly number: number | string
  readonly boolean: boolean | string
  readonly dateTime: string
}

/** Values of the documented columns; null if absent. */
type ItemCells = {
  readonly [Key in ItemColumnKey]: CellTypes[KindOf<Key>] | (Key extends 'campaignItemId' ? never : null)
}

/**
 * A row of the grid. Values of another type than their column are texts, such as the status `draft` or an
 * object as JSON, and so are numbers with too many digits for a double.
 */
export interface ItemRow extends ItemCells {
  /** Key in the cache; stable while the item stays in the snapshot. */
  readonly key: number
  /** The requested fields that have a value. */
  readonly fields?: Readonly<Record<FieldKey, FieldValue>>
}

/** Counts of values that do not have the types of their columns. */
export type OtherTypes = Readonly<Partial<Record<ItemColumnKey, number>>>

export interface ArtworkReference {
  readonly id: string | null
  readonly name: string | null
  /** Whether the artwork has the address of a picture, which the window does not receive. */
  readonly hasPicture: boolean
}

/** Length of a previous value that details contain; longer ones are only in the changes. */
export const MAX_PREVIOUS_LENGTH = 2_000

export interface ItemDetails {
  readonly row: ItemRow
  /** The first artworks, at most `MAX_MEMBERS`. */
  readonly artworks: readonly ArtworkReference[]
  readonly artworkCount: number
  /**
   * The JSON texts of changed columns before the unseen changes, of at most {@link MAX_PREVIOUS_LENGTH}
   * characters; null for a field that was absent.
   */
  readonly previousValues: Readonly<Partial<Record<ItemColumnKey, string | null>>>
  /** The unchanged JSON text of the service. */
  readonly json: string
  /** When its snapshot was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number | null
}
