import { ByteBuffer } from '../byte-buffer.ts'
import { CellWriter } from './cells.ts'
import { columnLetters, columnWidths } from './columns.ts'
import type { SheetLinks } from './links.ts'
import type { CellSum } from '../readback/cell-sum.ts'
import type { SharedStrings } from './shared-strings.ts'
import { STYLES } from './styles.ts'
import type { TableColumn } from '../table.ts'
import type { SheetRow } from './types.ts'
import type { ZipEntryWriter } from './zip-writer.ts'

/** Large enough that compressing a piece is worth a thread's while. */
const PIECE_BYTES = 1 << 19

export interface SheetOptions {
  readonly columns: readonly TableColumn[]
  /** Rows of data that will come. */
  readonly rowCount: number
  readonly hasHeader: boolean
  /** Whether its headings have buttons to filter by. */
  readonly isFiltered: boolean
  /** Where columns with links are. */
  readonly links: SheetLinks | null
}

/** One sheet (ECMA-376, 18.3.1.99), written as its rows come. */
export class SheetWriter {
  readonly #entry: ZipEntryWriter
  readonly #options: SheetOptions
  readonly #bytes = new ByteBuffer()
  readonly #cells: CellWriter
  #nextRow = 1

  constructor(entry: ZipEntryWriter, options: SheetOptions, shared: SharedStrings, sum: CellSum | null) {
    this.#entry = entry
    this.#options = options
    this.#cells = new CellWriter(this.#bytes, options.columns, shared, options.links, sum)
  }

  /** @param sample the first rows, which the widths of the columns are made to fit. */
  begin(sample: readonly SheetRow[]): void {
    const { columns, hasHeader } = this.#options
    const widths = columnWidths(columns, sample)
    const pane =
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/>'
    this.#bytes.ascii(
      [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
        ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
        `<dimension ref="${this.#range(this.#lastRow)}"/>`,
        `<sheetViews><sheetView workbookViewId="0">${hasHeader ? pane : ''}</sheetView></sheetViews>`,
        '<sheetFormatPr defaultRowHeight="15"/>',
        '<cols>',
        ...columns.map(({ kind }, index) => {
          const number = String(index + 1)
          const style = kind === 'dateTime' ? STYLES.dateTime : kind === 'text' ? STYLES.text : STYLES.plain
          return `<col min="${number}" max="${number}" width="${String(widths[index])}" style="${String(style)}" customWidth="1"/>`
        }),
        '</cols>',
        '<sheetData>',
      ].join(''),
    )
    if (!hasHeader) return
    this.#cells.headings(this.#nextRow)
    this.#nextRow += 1
  }

  /** Resolves when more may come. */
  async rows(rows: readonly SheetRow[]): Promise<void> {
    for (const row of rows) {
      this.#cells.row(this.#nextRow, row)
      this.#nextRow += 1
      if (this.#bytes.length >= PIECE_BYTES) await this.#flush()
    }
    await this.#options.links?.flush()
  }

  async end(): Promise<void> {
    const all = this.#range(this.#lastRow)
    const filter = this.#options.isFiltered ? `<autoFilter ref="${all}"/>` : ''
    this.#bytes.ascii(`</sheetData>${filter}`)
    this.#options.links?.writeTo(this.#bytes)
    this.#bytes.ascii(
      `<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>` +
        `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
    )
    await this.#flush()
    await this.#entry.end()
    await this.#options.links?.end()
  }

  get #lastRow(): number {
    return Math.max(this.#options.rowCount + (this.#options.hasHeader ? 1 : 0), 1)
  }

  #range(lastRow: number): string {
    return `A1:${columnLetters(this.#options.columns.length - 1)}${String(lastRow)}`
  }

  async #flush(): Promise<void> {
    const piece = this.#bytes.take()
    this.#bytes.clear()
    await this.#entry.write(piece)
  }
}
