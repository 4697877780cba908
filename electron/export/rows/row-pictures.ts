import type { DocumentPicture, CachedSmallPicture, SmallPictures } from '../../artwork/read-pictures.ts'
import type { DecodedArtwork } from '../../store/decode-item.ts'

/**
 * Maximum number of rows with a picture. Each picture is a file of the workbook, and a ZIP archive without
 * extensions contains up to 65,535.
 */
const MAX_PICTURES = 50_000
/** Limits the total bytes of pictures, because programs load all of them into memory. */
const MAX_BYTES = 1024 ** 3

/** A picture in a cell. */
export interface PictureInCell {
  readonly name: string
  /** Alternative text. */
  readonly altText: string
}

/** Counts of rows with a picture, and without one although it is cached. */
export interface PictureCounts {
  readonly shown: number
  /** The picture is damaged, or of a kind that a workbook cannot show. */
  readonly unsupported: number
  /** The picture exceeds the limits of a workbook. */
  readonly overLimit: number
}
type MutableCounts = { -readonly [Key in keyof PictureCounts]: PictureCounts[Key] }
const NO_PICTURES: PictureCounts = { shown: 0, unsupported: 0, overLimit: 0 }

/** The properties of a picture without its bytes. */
export interface PictureShape extends Omit<DocumentPicture, 'bytes'> {
  readonly byteLength: number
}

/** The pictures of a workbook's rows. */
export interface PicturesOfRows {
  /** Returns the shape of a picture in a cell. */
  shapeOf(name: string): PictureShape | null
  /** Yields each picture once, in the order of the rows; null if pictures are only counted. */
  readonly collect: (() => Iterable<DocumentPicture & Pick<PictureInCell, 'name'>>) | null
}

/** Encodes a picture as the text of a cell. */
const pictureCell = ({ name, altText }: PictureInCell): string => `${name} ${altText}`

/** Decodes the text of a cell with a picture. */
export function parsePictureCell(cell: string): PictureInCell {
  const separator = cell.indexOf(' ')
  return { name: cell.slice(0, separator), altText: cell.slice(separator + 1) }
}

/** Finds the pictures of rows, and caches their shapes but not their bytes. */
export class RowPictures {
  readonly #smallPictures: SmallPictures | null
  readonly #artworks: () => Iterable<DecodedArtwork | undefined>
  /** Shapes by name; null if a picture cannot be shown. */
  readonly #shapes = new Map<string, PictureShape | null>()
  readonly #convertiblePictures: string[] = []
  #totalBytes = 0
  /** The last picture that was read; it is often needed again for its bytes. */
  #lastPicture: { readonly name: string; readonly picture: DocumentPicture | null } | null = null
  #counts: MutableCounts = { ...NO_PICTURES }

  /**
   * @param smallPictures the cached pictures, if any
   * @param artworks yields the artwork of each row
   */
  constructor(smallPictures: SmallPictures | null, artworks: () => Iterable<DecodedArtwork | undefined>) {
    this.#smallPictures = smallPictures
    this.#artworks = artworks
  }

  /** Counts of the rows since {@link resetCounts}. */
  get counts(): PictureCounts {
    return this.#counts
  }

  /** Shapes of all pictures found so far. */
  get shapes(): readonly PictureShape[] {
    return [...this.#shapes.values()].filter((shape) => shape !== null)
  }

  /** Names of the pictures that can be converted for a document. */
  get convertiblePictures(): readonly string[] {
    return this.#convertiblePictures
  }

  shapeOf(name: string): PictureShape | null {
    return this.#shapes.get(name) ?? null
  }

  /** Resets the counts. Called before the first row. */
  resetCounts(): void {
    this.#counts = { ...NO_PICTURES }
  }

  /** Returns the cell of the next row, or null without a picture. */
  cellOf(artwork: DecodedArtwork | undefined, altText: () => string): string | null {
    const cachedPicture = this.#find(artwork, this.#counts)
    return cachedPicture === null ? null : pictureCell({ name: cachedPicture.name, altText: altText() })
  }

  /** Returns the pictures of a range of rows for their workbook. */
  pictureRange(start: number, count: number): PicturesOfRows {
    return { shapeOf: (name) => this.shapeOf(name), collect: () => this.#collect(start, start + count) }
  }

  *#collect(start: number, end: number): Generator<DocumentPicture & Pick<PictureInCell, 'name'>> {
    const counts = { ...NO_PICTURES }
    const yieldedNames = new Set<string>()
    let row = 0
    for (const artwork of this.#artworks()) {
      if (row === end || counts.shown === MAX_PICTURES) return
      const cachedPicture = this.#find(artwork, counts)
      row += 1
      if (cachedPicture === null || row <= start || yieldedNames.has(cachedPicture.name)) continue
      yieldedNames.add(cachedPicture.name)
      const picture = this.#read(cachedPicture)
      // The picture may have been removed from the cache in the meantime.
      if (picture !== null) yield { ...picture, name: cachedPicture.name }
    }
  }

  #find(artwork: DecodedArtwork | undefined, counts: MutableCounts): CachedSmallPicture | null {
    const addresses = new Set([artwork?.thumbnailUrl ?? null, artwork?.fileUrl ?? null])
    let isUnsupported = false
    for (const address of addresses) {
      const cachedPicture = address === null ? null : (this.#smallPictures?.find(address) ?? null)
      if (cachedPicture === null) continue
      const shape = counts.shown === MAX_PICTURES ? undefined : this.#readShape(cachedPicture)
      if (shape === undefined) counts.overLimit += 1
      else if (shape === null) {
        isUnsupported = true
        continue
      } else {
        counts.shown += 1
        return cachedPicture
      }
      return null
    }
    if (isUnsupported) counts.unsupported += 1
    return null
  }

  /** Returns null if the picture cannot be shown, and undefined if there are too many. */
  #readShape(cachedPicture: CachedSmallPicture): PictureShape | null | undefined {
    const cachedShape = this.#shapes.get(cachedPicture.name)
    if (cachedShape !== undefined || this.#shapes.size === MAX_PICTURES || this.#totalBytes >= MAX_BYTES)
      return cachedShape
    const picture = this.#read(cachedPicture)
    const shape = picture === null ? null : shapeOf(picture)
    this.#shapes.set(cachedPicture.name, shape)
    if (shape === null && cachedPicture.needsRendition()) this.#convertiblePictures.push(cachedPicture.name)
    this.#totalBytes += shape?.byteLength ?? 0
    return shape
  }

  #read(cachedPicture: CachedSmallPicture): DocumentPicture | null {
    if (this.#lastPicture?.name !== cachedPicture.name)
      this.#lastPicture = { name: cachedPicture.name, picture: cachedPicture.read() }
    return this.#lastPicture.picture
  }
}

function shapeOf({ kind, width, height, bytes: { byteLength } }: DocumentPicture): PictureShape {
  return { kind, width, height, byteLength }
}
