import { openWriter } from '../open-writer.ts'
import type { CellValue } from '../table.ts'
import type { TableWriter, UnplacedRequest } from '../types.ts'

/** So many rows are written to learn how large the file will be: the first half of them, then some of all the others. */
const SAMPLED_ROWS = 20_000

/** Learns how large a file will be by writing a part of its rows to nowhere. */
export class SizeEstimate {
  readonly #rows: number
  readonly #writer: TableWriter
  #bytes = 0
  #sampled = 0

  constructor(request: UnplacedRequest, rows: number) {
    this.#rows = rows
    this.#writer = openWriter(request, { count: rows, sheets: [] }, (piece) => {
      this.#bytes += piece.byteLength
    })
    this.#writer.begin()
  }

  /** @param looked how many rows came before these. */
  async rows(rows: readonly (readonly CellValue[])[], looked: number): Promise<void> {
    const isFirst = looked < SAMPLED_ROWS / 2
    if (!isFirst && this.#sampled / SAMPLED_ROWS > looked / this.#rows) return
    await this.#writer.rows(rows)
    this.#sampled += rows.length
  }

  /** Resolves to what the whole will be. */
  async end(): Promise<{ readonly bytes: number; readonly exact: boolean }> {
    await this.#writer.end()
    const exact = this.#sampled === this.#rows
    return { bytes: exact ? this.#bytes : Math.round((this.#bytes / this.#sampled) * this.#rows), exact }
  }
}
