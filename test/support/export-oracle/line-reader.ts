import { StringDecoder } from 'node:string_decoder'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

/** Small enough for short-lived memory: long texts stay until a full garbage collection. */
const BYTES_AT_ONCE = 1 << 14

/** Reads a UTF-8 text line by line; every line ends with a line feed. */
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
    if (this.#begun + this.#decoder.end() !== '' || !this.isWhole())
      throw new MalformedFile(REASONS.truncated)
  }

  /** Reads a line without its end. */
  protected abstract line(text: string): void

  /** Whether the last line ends the file. */
  protected abstract isWhole(): boolean
}
