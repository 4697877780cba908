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

/** Large enough to be worth compressing in a thread. */
const CHUNK_BYTES = 1 << 18

export interface SheetOptions {
  readonly columns: readonly TableColumn[]
  /** Number of data rows. */
  readonly rowCount: number
  readonly hasHeader: boolean
  readonly timeZone?: TimeZoneChoice | undefined
  /** See `WorkbookOptions`. */
  readonly leavesOutLongTexts?: boolean | undefined
  /** Whether the headings have filter buttons. */
  readonly isFiltered: boolean
  /** The links, if columns have any. */
  readonly links: SheetLinks | null
  /** The pictures, if a column has any. */
  readonly drawing: SheetDrawing | null
  /** The relationships of the sheet, if any. */
  readonly relationships: PartRelationships | null
}

/** Writes one sheet (ECMA-376, 18.3.1.99) while its rows arrive. */
export class SheetWriter {
  readonly #entry: ZipEntryWriter
  readonly #options: SheetOptions
  readonly #bytes = new ByteBuffer()
  readonly #cells: CellWriter
  #nextRow = 1
  /** Total width of the columns in characters. */
  #totalWidth = 0

  constructor(
    entry: ZipEntryWriter,
    options: SheetOptions,
    sharedStrings: SharedStrings,
    altered: AlterationCount | null,
  ) {
    this.#entry = entry
    this.#options = options
    this.#cells = new CellWriter(this.#bytes, options.columns, sharedStrings, options, altered)
  }

  /**
   * Writes the start of the sheet.
   * @param sample the first rows, to determine the widths of columns
   */
  begin(sample: readonly SheetRow[]): void {
    const { columns, hasHeader } = this.#options
    const widths = columnWidths(columns, sample)
    this.#totalWidth = widths.reduce((sum, width) => sum + width, 0)
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
    this.#cells.writeHeadings(this.#nextRow)
    this.#nextRow += 1
  }

  /** Writes rows. Resolves when it can receive more. */
  async rows(rows: readonly SheetRow[]): Promise<void> {
    for (const row of rows) {
      this.#cells.writeRow(this.#nextRow, row)
      this.#nextRow += 1
      if (this.#bytes.length >= CHUNK_BYTES) await this.#flush()
    }
    await this.#options.relationships?.flush()
    await this.#options.drawing?.flush()
  }

  async end(): Promise<void> {
    const { drawing, relationships } = this.#options
    const range = this.#range(this.#lastRow)
    const filter = this.#options.isFiltered ? `<autoFilter ref="${range}"/>` : ''
    this.#bytes.ascii(`</sheetData>${filter}`)
    this.#options.links?.writeTo(this.#bytes)
    this.#bytes.ascii(
      pageSetup(this.#totalWidth) +
        `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`,
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
    const chunk = this.#bytes.toBytes()
    this.#bytes.clear()
    await this.#entry.write(chunk)
  }
}

/** Empty cells have the style of their column for new entries. */
function styleOf(kind: TableColumn['kind']): number {
  if (kind === 'dateTime' || kind === 'text') return STYLES[kind]
  return kind === 'boolean' ? STYLES.flag : STYLES.plain
}

/** Enables the page fit of {@link pageSetup}; must be the first element. */
const FITS_PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'

/** Readable characters across a landscape page. */
const MAX_CHARACTERS_ACROSS = 200

/**
 * Returns the page setup (ECMA-376, 18.3.1.62 and after): landscape, as few pages across as can be read, with
 * name and page number.
 */
function pageSetup(characters: number): string {
  const pagesAcross = Math.max(1, Math.ceil(characters / MAX_CHARACTERS_ACROSS))
  return (
    '<pageMargins left="0.4" right="0.4" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
    `<pageSetup orientation="landscape" fitToWidth="${String(pagesAcross)}" fitToHeight="0"/>` +
    '<headerFooter><oddHeader>&amp;L&amp;A</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>'
  )
}
