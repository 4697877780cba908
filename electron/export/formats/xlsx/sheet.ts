import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { AlterationCount } from '../format.ts'
import { ByteBuffer } from '../../values/byte-buffer.ts'
import { CellWriter } from './cells.ts'
import { columnLetters, columnWidths } from './columns.ts'
import type { SheetDrawing } from './drawing.ts'
import type { SheetLinks } from './links.ts'
import type { PartRelationships } from './relationships.ts'
import type { SharedStrings } from './shared-strings.ts'
import { STYLES } from './styles.ts'
import type { TableColumn } from '../../rows/table.ts'
import type { SheetRow } from './types.ts'
import type { ZipEntryWriter } from './zip-writer.ts'

/** Large enough that compressing a piece is worth a thread's while. */
const PIECE_BYTES = 1 << 18

export interface SheetOptions {
  readonly columns: readonly TableColumn[]
  /** Rows of data that will come. */
  readonly rowCount: number
  readonly hasHeader: boolean
  readonly timeZone?: TimeZoneChoice | undefined
  /** Whether its headings have buttons to filter by. */
  readonly isFiltered: boolean
  /** Where columns with links are. */
  readonly links: SheetLinks | null
  /** Where a column with pictures is. */
  readonly drawing: SheetDrawing | null
  /** What the sheet leads to; null: nothing. */
  readonly relationships: PartRelationships | null
}

/** One sheet (ECMA-376, 18.3.1.99), written as its rows come. */
export class SheetWriter {
  readonly #entry: ZipEntryWriter
  readonly #options: SheetOptions
  readonly #bytes = new ByteBuffer()
  readonly #cells: CellWriter
  #nextRow = 1
  /** Characters that its columns are wide. */
  #width = 0

  constructor(
    entry: ZipEntryWriter,
    options: SheetOptions,
    shared: SharedStrings,
    altered: AlterationCount | null,
  ) {
    this.#entry = entry
    this.#options = options
    this.#cells = new CellWriter(this.#bytes, options.columns, shared, options, altered)
  }

  /** @param sample the first rows, which the widths of the columns are made to fit. */
  begin(sample: readonly SheetRow[]): void {
    const { columns, hasHeader } = this.#options
    const widths = columnWidths(columns, sample)
    this.#width = widths.reduce((sum, width) => sum + width, 0)
    const pane =
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/>'
    this.#bytes.ascii(
      [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
        ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
        FITS_PAGES,
        `<dimension ref="${this.#range(this.#lastRow)}"/>`,
        `<sheetViews><sheetView workbookViewId="0">${hasHeader ? pane : ''}</sheetView></sheetViews>`,
        '<sheetFormatPr defaultRowHeight="15"/>',
        '<cols>',
        ...columns.map(({ kind }, index) => {
          const number = String(index + 1)
          return `<col min="${number}" max="${number}" width="${String(widths[index])}" style="${String(styleOf(kind))}" customWidth="1"/>`
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
    await this.#options.relationships?.flush()
    await this.#options.drawing?.flush()
  }

  async end(): Promise<void> {
    const { drawing, relationships } = this.#options
    const all = this.#range(this.#lastRow)
    const filter = this.#options.isFiltered ? `<autoFilter ref="${all}"/>` : ''
    this.#bytes.ascii(`</sheetData>${filter}`)
    this.#options.links?.writeTo(this.#bytes)
    this.#bytes.ascii(
      pageSetup(this.#width) +
        `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>`,
    )
    if (relationships !== null) drawing?.writeTo(this.#bytes, relationships)
    this.#bytes.ascii('</worksheet>')
    await this.#flush()
    await this.#entry.end()
    await relationships?.end()
    await drawing?.end()
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

/** What is entered in a column where nothing stands is styled as its cells are. */
function styleOf(kind: TableColumn['kind']): number {
  if (kind === 'dateTime' || kind === 'text') return STYLES[kind]
  return kind === 'boolean' ? STYLES.flag : STYLES.plain
}

/** Comes first in a sheet: it is printed on as many pages side by side as {@link pageSetup} says. */
const FITS_PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'

/** Characters that can stand side by side on a page in landscape and still be read. */
const CHARACTERS_ACROSS = 200

/**
 * How a sheet of so many characters is printed (ECMA-376, 18.3.1.62 and after): in landscape, its columns on
 * as few pages side by side as can be read, with its name above and the number of the page below.
 */
function pageSetup(characters: number): string {
  const across = Math.max(1, Math.ceil(characters / CHARACTERS_ACROSS))
  return (
    '<pageMargins left="0.4" right="0.4" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
    `<pageSetup orientation="landscape" fitToWidth="${String(across)}" fitToHeight="0"/>` +
    '<headerFooter><oddHeader>&amp;L&amp;A</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>'
  )
}
