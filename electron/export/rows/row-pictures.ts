import type { DocumentPicture, CachedSmallPicture, SmallPictures } from '../../artwork/read-pictures.ts'
import type { DecodedArtwork } from '../../store/decode-item.ts'

/**
 * So many rows get their picture at most, and so many different pictures there are: each is a file of the
 * workbook, of which a ZIP archive without extensions holds 65,535.
 */
const MAX_PICTURES = 50_000
/** So many bytes the pictures have together at most: programs hold all of them in memory. */
const MAX_BYTES = 1024 ** 3

/** A picture as it stands in a cell. */
export interface PictureInCell {
  /** Which one. */
  readonly name: string
  /** What it shows. */
  readonly words: string
}

/** How many rows have a picture, and how many not, though something is kept for them. */
export interface PictureCounts {
  readonly shown: number
  /** What is kept is nothing that a workbook can show, or it is damaged. */
  readonly unfit: number
  /** There are more than a workbook gets. */
  readonly beyond: number
}
type Counting = { -readonly [Key in keyof PictureCounts]: PictureCounts[Key] }
const NONE: PictureCounts = { shown: 0, unfit: 0, beyond: 0 }

/** What is known of a picture once it has been looked at. */
export interface PictureShape extends Omit<DocumentPicture, 'bytes'> {
  readonly byteLength: number
}

/** What the writer of a workbook is to know of the pictures of its rows. */
export interface PicturesOfRows {
  /** Of a picture that stands in a cell. */
  shapeOf(name: string): PictureShape | null
  /**
   * Gives each picture once, in the order of the rows; null: they are only counted, and no file of them is
   * written.
   */
  readonly gather: (() => Iterable<DocumentPicture & Pick<PictureInCell, 'name'>>) | null
}

/** The cell of a row with a picture, as the text that rows are made of. */
const pictureCell = ({ name, words }: PictureInCell): string => `${name} ${words}`

export function readPictureCell(cell: string): PictureInCell {
  const blank = cell.indexOf(' ')
  return { name: cell.slice(0, blank), words: cell.slice(blank + 1) }
}

/** The pictures of rows, of each of which the shape is held, and never the bytes. */
export class RowPictures {
  readonly #kept: SmallPictures | null
  readonly #artworks: () => Iterable<DecodedArtwork | undefined>
  /** By their names; null: it cannot be shown. */
  readonly #shapes = new Map<string, PictureShape | null>()
  readonly #toMake: string[] = []
  #bytes = 0
  /** What was read last: who looks at a picture often wants it as well. */
  #last: { readonly name: string; readonly picture: DocumentPicture | null } | null = null
  #counts: Counting = { ...NONE }

  /**
   * @param kept null: nothing is.
   * @param artworks of all rows the one that is shown.
   */
  constructor(kept: SmallPictures | null, artworks: () => Iterable<DecodedArtwork | undefined>) {
    this.#kept = kept
    this.#artworks = artworks
  }

  /** Of the rows since the last beginning. */
  get counts(): PictureCounts {
    return this.#counts
  }

  /** Of all pictures that were found so far. */
  get shapes(): readonly PictureShape[] {
    return [...this.#shapes.values()].filter((shape) => shape !== null)
  }

  /** Those of which a small one can be made that a document shows, by their names. */
  get toMake(): readonly string[] {
    return this.#toMake
  }

  shapeOf(name: string): PictureShape | null {
    return this.#shapes.get(name) ?? null
  }

  /** The rows are gone through from the first on. */
  begin(): void {
    this.#counts = { ...NONE }
  }

  /** The cell of the next row; null where it has no picture. */
  cellOf(artwork: DecodedArtwork | undefined, words: () => string): string | null {
    const found = this.#find(artwork, this.#counts)
    return found === null ? null : pictureCell({ name: found.name, words: words() })
  }

  /** The pictures of so many rows from this one on, for the workbook that these are written to. */
  of(start: number, count: number): PicturesOfRows {
    return { shapeOf: (name) => this.shapeOf(name), gather: () => this.#gather(start, start + count) }
  }

  *#gather(start: number, end: number): Generator<DocumentPicture & Pick<PictureInCell, 'name'>> {
    const counts = { ...NONE }
    const given = new Set<string>()
    let row = 0
    for (const artwork of this.#artworks()) {
      if (row === end || counts.shown === MAX_PICTURES) return
      const found = this.#find(artwork, counts)
      row += 1
      if (found === null || row <= start || given.has(found.name)) continue
      given.add(found.name)
      const picture = this.#read(found)
      // What has gone since it was looked at is not in the workbook.
      if (picture !== null) yield { ...picture, name: found.name }
    }
  }

  #find(artwork: DecodedArtwork | undefined, counts: Counting): CachedSmallPicture | null {
    const addresses = new Set([artwork?.thumbnailUrl ?? null, artwork?.fileUrl ?? null])
    let isUnfit = false
    for (const address of addresses) {
      const found = address === null ? null : (this.#kept?.find(address) ?? null)
      if (found === null) continue
      const shape = counts.shown === MAX_PICTURES ? undefined : this.#judge(found)
      if (shape === undefined) counts.beyond += 1
      else if (shape === null) {
        isUnfit = true
        continue
      } else {
        counts.shown += 1
        return found
      }
      return null
    }
    if (isUnfit) counts.unfit += 1
    return null
  }

  /** Null: it cannot be shown. Undefined: there are too many. */
  #judge(found: CachedSmallPicture): PictureShape | null | undefined {
    const known = this.#shapes.get(found.name)
    if (known !== undefined || this.#shapes.size === MAX_PICTURES || this.#bytes >= MAX_BYTES) return known
    const picture = this.#read(found)
    const shape = picture === null ? null : shapeOf(picture)
    this.#shapes.set(found.name, shape)
    if (shape === null && found.needsRendition()) this.#toMake.push(found.name)
    this.#bytes += shape?.byteLength ?? 0
    return shape
  }

  #read(found: CachedSmallPicture): DocumentPicture | null {
    if (this.#last?.name !== found.name) this.#last = { name: found.name, picture: found.read() }
    return this.#last.picture
  }
}

function shapeOf({ kind, width, height, bytes: { byteLength } }: DocumentPicture): PictureShape {
  return { kind, width, height, byteLength }
}
