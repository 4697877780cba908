import { openWriter } from '../open-writer.ts'
import type { PicturesOfRows, RowPictures } from '../rows/row-pictures.ts'
import type { CellValue } from '../rows/table.ts'
import type { FurtherSheet, RowsToWrite, TableWriter, ExportContent } from '../types.ts'
import { mediaPath } from '../formats/xlsx/drawing.ts'
import { storedBytes } from '../formats/xlsx/zip-writer.ts'

/**
 * So many rows are written to learn how large the file will be: the first half of them, then some of all the
 * others.
 */
const SAMPLED_ROWS = 20_000

/** Learns how large a file will be by writing a part of its rows to nowhere. */
export class SizeEstimate {
  readonly #request: ExportContent
  readonly #rows: number
  readonly #sheets: readonly FurtherSheet[]
  readonly #pictures: RowPictures | null
  readonly #writer: TableWriter
  #bytes = 0
  #sampled = 0

  /** @param rows that come; their further sheets are asked for their content at the end. */
  constructor(
    request: ExportContent,
    { count, sheets, pictures }: Pick<RowsToWrite, 'count' | 'sheets' | 'pictures'>,
  ) {
    this.#request = request
    this.#rows = count
    this.#sheets = sheets
    this.#pictures = pictures
    this.#writer = openWriter(
      request,
      { count, sheets, pictures: pictures === null ? null : withoutFiles(pictures) },
      (piece) => {
        this.#bytes += piece.byteLength
      },
    )
    this.#writer.begin()
  }

  /** @param checkedRows how many rows came before these. */
  async rows(rows: readonly (readonly CellValue[])[], checkedRows: number): Promise<void> {
    const isFirst = checkedRows < SAMPLED_ROWS / 2
    if (!isFirst && this.#sampled / SAMPLED_ROWS > checkedRows / this.#rows) return
    await this.#writer.rows(rows)
    this.#sampled += rows.length
  }

  /** Resolves to what the whole will be. */
  async end(): Promise<{ readonly bytes: number; readonly exact: boolean }> {
    await this.#writer.end()
    const exact = this.#sampled === this.#rows
    if (exact) return { bytes: this.#bytes + this.#pictureBytes, exact }
    // They are there once, however many rows there are.
    const ofSheets =
      this.#sheets.length === 0 ? 0 : (await this.#sizeWith(this.#sheets)) - (await this.#sizeWith([]))
    const ofRows = ((this.#bytes - ofSheets) / this.#sampled) * this.#rows
    return { bytes: Math.round(ofRows + ofSheets) + this.#pictureBytes, exact }
  }

  /** Bytes of a file with these sheets and no row. */
  async #sizeWith(sheets: readonly FurtherSheet[]): Promise<number> {
    let bytes = 0
    const writer = openWriter(this.#request, { count: 0, sheets }, (piece) => {
      bytes += piece.byteLength
    })
    writer.begin()
    await writer.end()
    return bytes
  }

  /** All rows were looked at, and so all pictures. */
  get #pictureBytes(): number {
    const shapes = this.#pictures?.shapes ?? []
    return shapes.reduce(
      (sum, shape, place) => sum + storedBytes(mediaPath(place, shape), shape.byteLength),
      0,
    )
  }
}

/** Where they stand is written, and they themselves are counted: reading them once is enough. */
function withoutFiles(pictures: RowPictures): PicturesOfRows {
  return { gather: null, shapeOf: (name) => pictures.shapeOf(name) }
}
