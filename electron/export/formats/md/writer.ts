import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { AlterationCount } from '../format.ts'
import { ByteBuffer } from '../../values/byte-buffer.ts'
import { cellText, linkOf } from '../../values/cell-text.ts'
import { documentText } from '../../values/html-text.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { TableWriter } from '../../types.ts'

/**
 * What Markdown, or a dialect of it with formulas, would take for something else than a character within a
 * cell.
 */
const MARKUP = /[\\`*_[\]<>|~$&]/gu
/**
 * As references (CommonMark 0.31, 2.5): what turns the rest of a line around, and blanks at the ends, which
 * are dropped.
 */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const OUTER_BLANKS = /^\s+|\s+$|\t/gu
const LINE_END = /\r\n|\r|\n|[\v\f\u0085\u2028\u2029]/gu

const reference = (text: string): string =>
  Array.from(text, (character) => `&#${String(character.codePointAt(0))};`).join('')

/**
 * A text for a cell of a Markdown table, in which nothing of it is markup. A line end is `<br>`, for a row is
 * one line; a control character is U+FFFD.
 */
export function markdownText(text: string): string {
  return text.split(LINE_END).map(lineText).join('<br>')
}

function lineText(text: string): string {
  return documentText(text)
    .replace(MARKUP, (character) => `\\${character}`)
    .replace(TURNING, reference)
    .replace(OUTER_BLANKS, reference)
}

interface MarkdownTable {
  readonly columns: readonly TableColumn[]
  readonly hasHeader: boolean
  readonly timeZone?: TimeZoneChoice | undefined
}

/**
 * A table of GitHub Flavored Markdown (0.29, 4.10). Numbers stand at the right. Such a table has a line of
 * headings in any case: without names it is empty.
 */
export class MarkdownWriter implements TableWriter {
  readonly #columns: readonly TableColumn[]
  readonly #hasHeader: boolean
  readonly #timeZone: TimeZoneChoice
  readonly #altered: AlterationCount | null
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #bytes = new ByteBuffer()

  /** @param altered counts the cells that differ from the data. */
  constructor(
    { columns, hasHeader, timeZone = 'local' }: MarkdownTable,
    write: (bytes: Uint8Array<ArrayBuffer>) => void,
    altered: AlterationCount | null = null,
  ) {
    this.#altered = altered
    this.#timeZone = timeZone
    this.#columns = columns
    this.#hasHeader = hasHeader
    this.#write = write
  }

  begin(): void {
    this.#line(this.#columns.map(({ heading }) => (this.#hasHeader ? markdownText(heading) : '')))
    this.#line(this.#columns.map(({ kind, words }) => (kind === 'number' && words === null ? '---:' : '---')))
    this.#flush()
  }

  rows(rows: readonly (readonly CellValue[])[]): void {
    for (const row of rows)
      this.#line(this.#columns.map((column, index) => this.#cell(row[index] ?? null, column)))
    this.#flush()
  }

  end(): void {
    // A table ends with its last line.
  }

  #cell(value: CellValue, column: TableColumn): string {
    const text = cellText(value, column, this.#timeZone)
    // A line end that is no line feed is one in a table too.
    const isHeld = text.split(LINE_END).every((line) => documentText(line) === line)
    if (!isHeld && this.#altered !== null) this.#altered.replaced += 1
    return cellMarkdown(text, value, column)
  }

  #line(cells: readonly string[]): void {
    this.#bytes.utf8(`| ${cells.join(' | ')} |\n`)
  }

  #flush(): void {
    const piece = this.#bytes.take()
    this.#bytes.clear()
    this.#write(piece)
  }
}

/** An address stands in angle brackets (CommonMark 0.31, 6.5), where nothing has to be escaped. */
function cellMarkdown(text: string, value: CellValue, column: TableColumn): string {
  const link = column.kind === 'link' && typeof value === 'string' ? linkOf(value) : null
  return link === null ? markdownText(text) : `<${link}>`
}
