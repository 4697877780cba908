import type { SmallPictures } from '../../artwork/read-pictures.ts'
import { ARTWORK_SEPARATOR } from '../../contract/columns.ts'
import { includesPictures, type ExportOptions, type ItemExtras } from '../../contract/export-options.ts'
import { decodeArtworks, decodeItem, type DecodedArtwork } from '../../store/decode-item.ts'
import { asObject, type JsonObject } from '../../store/decode-json.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import { linkOf, withoutCredentials } from '../values/cell-text.ts'
import { RowPictures } from './row-pictures.ts'

type Values = readonly StoredValue[]
type Options = Pick<ExportOptions, 'format' | 'columns' | 'extras'>

/** Whether rows say more of the artworks of an item than their names as they are kept. */
export function needsArtworks(options: Options): boolean {
  const { columns, extras } = options
  const joinedOtherwise = extras.artworkSeparator !== ARTWORK_SEPARATOR && columns.includes('artworkNames')
  return extras.artworks === 'rows' || extras.links || includesPictures(options) || joinedOtherwise
}

interface WithArtworks extends ExportRows {
  /** Null: none are asked for. */
  readonly pictures: RowPictures | null
}

/**
 * Makes of rows, whose last value is the body of the item, those that are written: a row for each artwork or
 * the artworks joined, with an address behind the columns and a picture before them where they are asked for.
 * An item without artworks has one row. Counting the rows that items make, and gathering their pictures,
 * means to go through them once more; `checkTurn` is called meanwhile and may end it by throwing.
 * @param plain the same rows as those of the source, which may be gone through beside them.
 * @param kept the pictures on this computer; null: there are none, or they are not asked for.
 */
export function withArtworks(
  source: ExportRows,
  plain: Pick<ExportRows, 'batches'>,
  options: Options,
  kept: SmallPictures | null,
  checkTurn: () => void,
): WithArtworks {
  const { columns, extras } = options
  const namesAt = columns.indexOf('artworkNames')
  const inRows = extras.artworks === 'rows'
  function* firstArtworks(): Generator<DecodedArtwork | undefined> {
    for (const batch of plain.batches()) {
      checkTurn()
      for (const values of batch) for (const [first] of artworksOfRows(itemOf(values), inRows)) yield first
    }
  }
  const pictures = includesPictures(options) ? new RowPictures(kept, firstArtworks) : null
  const rowOf = (values: Values, item: JsonObject | null, artworks: readonly DecodedArtwork[]): Values => {
    const cells = values.slice(0, -1)
    const [first] = artworks
    if (namesAt >= 0) cells[namesAt] = namesOf(artworks, extras)
    if (extras.links) cells.push(addressOf(first))
    return pictures === null ? cells : [pictures.cellOf(first, () => wordsOf(item, first)), ...cells]
  }
  const rowsOf = (values: Values): readonly Values[] => {
    const item = itemOf(values)
    return artworksOfRows(item, inRows).map((artworks) => rowOf(values, item, artworks))
  }
  return {
    ...source,
    packed: null,
    count: inRows ? countOf(source, checkTurn) : source.count,
    *batches() {
      pictures?.begin()
      for (const batch of source.batches()) yield batch.flatMap(rowsOf)
    },
    pictures,
  }
}

function countOf(source: ExportRows, checkTurn: () => void): number {
  let count = 0
  for (const batch of source.batches()) {
    checkTurn()
    for (const values of batch) count += artworksOfRows(itemOf(values), true).length
  }
  return count
}

function itemOf(values: Values): JsonObject | null {
  return asObject(JSON.parse(String(values.at(-1))) as unknown)
}

/** The artworks of an item by the rows that it makes. */
function artworksOfRows(item: JsonObject | null, inRows: boolean): readonly (readonly DecodedArtwork[])[] {
  const artworks = decodeArtworks(item)
  return inRows && artworks.length > 0 ? artworks.map((artwork) => [artwork]) : [artworks]
}

/** What a picture shows, for those who do not see it. */
function wordsOf(item: JsonObject | null, artwork: DecodedArtwork | undefined): string {
  return artwork?.name ?? (item === null ? null : decodeItem(item, () => JSON.stringify(item)).itemName) ?? ''
}

/** As the service gave it, but for credentials; null where it is none that leads anywhere. */
function addressOf(artwork: DecodedArtwork | undefined): string | null {
  const address = artwork?.fileUrl ?? null
  return address === null || linkOf(address) === null ? null : withoutCredentials(address)
}

/** The names of those that have one; null: none has. */
function namesOf(artworks: readonly DecodedArtwork[], { artworkSeparator }: ItemExtras): string | null {
  const names = artworks.flatMap(({ name }) => (name === null ? [] : [name]))
  return names.length === 0 ? null : names.join(artworkSeparator)
}
