import { ByteBuffer } from '../../values/byte-buffer.ts'
import { linkOf } from '../../values/cell-text.ts'
import type { PartRelationships } from './relationships.ts'
import { SHEET_LIMITS } from '../../../contract/export-formats.ts'

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'

/**
 * The links of a sheet (ECMA-376, 18.3.1.47): where they stand is a part of the sheet, where they lead is one
 * of its relationships. So many of them that a sheet cannot hold are left out.
 */
export class SheetLinks {
  readonly #relationships: PartRelationships
  readonly #places = new ByteBuffer()
  #count = 0

  constructor(relationships: PartRelationships) {
    this.#relationships = relationships
  }

  /** Makes a cell a link, as far as its text is an address; false: it is none, or there are too many. */
  add(cell: string, text: string): boolean {
    if (this.#count === SHEET_LIMITS.links) return false
    const link = linkOf(text)
    if (link === null) return false
    this.#count += 1
    const id = this.#relationships.add(TYPE, link, true)
    this.#places.ascii(`<hyperlink ref="${cell}" r:id="${id}"/>`)
    return true
  }

  /** Writes where they stand, as a part of the sheet. */
  writeTo(bytes: ByteBuffer): void {
    if (this.#count === 0) return
    bytes.ascii('<hyperlinks>')
    bytes.append(this.#places)
    bytes.ascii('</hyperlinks>')
  }
}
