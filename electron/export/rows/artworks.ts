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

/** Returns whether rows need more of an item's artworks than their stored names. */
export function needsArtworks(options: Options): boolean {
  const { columns, extras } = options
  const hasOtherSeparator = extras.artworkSeparator !== ARTWORK_SEPARATOR && columns.includes('artworkNames')
  return extras.artworks === 'rows' || extras.links || includesPictures(options) || hasOtherSeparator
}

interface WithArtworks extends ExportRows {
  /** Null if no pictures are exported. */
  readonly pictures: RowPictures | null
}

/**
 * Adds artworks to rows whose last value is the item's body: a row for each artwork, or joined names, with
 * addresses after the columns and pictures before them if required. An item without artworks has one row.
 * Counting rows and collecting pictures reads all rows once more; `throwIfCancelled` is called meanwhile.
 * @param plain the same rows, which are read independently of the source
 * @param smallPictures the cached pictures; null if there are none or none are exported
 */
export function withArtworks(
  source: ExportRows,
  plain: Pick<ExportRows, 'batches'>,
  options: Options,
  smallPictures: SmallPictures | null,
  throwIfCancelled: () => void,
): WithArtworks {
  const { columns, extras } = options
  const namesIndex = columns.indexOf('artworkNames')
  const hasRowPerArtwork = extras.artworks === 'rows'
  function* firstArtworks(): Generator<DecodedArtwork | undefined> {
    for (const batch of plain.batches()) {
      throwIfCancelled()
      for (const values of batch)
        for (const [first] of artworksOfRows(itemOf(values), hasRowPerArtwork)) yield first
    }
  }
  const pictures = includesPictures(options) ? new RowPictures(smallPictures, firstArtworks) : null
  const toRow = (values: Values, item: JsonObject | null, artworks: readonly DecodedArtwork[]): Values => {
    const cells = values.slice(0, -1)
    const [first] = artworks
    if (namesIndex >= 0) cells[namesIndex] = namesOf(artworks, extras)
    if (extras.links) cells.push(addressOf(first))
    return pictures === null ? cells : [pictures.cellOf(first, () => altTextOf(item, first)), ...cells]
  }
  const toRows = (values: Values): readonly Values[] => {
    const item = itemOf(values)
    return artworksOfRows(item, hasRowPerArtwork).map((artworks) => toRow(values, item, artworks))
  }
  return {
    ...source,
    packed: null,
    count: hasRowPerArtwork ? countRows(source, throwIfCancelled) : source.count,
    *batches() {
      pictures?.begin()
      for (const batch of source.batches()) yield batch.flatMap(toRows)
    },
    pictures,
  }
}

function countRows(source: ExportRows, throwIfCancelled: () => void): number {
  let count = 0
  for (const batch of source.batches()) {
    throwIfCancelled()
    for (const values of batch) count += artworksOfRows(itemOf(values), true).length
  }
  return count
}

function itemOf(values: Values): JsonObject | null {
  return asObject(JSON.parse(String(values.at(-1))) as unknown)
}

/** Returns the artworks of each row of an item. */
function artworksOfRows(
  item: JsonObject | null,
  hasRowPerArtwork: boolean,
): readonly (readonly DecodedArtwork[])[] {
  const artworks = decodeArtworks(item)
  return hasRowPerArtwork && artworks.length > 0 ? artworks.map((artwork) => [artwork]) : [artworks]
}

/** Returns the alternative text of a picture. */
function altTextOf(item: JsonObject | null, artwork: DecodedArtwork | undefined): string {
  return artwork?.name ?? (item === null ? null : decodeItem(item, () => JSON.stringify(item)).itemName) ?? ''
}

/** Returns the address without credentials, or null if it cannot be a link. */
function addressOf(artwork: DecodedArtwork | undefined): string | null {
  const address = artwork?.fileUrl ?? null
  return address === null || linkOf(address) === null ? null : withoutCredentials(address)
}

/** Joins the names of artworks; null if there are none. */
function namesOf(artworks: readonly DecodedArtwork[], { artworkSeparator }: ItemExtras): string | null {
  const names = artworks.flatMap(({ name }) => (name === null ? [] : [name]))
  return names.length === 0 ? null : names.join(artworkSeparator)
}
