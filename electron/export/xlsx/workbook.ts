import { SheetLinks } from './links.ts'
import { SharedStrings } from './shared-strings.ts'
import { freeSheetName, sheetNames } from './sheet-name.ts'
import { SheetWriter } from './sheet.ts'
import {
  APPLICATION_PROPERTIES,
  contentTypes,
  coreProperties,
  PACKAGE_RELATIONSHIPS,
  SHARED_STRINGS_PATH,
  sheetPath,
  sheetRelationshipsPath,
  STYLES_PATH,
  workbook,
  workbookRelationships,
} from './parts.ts'
import { STYLES_XML } from './styles.ts'
import { SHEET_LIMITS, type SheetRow, type WorkbookOptions } from './types.ts'
import type { CellSum } from '../readback/cell-sum.ts'
import type { FurtherSheet, TableWriter } from '../types.ts'
import { ZipWriter } from './zip-writer.ts'

/**
 * A spreadsheet as Office Open XML (ECMA-376), whose bytes are given away as its rows come: its memory does not grow with
 * them. Rows that one sheet cannot hold go on in the next. Texts are text and never run; numbers, flags and moments have
 * their types.
 */
export class WorkbookWriter implements TableWriter {
  readonly #options: WorkbookOptions
  readonly #zip: ZipWriter
  readonly #shared: SharedStrings
  readonly #sum: CellSum | null
  /** Rows of data in each sheet. */
  readonly #sheets: readonly number[]
  #sheet: SheetWriter | null = null
  #at = 0
  #left = 0

  /** @param sum is told the cells of the rows, as a reader of the file is to find them. */
  constructor(
    options: WorkbookOptions,
    write: (bytes: Uint8Array<ArrayBuffer>) => void,
    sum: CellSum | null = null,
  ) {
    this.#options = options
    this.#sum = sum
    this.#zip = new ZipWriter(write, options.made)
    this.#shared = new SharedStrings(options.columns.length)
    this.#sheets = sheetsFor(options)
  }

  begin(): void {
    // The first rows tell how wide the columns have to be: nothing can be written before them.
  }

  async rows(rows: readonly SheetRow[]): Promise<void> {
    for (let start = 0; start < rows.length;) {
      const sheet =
        this.#sheet !== null && this.#left > 0 ? this.#sheet : await this.#nextSheet(rows.slice(start))
      const fitting = rows.slice(start, start + this.#left)
      await sheet.rows(fitting)
      this.#left -= fitting.length
      start += fitting.length
    }
  }

  async end(): Promise<void> {
    if (this.#sheet === null) await this.#nextSheet([])
    await this.#sheet?.end()
    for (const sheet of this.#options.sheets ?? []) await this.#further(sheet)
    await this.#shared.writeTo(this.#zip, SHARED_STRINGS_PATH)
    this.#zip.end()
  }

  async #nextSheet(sample: readonly SheetRow[]): Promise<SheetWriter> {
    if (this.#sheet === null) this.#parts()
    await this.#sheet?.end()
    const rowCount = this.#sheets[this.#at]
    if (rowCount === undefined) throw new RangeError('There are more rows than there were to be.')
    const { columns, hasHeader } = this.#options
    const sheet = new SheetWriter(
      this.#zip.open(sheetPath(this.#at)),
      { columns, rowCount, hasHeader, isFiltered: hasHeader, links: this.#links() },
      this.#shared,
      this.#sum,
    )
    sheet.begin(sample)
    this.#sheet = sheet
    this.#at += 1
    this.#left = rowCount
    return sheet
  }

  async #further(further: FurtherSheet): Promise<void> {
    const { columns, rows } = further.content()
    const sheet = new SheetWriter(
      this.#zip.open(sheetPath(this.#at)),
      { columns, rowCount: rows.length, hasHeader: true, isFiltered: false, links: null },
      this.#shared,
      // Of the rows alone the cells are told: they are what is compared.
      null,
    )
    sheet.begin(rows)
    await sheet.rows(rows)
    await sheet.end()
    this.#at += 1
  }

  /** Of the sheet that is begun. */
  #links(): SheetLinks | null {
    const has = this.#options.columns.some(({ kind }) => kind === 'link')
    return has ? new SheetLinks(this.#zip.hold(sheetRelationshipsPath(this.#at))) : null
  }

  /** What readers look for before the sheets. */
  #parts(): void {
    const { columns, hasHeader, sheetName, sheets = [] } = this.#options
    const zip = this.#zip
    const names = [...sheetNames(sheetName, this.#sheets.length)]
    for (const { name } of sheets) names.push(freeSheetName(name, names))
    const listed = names.map((name, index) => {
      const rows = this.#sheets[index]
      return {
        name,
        filteredRows: hasHeader && rows !== undefined ? rows + 1 : null,
        columns: columns.length,
      }
    })
    zip.add('[Content_Types].xml', contentTypes(names.length))
    zip.add('_rels/.rels', PACKAGE_RELATIONSHIPS)
    zip.add('docProps/core.xml', coreProperties(this.#options))
    zip.add('docProps/app.xml', APPLICATION_PROPERTIES)
    zip.add('xl/workbook.xml', workbook(listed))
    zip.add('xl/_rels/workbook.xml.rels', workbookRelationships(names.length))
    zip.add(STYLES_PATH, STYLES_XML)
  }
}

/** How many rows of data go into each sheet; one sheet at least. */
export function sheetsFor({
  rowCount,
  hasHeader,
  sheetRows = SHEET_LIMITS.rows,
}: Pick<WorkbookOptions, 'rowCount' | 'hasHeader' | 'sheetRows'>): readonly number[] {
  const most = sheetRows - (hasHeader ? 1 : 0)
  const count = Math.max(1, Math.ceil(rowCount / most))
  return Array.from({ length: count }, (_, index) => Math.min(most, rowCount - index * most))
}
