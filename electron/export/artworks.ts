import { ARTWORK_SEPARATOR } from '../contract/columns.ts'
import type { ExportOptions, ItemExtras } from '../contract/export-options.ts'
import { decodeArtworks, type DecodedArtwork } from '../store/decode-item.ts'
import { asObject } from '../store/decode-json.ts'
import type { ExportRows, StoredValue } from '../store/types.ts'
import { linkOf } from './link.ts'

type Values = readonly StoredValue[]
type Options = Pick<ExportOptions, 'columns' | 'extras'>

/** Whether rows say more of the artworks of an item than their names as they are kept. */
export function needsArtworks({ columns, extras }: Options): boolean {
  const joinedOtherwise = extras.artworkSeparator !== ARTWORK_SEPARATOR && columns.includes('artworkNames')
  return extras.artworks === 'rows' || extras.links || joinedOtherwise
}

/**
 * Makes of rows, whose last value is the body of the item, those that are written: a row for each artwork or the artworks
 * joined, with an address behind the columns where it is asked for. An item without artworks has one row. Counting the
 * rows that items make means to go through them once more; `checkTurn` is called meanwhile and may end it by throwing.
 */
export function withArtworks(source: ExportRows, options: Options, checkTurn: () => void): ExportRows {
  const { columns, extras } = options
  const namesAt = columns.indexOf('artworkNames')
  const rowOf = (values: Values, artworks: readonly DecodedArtwork[]): Values => {
    const cells = values.slice(0, -1)
    if (namesAt >= 0) cells[namesAt] = namesOf(artworks, extras)
    return extras.links ? [...cells, addressOf(artworks[0])] : cells
  }
  const rowsOf = (values: Values): readonly Values[] => {
    const artworks = artworksOf(values)
    return extras.artworks === 'rows' && artworks.length > 0
      ? artworks.map((artwork) => rowOf(values, [artwork]))
      : [rowOf(values, artworks)]
  }
  return {
    ...source,
    count: extras.artworks === 'rows' ? countOf(source, checkTurn) : source.count,
    *batches() {
      for (const batch of source.batches()) yield batch.flatMap(rowsOf)
    },
  }
}

function countOf(source: ExportRows, checkTurn: () => void): number {
  let count = 0
  for (const batch of source.batches()) {
    checkTurn()
    for (const values of batch) count += Math.max(artworksOf(values).length, 1)
  }
  return count
}

function artworksOf(values: Values): readonly DecodedArtwork[] {
  const entity: unknown = JSON.parse(String(values.at(-1)))
  return decodeArtworks(asObject(entity))
}

/** As the service gave it; null where it is none that leads anywhere. */
function addressOf(artwork: DecodedArtwork | undefined): string | null {
  const address = artwork?.fileUrl ?? null
  return address === null || linkOf(address) === null ? null : address
}

/** The names of those that have one; null: none has. */
function namesOf(artworks: readonly DecodedArtwork[], { artworkSeparator }: ItemExtras): string | null {
  const names = artworks.flatMap(({ name }) => (name === null ? [] : [name]))
  return names.length === 0 ? null : names.join(artworkSeparator)
}
