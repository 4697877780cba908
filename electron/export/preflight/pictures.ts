import type { PreflightFindingKind } from '../../contract/export-preview.ts'
import type { RowPictures } from '../rows/row-pictures.ts'
import { PICTURE_ROW_POINTS } from '../formats/xlsx/drawing.ts'

/** How high a row without a picture is, in points. */
const ROW_POINTS = 15
/**
 * LibreOffice keeps how far down a picture stands as a number of 32 bits, in units of which a point has
 * 12,700: from there on it puts all pictures into the same place.
 */
const LOWEST_POINTS = 0x7fff_ffff / 12_700

/** Looks at where the pictures of a workbook will be. */
export class PicturePreflight {
  readonly #pictures: RowPictures
  readonly #headerPoints: number
  /** Of the rows above, in this sheet. */
  #points = 0
  #tooLow = 0

  constructor(pictures: RowPictures, hasHeader: boolean) {
    this.#pictures = pictures
    this.#headerPoints = hasHeader ? ROW_POINTS : 0
  }

  beginSheet(): void {
    this.#points = this.#headerPoints
  }

  row(hasPicture: boolean): void {
    if (hasPicture && this.#points > LOWEST_POINTS) this.#tooLow += 1
    this.#points += hasPicture ? PICTURE_ROW_POINTS : ROW_POINTS
  }

  /** Rows that get a picture. */
  get shown(): number {
    return this.#pictures.counts.shown
  }

  /** See {@link RowPictures.toMake}. */
  get toMake(): readonly string[] {
    return this.#pictures.toMake
  }

  /** What was found, with its number, which may be none. */
  get findings(): readonly (readonly [PreflightFindingKind, number])[] {
    const { unfit, beyond } = this.#pictures.counts
    return [
      ['pictures', beyond],
      ['picturesTooLow', this.#tooLow],
      ['pictureKinds', unfit],
    ]
  }
}
