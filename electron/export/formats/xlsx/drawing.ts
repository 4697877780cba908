import { ByteBuffer } from '../../values/byte-buffer.ts'
import { htmlText } from '../../values/html-text.ts'
import { readPictureCell, type PictureShape } from '../../rows/row-pictures.ts'
import { drawingPath, drawingRelationshipsPath } from './parts.ts'
import { PartRelationships } from './relationships.ts'
import type { HeldZipEntry, ZipWriter } from './zip-writer.ts'

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const IMAGE = `${RELATIONSHIPS}/image`
const DRAWING = `${RELATIONSHIPS}/drawing`
const BEGIN =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"' +
  ` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${RELATIONSHIPS}">`
const END = '</xdr:wsDr>'
/** Of the pictures' places so much is held before it is compressed. */
const PIECE_BYTES = 1 << 18

/** English Metric Units in a pixel of 1/96 inch (ECMA-376, 20.1.10.16). */
const UNITS = 9_525
/** Pixels of the box that a picture is fitted into, and around it. */
const BOX = { width: 108, height: 66, left: 5, top: 3 } as const
const MAX_DESCRIPTION_LENGTH = 250

/** How high a row with a picture is, in points. */
export const PICTURE_ROW_POINTS = ((BOX.height + 2 * BOX.top) * 72) / 96
/** How wide a column with pictures is, in characters, of which each has seven pixels. */
export const PICTURE_COLUMN_WIDTH = (BOX.width + 2 * BOX.left) / 7

/** The place of a picture among those of the workbook, and its shape; null: it is not in it. */
export type FindPicture = (name: string) => { readonly place: number; readonly shape: PictureShape } | null

/** Where the file of a picture stands. */
export function mediaPath(place: number, { kind }: Pick<PictureShape, 'kind'>): string {
  return `xl/media/image${String(place + 1)}.${kind}`
}

/**
 * The pictures of a sheet (ECMA-376, 20.5), each in the box of its cell with its proportions. They move and
 * are hidden with their cells, so that filtering and sorting take them along: this is why each is anchored at
 * two corners. The part is held compressed until the sheet has ended.
 */
export class SheetDrawing {
  readonly #path: string
  readonly #entry: HeldZipEntry
  readonly #relationships: PartRelationships
  readonly #find: FindPicture
  readonly #bytes = new ByteBuffer()
  /** Names of relationships, by the places of pictures. */
  readonly #names = new Map<number, string>()
  #count = 0

  /** @param index of the sheet. */
  constructor(zip: Pick<ZipWriter, 'hold'>, index: number, find: FindPicture) {
    this.#path = drawingPath(index)
    this.#entry = zip.hold(this.#path)
    this.#relationships = new PartRelationships(zip.hold(drawingRelationshipsPath(index)))
    this.#find = find
    this.#bytes.ascii(BEGIN)
  }

  /**
   * Puts a picture into a cell; returns false where there is none that the workbook can have.
   * @param row from 0, as `column` is.
   */
  add(column: number, row: number, cell: string): boolean {
    const { name, words } = readPictureCell(cell)
    const found = this.#find(name)
    if (found === null) return false
    const { place, shape } = found
    this.#count += 1
    const number = String(this.#count)
    const { left, top, width, height } = fitted(shape)
    const corner = (name: string, x: number, y: number): string =>
      `<xdr:${name}><xdr:col>${String(column)}</xdr:col><xdr:colOff>${String(x)}</xdr:colOff>` +
      `<xdr:row>${String(row)}</xdr:row><xdr:rowOff>${String(y)}</xdr:rowOff></xdr:${name}>`
    this.#bytes.utf8(
      '<xdr:twoCellAnchor>' +
        corner('from', left, top) +
        corner('to', left + width, top + height) +
        `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${String(this.#count + 1)}" name="Picture ${number}" descr="${htmlText(words.slice(0, MAX_DESCRIPTION_LENGTH))}"/>` +
        '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>' +
        `<xdr:blipFill><a:blip r:embed="${this.#nameOf(place, shape)}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
        `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${String(width)}" cy="${String(height)}"/></a:xfrm>` +
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor>',
    )
    return true
  }

  #nameOf(place: number, shape: PictureShape): string {
    let name = this.#names.get(place)
    if (name === undefined) {
      name = this.#relationships.add(IMAGE, mediaPath(place, shape).replace('xl/', '../'))
      this.#names.set(place, name)
    }
    return name
  }

  /** Writes where the drawing is, as a part of the sheet, to which these relationships belong. */
  writeTo(bytes: ByteBuffer, relationships: PartRelationships): void {
    bytes.ascii(`<drawing r:id="${relationships.add(DRAWING, this.#path.replace('xl/', '../'))}"/>`)
  }

  /** Resolves when more may come. */
  async flush(): Promise<void> {
    if (this.#bytes.length >= PIECE_BYTES) await this.#pass()
    await this.#relationships.flush()
  }

  /** Writes it, behind the sheet. */
  async end(): Promise<void> {
    this.#bytes.ascii(END)
    await this.#pass()
    await this.#entry.put()
    await this.#relationships.end()
  }

  async #pass(): Promise<void> {
    const piece = this.#bytes.take()
    this.#bytes.clear()
    await this.#entry.write(piece)
  }
}

/**
 * A picture in the middle of its box, made smaller where it has to be and never larger, in English Metric
 * Units.
 */
export function fitted({ width, height }: Pick<PictureShape, 'width' | 'height'>): {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
} {
  const scale = Math.min(1, BOX.width / width, BOX.height / height) * UNITS
  const shown = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return {
    ...shown,
    left: BOX.left * UNITS + Math.floor((BOX.width * UNITS - shown.width) / 2),
    top: BOX.top * UNITS + Math.floor((BOX.height * UNITS - shown.height) / 2),
  }
}
