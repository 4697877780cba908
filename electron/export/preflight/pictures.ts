import type { PreflightFindingKind } from '../../contract/export-preview.ts'
import type { RowPictures } from '../rows/row-pictures.ts'
import { PICTURE_ROW_POINTS } from '../formats/xlsx/drawing.ts'

/** Height of a row without a picture, in points. */
const ROW_POINTS = 15
/**
 * LibreOffice stores the vertical position of a picture in 32 bits, with 12,700 units for a point. Below this
 * position, it puts all pictures in one position.
 */
const MAX_POINTS = 0x7fff_ffff / 12_700

/** Checks the positions of a workbook's pictures. */
export class PicturePreflight {
  readonly #pictures: RowPictures
  readonly #headerPoints: number
  /** Height of the rows above in this sheet. */
  #points = 0
  #belowLimit = 0

  constructor(pictures: RowPictures, hasHeader: boolean) {
    this.#pictures = pictures
    this.#headerPoints = hasHeader ? ROW_POINTS : 0
  }

  startSheet(): void {
    this.#points = this.#headerPoints
  }

  addRow(hasPicture: boolean): void {
    if (hasPicture && this.#points > MAX_POINTS) this.#belowLimit += 1
    this.#points += hasPicture ? PICTURE_ROW_POINTS : ROW_POINTS
  }

  /** Number of rows with a picture. */
  get pictureCount(): number {
    return this.#pictures.counts.shown
  }

  /** See {@link RowPictures.convertiblePictures}. */
  get missingThumbnails(): readonly string[] {
    return this.#pictures.convertiblePictures
  }

  /** Returns the kinds of findings with their counts, which may be 0. */
  get findings(): readonly (readonly [PreflightFindingKind, number])[] {
    const { unsupported, overLimit } = this.#pictures.counts
    return [
      ['pictures', overLimit],
      ['picturesTooLow', this.#belowLimit],
      ['pictureKinds', unsupported],
    ]
  }
}
