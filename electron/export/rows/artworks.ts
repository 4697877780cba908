import type { SmallPictures } from '../../artwork/read-pictures.ts'
import { ARTWORK_SEPARATOR } from '../../contract/columns.ts'
import { includesPictures, type ExportOptions, type ItemExtras } from '../../contract/export-options.ts'
import { decodeArtworks, decodeItem, type DecodedArtwork } from '../../store/decode-item.ts'
import { asObject, type JsonObject } from '../../store/decode-json.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import { linkOf } from '../values/cell-text.ts'
import { RowPictures } from './row-pictures.ts'

/** Values of the columns, followed by the body of the item. */
type ItemValues = readonly StoredValue[]
type Row = readonly StoredValue[]
type ArtworkOptions = Pick<ExportOptions, 'format' | 'columns' | 'extras'>

/** Returns whether rows need the artworks in an item's body, not only their stored names. */
export function needsArtworks(options: ArtworkOptions): boolean {
  const { columns, extras } = options
  const hasOtherSeparator = extras.artworkSeparator !== ARTWORK_SEPARATOR && columns.includes('artworkNames')
  return extras.artworks === 'rows' || extras.links || includesPictures(options) || hasOtherSeparator
}

interface RowsWithArtworks extends ExportRows {
  /** Null if no pictures are exported. */
  readonly pictures: RowPictures | null
}

/**
 * Adds artworks to rows whose last value is the item's body: a row for each artwork, or joined names, with
 * addresses after the columns and pictures before them if required. An item without artworks has one row.
 * Counting rows and collecting pictures reads all rows once more; `throwIfCancelled` is called meanwhile.
 * @param pictureSource the same rows, read again to collect pictures without adding to the totals
 * @param smallPictures the cached pictures; null if there are none or none are exported
 */
export function withArtworks(
  source: ExportRows,
  pictureSource: Pick<ExportRows, 'batches'>,
  options: ArtworkOptions,
  smallPictures: SmallPictures | null,
  throwIfCancelled: () => void,
): RowsWithArtworks {
  const { columns, extras } = options
  const namesIndex = columns.indexOf('artworkNames')
  const hasRowPerArtwork = extras.artworks === 'rows'
  function* firstArtworks(): Generator<DecodedArtwork | undefined> {
    for (const batch of pictureSource.batches()) {
      throwIfCancelled()
      for (const values of batch)
        for (const [first] of artworksOfRows(values, parseItem(values), hasRowPerArtwork)) yield first
    }
  }
  const pictures = includesPictures(options) ? new RowPictures(smallPictures, firstArtworks) : null
  const toRow = (values: ItemValues, item: JsonObject | null, artworks: readonly DecodedArtwork[]): Row => {
    const cells = values.slice(0, -1)
    const [first] = artworks
    // Without artworks, the stored value may be that of another type.
    if (namesIndex >= 0 && first !== undefined) cells[namesIndex] = joinedNames(artworks, extras)
    if (extras.links) cells.push(linkAddress(first))
    return pictures === null
      ? cells
      : [pictures.cellOf(first, () => altTextOf(values, item, first)), ...cells]
  }
  const toRows = (values: ItemValues): readonly Row[] => {
    const item = parseItem(values)
    return artworksOfRows(values, item, hasRowPerArtwork).map((artworks) => toRow(values, item, artworks))
  }
  return {
    ...source,
    packed: null,
    count: hasRowPerArtwork ? countRows(source, throwIfCancelled) : source.count,
    *batches() {
      pictures?.resetCounts()
      for (const batch of source.batches()) yield batch.flatMap(toRows)
    },
    pictures,
  }
}

function countRows(source: ExportRows, throwIfCancelled: () => void): number {
  let count = 0
  for (const batch of source.batches()) {
    throwIfCancelled()
    for (const values of batch) count += artworksOfRows(values, parseItem(values), true).length
  }
  return count
}

function bodyOf(values: ItemValues): string {
  return String(values.at(-1))
}

function parseItem(values: ItemValues): JsonObject | null {
  return asObject(JSON.parse(bodyOf(values)) as unknown)
}

/** Returns the artworks of each row of an item. */
function artworksOfRows(
  values: ItemValues,
  item: JsonObject | null,
  hasRowPerArtwork: boolean,
): readonly (readonly DecodedArtwork[])[] {
  const artworks = decodeArtworks(item, () => bodyOf(values))
  return hasRowPerArtwork && artworks.length > 0 ? artworks.map((artwork) => [artwork]) : [artworks]
}

/** Returns the alternative text of a picture. */
function altTextOf(values: ItemValues, item: JsonObject | null, artwork: DecodedArtwork | undefined): string {
  return artwork?.name ?? (item === null ? null : decodeItem(item, () => bodyOf(values)).itemName) ?? ''
}

/** Returns the address, or null if it cannot be a link. */
function linkAddress(artwork: DecodedArtwork | undefined): string | null {
  const address = artwork?.fileUrl ?? null
  return address === null || linkOf(address) === null ? null : address
}

/** Joins the names of artworks; null if there are none. */
function joinedNames(artworks: readonly DecodedArtwork[], { artworkSeparator }: ItemExtras): string | null {
  const names = artworks.flatMap(({ name }) => (name === null ? [] : [name]))
  return names.length === 0 ? null : names.join(artworkSeparator)
}
