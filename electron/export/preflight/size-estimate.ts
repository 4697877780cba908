import { openWriter } from '../open-writer.ts'
import type { PicturesOfRows, RowPictures } from '../rows/row-pictures.ts'
import type { CellValue } from '../rows/table.ts'
import type { AdditionalSheet, RowsToWrite, TableWriter, ExportContent } from '../types.ts'
import { mediaPath } from '../formats/xlsx/drawing.ts'
import { storedBytes } from '../formats/xlsx/zip-writer.ts'

/**
 * Rows that are written to estimate the size: half of them from the start, the others spread over the rest.
 */
const SAMPLED_ROWS = 20_000

/** Estimates the size of a file by writing a sample of its rows. */
export class SizeEstimate {
  readonly #request: ExportContent
  readonly #rowCount: number
  readonly #sheets: readonly AdditionalSheet[]
  readonly #pictures: RowPictures | null
  readonly #writer: TableWriter
  #bytes = 0
  #sampledRows = 0

  /** Creates an estimate. Additional sheets are read at the end. */
  constructor(
    request: ExportContent,
    { count, sheets, pictures }: Pick<RowsToWrite, 'count' | 'sheets' | 'pictures'>,
  ) {
    this.#request = request
    this.#rowCount = count
    this.#sheets = sheets
    this.#pictures = pictures
    this.#writer = openWriter(
      request,
      { count, sheets, pictures: pictures === null ? null : withoutMedia(pictures) },
      (chunk) => {
        this.#bytes += chunk.byteLength
      },
    )
    this.#writer.begin()
  }

  /**
   * Adds rows.
   * @param checkedRows number of rows before these
   */
  async addRows(rows: readonly (readonly CellValue[])[], checkedRows: number): Promise<void> {
    const isFirst = checkedRows < SAMPLED_ROWS / 2
    if (!isFirst && this.#sampledRows / SAMPLED_ROWS > checkedRows / this.#rowCount) return
    await this.#writer.writeRows(rows)
    this.#sampledRows += rows.length
  }

  /** Returns the estimate, and whether it is exact. */
  async end(): Promise<{ readonly bytes: number; readonly isExact: boolean }> {
    await this.#writer.end()
    const isExact = this.#sampledRows === this.#rowCount
    if (isExact) return { bytes: this.#bytes + this.#pictureBytes, isExact }
    // Additional sheets do not grow with the rows.
    const sheetBytes =
      this.#sheets.length === 0 ? 0 : (await this.#sizeWith(this.#sheets)) - (await this.#sizeWith([]))
    const rowBytes = ((this.#bytes - sheetBytes) / this.#sampledRows) * this.#rowCount
    return { bytes: Math.round(rowBytes + sheetBytes) + this.#pictureBytes, isExact }
  }

  /** Returns the bytes of a file with these sheets and no rows. */
  async #sizeWith(sheets: readonly AdditionalSheet[]): Promise<number> {
    let bytes = 0
    const writer = openWriter(this.#request, { count: 0, sheets }, (chunk) => {
      bytes += chunk.byteLength
    })
    writer.begin()
    await writer.end()
    return bytes
  }

  /** All rows were checked, so all pictures are known. */
  get #pictureBytes(): number {
    const shapes = this.#pictures?.shapes ?? []
    return shapes.reduce(
      (sum, shape, index) => sum + storedBytes(mediaPath(index, shape), shape.byteLength),
      0,
    )
  }
}

/** Writes only the positions of pictures; their files are counted separately. */
function withoutMedia(pictures: RowPictures): PicturesOfRows {
  return { collect: null, shapeOf: (name) => pictures.shapeOf(name) }
}
