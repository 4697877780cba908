import { ByteBuffer } from '../byte-buffer.ts'
import { htmlText } from '../html-text.ts'
import { linkOf } from '../link.ts'
import { SHEET_LIMITS } from './types.ts'
import type { HeldZipEntry } from './zip-writer.ts'

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'
const BEGIN =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
/** Of the relationships so much is held before it is compressed. */
const PIECE_BYTES = 1 << 18

/**
 * The links of a sheet (ECMA-376, 18.3.1.47): where they stand is a part of the sheet, where they lead one of its own,
 * which is held compressed until the sheet has ended. So many of them that a sheet cannot hold are left out.
 */
export class SheetLinks {
  readonly #entry: HeldZipEntry
  readonly #places = new ByteBuffer()
  readonly #relationships = new ByteBuffer()
  #count = 0

  constructor(entry: HeldZipEntry) {
    this.#entry = entry
    this.#relationships.ascii(BEGIN)
  }

  /** Makes a cell a link, as far as its text is an address; false: it is none, or there are too many. */
  add(cell: string, text: string): boolean {
    if (this.#count === SHEET_LIMITS.links) return false
    const link = linkOf(text)
    if (link === null) return false
    this.#count += 1
    const id = `rId${String(this.#count)}`
    this.#places.ascii(`<hyperlink ref="${cell}" r:id="${id}"/>`)
    this.#relationships.utf8(
      `<Relationship Id="${id}" Type="${TYPE}" Target="${htmlText(link)}" TargetMode="External"/>`,
    )
    return true
  }

  /** Resolves when more may come. */
  async flush(): Promise<void> {
    if (this.#relationships.length >= PIECE_BYTES) await this.#pass()
  }

  /** Writes where they stand, as a part of the sheet. */
  writeTo(bytes: ByteBuffer): void {
    if (this.#count === 0) return
    bytes.ascii('<hyperlinks>')
    bytes.append(this.#places)
    bytes.ascii('</hyperlinks>')
  }

  /** Writes where they lead, behind the sheet. */
  async end(): Promise<void> {
    if (this.#count === 0) return
    this.#relationships.ascii('</Relationships>')
    await this.#pass()
    await this.#entry.put()
  }

  async #pass(): Promise<void> {
    const piece = this.#relationships.take()
    this.#relationships.clear()
    await this.#entry.write(piece)
  }
}
