import { StringDecoder } from 'node:string_decoder'
import { REASONS, NotAsWritten, type CellReader } from './types.ts'

/**
 * So few that their text is cleared away with what is young: long texts stay until all memory is gone
 * through.
 */
const BYTES_AT_ONCE = 1 << 14

/** Reads a text in UTF-8 line by line; each line ends with a line feed, the last one too. */
export abstract class LineReader implements CellReader {
  readonly #decoder = new StringDecoder('utf8')
  #begun = ''

  take(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE)
      this.#take(bytes.subarray(start, start + BYTES_AT_ONCE))
  }

  #take(bytes: Uint8Array): void {
    const lines = (this.#begun + this.#decoder.write(bytes)).split('\n')
    this.#begun = lines.pop() ?? ''
    for (const line of lines) this.line(line)
  }

  end(): void {
    if (this.#begun + this.#decoder.end() !== '' || !this.isWhole()) throw new NotAsWritten(REASONS.cutShort)
  }

  /** The next line, without its end. */
  protected abstract line(text: string): void

  /** Whether the last line was the one that a file ends with. */
  protected abstract isWhole(): boolean
}
