import { ByteBuffer } from '../../values/byte-buffer.ts'
import { htmlText } from '../../values/html-text.ts'
import type { HeldZipEntry } from './zip-writer.ts'

const BEGIN =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
/** So much is held before it is compressed. */
const PIECE_BYTES = 1 << 18

/**
 * What a part leads to (ECMA-376 part 2, 9.3): a separate part, which is held compressed until that one has
 * ended.
 */
export class PartRelationships {
  readonly #entry: HeldZipEntry
  readonly #bytes = new ByteBuffer()
  #count = 0

  constructor(entry: HeldZipEntry) {
    this.#entry = entry
    this.#bytes.ascii(BEGIN)
  }

  /** Adds one; gives its name. */
  add(type: string, target: string, isExternal = false): string {
    this.#count += 1
    const id = `rId${String(this.#count)}`
    const mode = isExternal ? ' TargetMode="External"' : ''
    this.#bytes.utf8(`<Relationship Id="${id}" Type="${type}" Target="${htmlText(target)}"${mode}/>`)
    return id
  }

  /** Resolves when more may come. */
  async flush(): Promise<void> {
    if (this.#bytes.length >= PIECE_BYTES) await this.#pass()
  }

  /** Writes it, where there is anything in it. */
  async end(): Promise<void> {
    if (this.#count === 0) return
    this.#bytes.ascii('</Relationships>')
    await this.#pass()
    await this.#entry.put()
  }

  async #pass(): Promise<void> {
    const piece = this.#bytes.take()
    this.#bytes.clear()
    await this.#entry.write(piece)
  }
}
