import { ByteBuffer } from '../../values/byte-buffer.ts'
import { htmlText } from '../../values/html-text.ts'
import type { BufferedZipEntry } from './zip-writer.ts'

const XML_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
/** Size of chunks for compression. */
const CHUNK_BYTES = 1 << 18

/**
 * Writes the relationships of a part (ECMA-376 part 2, 9.3): a separate part, which is buffered until that
 * one has ended.
 */
export class PartRelationships {
  readonly #entry: BufferedZipEntry
  readonly #bytes = new ByteBuffer()
  #count = 0

  constructor(entry: BufferedZipEntry) {
    this.#entry = entry
    this.#bytes.ascii(XML_START)
  }

  /** Adds a relationship and returns its id. */
  add(type: string, target: string, isExternal = false): string {
    this.#count += 1
    const id = `rId${String(this.#count)}`
    const mode = isExternal ? ' TargetMode="External"' : ''
    this.#bytes.utf8(`<Relationship Id="${id}" Type="${type}" Target="${htmlText(target)}"${mode}/>`)
    return id
  }

  /** Resolves when it can receive more. */
  async flush(): Promise<void> {
    if (this.#bytes.length >= CHUNK_BYTES) await this.#writeChunk()
  }

  /** Writes the part unless it is empty. */
  async end(): Promise<void> {
    if (this.#count === 0) return
    this.#bytes.ascii('</Relationships>')
    await this.#writeChunk()
    await this.#entry.finish()
  }

  async #writeChunk(): Promise<void> {
    const chunk = this.#bytes.toBytes()
    this.#bytes.clear()
    await this.#entry.write(chunk)
  }
}
