import { StringDecoder } from 'node:string_decoder'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

/** Small, because long texts stay in memory until a full garbage collection. */
const CHUNK_BYTES = 1 << 14

/** Reads a UTF-8 text line by line; every line ends with a line feed. */
export abstract class LineReader implements CellReader {
  readonly #decoder = new StringDecoder('utf8')
  #incompleteLine = ''

  write(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
      this.#writeChunk(bytes.subarray(start, start + CHUNK_BYTES))
  }

  #writeChunk(bytes: Uint8Array): void {
    const lines = (this.#incompleteLine + this.#decoder.write(bytes)).split('\n')
    this.#incompleteLine = lines.pop() ?? ''
    for (const line of lines) this.readLine(line)
  }

  end(): void {
    if (this.#incompleteLine + this.#decoder.end() !== '' || !this.isComplete())
      throw new MalformedFile(REASONS.truncated)
  }

  /** Reads a line without its end. */
  protected abstract readLine(text: string): void

  /** Returns whether the last line ends the file. */
  protected abstract isComplete(): boolean
}
