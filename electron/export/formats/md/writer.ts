import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { AlterationCount } from '../format.ts'
import { ByteBuffer } from '../../values/byte-buffer.ts'
import { cellText, linkOf } from '../../values/cell-text.ts'
import { documentText } from '../../values/html-text.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { TableWriter } from '../../types.ts'

/** Characters with a meaning in Markdown or a dialect with formulas. */
const MARKUP = /[\\`*_[\]<>|~$&]/gu
/**
 * Escaped as references (CommonMark 0.31, 2.5): direction marks, and spaces at the ends, which are removed.
 */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const OUTER_SPACES = /^\s+|\s+$|\t/gu
const NO_RARE_LINE_ENDS = /[^\v\f\u0085]+/gu
const LINE_END = /\r\n|\r|\n|[\v\f\u0085\u2028\u2029]/gu

const toReferences = (text: string): string =>
  Array.from(text, (character) => `&#${String(character.codePointAt(0))};`).join('')

/** Escapes a text for a cell of a Markdown table. Line ends become `<br>`, and control characters U+FFFD. */
export function markdownText(text: string): string {
  return text.split(LINE_END).map(lineText).join('<br>')
}

/** Replaces characters that a table cannot contain with U+FFFD. All line ends are line breaks there. */
export function replaceUnsupported(text: string): string {
  // Nearly all texts contain neither.
  return documentText(text) === text ? text : text.replace(NO_RARE_LINE_ENDS, (part) => documentText(part))
}

function lineText(text: string): string {
  return documentText(text)
    .replace(MARKUP, (character) => `\\${character}`)
    .replace(DIRECTION_MARKS, toReferences)
    .replace(OUTER_SPACES, toReferences)
}

interface MarkdownTable {
  readonly columns: readonly TableColumn[]
  readonly hasHeader: boolean
  readonly timeZone?: TimeZoneChoice | undefined
}

/**
 * Writes a table of GitHub Flavored Markdown (0.29, 4.10), with numbers on the right. Without headings, the
 * header line is empty.
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
    this.#line(
      this.#columns.map(({ kind, nameOf }) => (kind === 'number' && nameOf === null ? '---:' : '---')),
    )
    this.#flush()
  }

  writeRows(rows: readonly (readonly CellValue[])[]): void {
    for (const row of rows)
      this.#line(this.#columns.map((column, index) => this.#cell(row[index] ?? null, column)))
    this.#flush()
  }

  end(): void {
    // Nothing follows the last line.
  }

  #cell(value: CellValue, column: TableColumn): string {
    const text = cellText(value, column, this.#timeZone)
    if (this.#altered !== null && replaceUnsupported(text) !== text) this.#altered.replaced += 1
    return cellMarkdown(text, value, column)
  }

  #line(cells: readonly string[]): void {
    this.#bytes.utf8(`| ${cells.join(' | ')} |\n`)
  }

  #flush(): void {
    const chunk = this.#bytes.toBytes()
    this.#bytes.clear()
    this.#write(chunk)
  }
}

/** Formats a cell; addresses are in angle brackets (CommonMark 0.31, 6.5), where nothing needs an escape. */
function cellMarkdown(text: string, value: CellValue, column: TableColumn): string {
  const link = column.kind === 'link' && typeof value === 'string' ? linkOf(value) : null
  return link === null ? markdownText(text) : `<${link}>`
}
