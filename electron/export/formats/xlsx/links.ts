import { ByteBuffer } from '../../values/byte-buffer.ts'
import { linkOf } from '../../values/cell-text.ts'
import type { PartRelationships } from './relationships.ts'
import { SHEET_LIMITS } from '../../../contract/export-formats.ts'

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'

/**
 * Collects the links of a sheet (ECMA-376, 18.3.1.47): their cells are a part of the sheet, their targets are
 * relationships. Links beyond the limit of a sheet are left out.
 */
export class SheetLinks {
  readonly #relationships: PartRelationships
  readonly #elements = new ByteBuffer()
  #count = 0

  constructor(relationships: PartRelationships) {
    this.#relationships = relationships
  }

  /** Adds a link. Returns false if the text is not an address, or if there are too many. */
  add(cell: string, text: string): boolean {
    if (this.#count === SHEET_LIMITS.links) return false
    const link = linkOf(text)
    if (link === null) return false
    this.#count += 1
    const id = this.#relationships.add(TYPE, link, true)
    this.#elements.ascii(`<hyperlink ref="${cell}" r:id="${id}"/>`)
    return true
  }

  /** Writes the element `hyperlinks` of the sheet. */
  writeTo(bytes: ByteBuffer): void {
    if (this.#count === 0) return
    bytes.ascii('<hyperlinks>')
    bytes.append(this.#elements)
    bytes.ascii('</hyperlinks>')
  }
}
