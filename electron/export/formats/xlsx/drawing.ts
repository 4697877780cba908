import { ByteBuffer } from '../../values/byte-buffer.ts'
import { htmlText } from '../../values/html-text.ts'
import { parsePictureCell, type PictureShape } from '../../rows/row-pictures.ts'
import { PartRelationships } from './relationships.ts'
import type { BufferedZipEntry, ZipWriter } from './zip-writer.ts'

export const drawingPath = (index: number): string => `xl/drawings/drawing${String(index + 1)}.xml`
const drawingRelationshipsPath = (index: number): string =>
  `xl/drawings/_rels/drawing${String(index + 1)}.xml.rels`

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const IMAGE = `${RELATIONSHIPS}/image`
const DRAWING = `${RELATIONSHIPS}/drawing`
const XML_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"' +
  ` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${RELATIONSHIPS}">`
const XML_END = '</xdr:wsDr>'
/** Size of chunks for compression. */
const CHUNK_BYTES = 1 << 18

/** English Metric Units in a pixel of 1/96 inch (ECMA-376, 20.1.10.16). */
const UNITS_PER_PIXEL = 9_525
/** Pixels of the box that a picture is fitted into, and around it. */
const BOX = { width: 108, height: 66, left: 5, top: 3 } as const
const MAX_DESCRIPTION_LENGTH = 250

/** Height of a row with a picture, in points. */
export const PICTURE_ROW_POINTS = ((BOX.height + 2 * BOX.top) * 72) / 96
/** Width of a column with pictures, in characters of seven pixels. */
export const PICTURE_COLUMN_WIDTH = (BOX.width + 2 * BOX.left) / 7

/** Returns the index of a picture in the workbook and its shape, or null if it is not included. */
export type FindPicture = (name: string) => { readonly index: number; readonly shape: PictureShape } | null

/** Returns the path of a picture in the workbook. */
export function mediaPath(index: number, { kind }: Pick<PictureShape, 'kind'>): string {
  return `xl/media/image${String(index + 1)}.${kind}`
}

/**
 * Writes the pictures of a sheet (ECMA-376, 20.5), each fitted into its cell. Two anchors make them move and
 * hide with their cells when sorting and filtering. The part is buffered until the sheet has ended.
 */
export class SheetDrawing {
  readonly #path: string
  readonly #entry: BufferedZipEntry
  readonly #relationships: PartRelationships
  readonly #findPicture: FindPicture
  readonly #bytes = new ByteBuffer()
  /** Ids of relationships by index of the picture. */
  readonly #relationshipIds = new Map<number, string>()
  #count = 0

  /** @param index index of the sheet */
  constructor(zip: Pick<ZipWriter, 'buffer'>, index: number, find: FindPicture) {
    this.#path = drawingPath(index)
    this.#entry = zip.buffer(this.#path)
    this.#relationships = new PartRelationships(zip.buffer(drawingRelationshipsPath(index)))
    this.#findPicture = find
    this.#bytes.ascii(XML_START)
  }

  /**
   * Adds a picture to a cell. Returns false if the workbook does not include it.
   * @param row index from 0, as `column`
   */
  add(column: number, row: number, cell: string): boolean {
    const { name, altText } = parsePictureCell(cell)
    const picture = this.#findPicture(name)
    if (picture === null) return false
    const { index, shape } = picture
    this.#count += 1
    const number = String(this.#count)
    const { left, top, width, height } = fitToBox(shape)
    const corner = (elementName: string, x: number, y: number): string =>
      `<xdr:${elementName}><xdr:col>${String(column)}</xdr:col><xdr:colOff>${String(x)}</xdr:colOff>` +
      `<xdr:row>${String(row)}</xdr:row><xdr:rowOff>${String(y)}</xdr:rowOff></xdr:${elementName}>`
    this.#bytes.utf8(
      '<xdr:twoCellAnchor>' +
        corner('from', left, top) +
        corner('to', left + width, top + height) +
        `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${String(this.#count + 1)}" name="Picture ${number}" descr="${htmlText(altText.slice(0, MAX_DESCRIPTION_LENGTH))}"/>` +
        '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>' +
        `<xdr:blipFill><a:blip r:embed="${this.#relationshipId(index, shape)}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
        `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${String(width)}" cy="${String(height)}"/></a:xfrm>` +
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor>',
    )
    return true
  }

  #relationshipId(index: number, shape: PictureShape): string {
    let id = this.#relationshipIds.get(index)
    if (id === undefined) {
      id = this.#relationships.add(IMAGE, mediaPath(index, shape).replace('xl/', '../'))
      this.#relationshipIds.set(index, id)
    }
    return id
  }

  /** Writes the reference to the drawing into the sheet. */
  writeTo(bytes: ByteBuffer, relationships: PartRelationships): void {
    bytes.ascii(`<drawing r:id="${relationships.add(DRAWING, this.#path.replace('xl/', '../'))}"/>`)
  }

  /** Resolves when it can receive more. */
  async flush(): Promise<void> {
    if (this.#bytes.length >= CHUNK_BYTES) await this.#writeChunk()
    await this.#relationships.flush()
  }

  /** Writes the part after the sheet. */
  async end(): Promise<void> {
    this.#bytes.ascii(XML_END)
    await this.#writeChunk()
    await this.#entry.finish()
    await this.#relationships.end()
  }

  async #writeChunk(): Promise<void> {
    const chunk = this.#bytes.toBytes()
    this.#bytes.clear()
    await this.#entry.write(chunk)
  }
}

/** Centers a picture in its box, shrunk if necessary, in English Metric Units. */
export function fitToBox({ width, height }: Pick<PictureShape, 'width' | 'height'>): {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
} {
  const scale = Math.min(1, BOX.width / width, BOX.height / height) * UNITS_PER_PIXEL
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return {
    ...size,
    left: BOX.left * UNITS_PER_PIXEL + Math.floor((BOX.width * UNITS_PER_PIXEL - size.width) / 2),
    top: BOX.top * UNITS_PER_PIXEL + Math.floor((BOX.height * UNITS_PER_PIXEL - size.height) / 2),
  }
}
