import type { AlterationCount } from '../format.ts'
import { mediaPath, SheetDrawing, type FindPicture } from './drawing.ts'
import { SheetLinks } from './links.ts'
import { SharedStrings } from './shared-strings.ts'
import { freeSheetName, sheetNames } from './sheet-name.ts'
import { SheetWriter, type SheetOptions } from './sheet.ts'
import {
  APPLICATION_PROPERTIES,
  contentTypes,
  coreProperties,
  type ListedSheet,
  PACKAGE_RELATIONSHIPS,
  SHARED_STRINGS_PATH,
  sheetPath,
  sheetRelationshipsPath,
  STYLES_PATH,
  workbook,
  workbookRelationships,
} from './parts.ts'
import { PartRelationships } from './relationships.ts'
import { stylesXml } from './styles.ts'
import { SHEET_LIMITS } from '../../../contract/export-formats.ts'
import type { SheetRow, WorkbookOptions } from './types.ts'
import type { FurtherSheet, TableWriter } from '../../types.ts'
import { ZipWriter } from './zip-writer.ts'

type Around = Pick<SheetOptions, 'relationships' | 'links' | 'drawing'>
const NOTHING_AROUND: Around = { relationships: null, links: null, drawing: null }

/**
 * A spreadsheet as Office Open XML (ECMA-376), whose bytes are given away as its rows come: its memory does
 * not grow with them. Rows that one sheet cannot hold go on in the next. Texts are text and never run;
 * numbers, flags and moments have their types.
 */
export class WorkbookWriter implements TableWriter {
  readonly #options: WorkbookOptions
  readonly #zip: ZipWriter
  readonly #shared: SharedStrings
  readonly #altered: AlterationCount | null
  /** Rows of data in each sheet. */
  readonly #sheets: readonly number[]
  /** Places of pictures, by their names. */
  readonly #pictures = new Map<string, number>()
  #sheet: SheetWriter | null = null
  #at = 0
  #left = 0
  #names: readonly string[] = []
  readonly #listed: ListedSheet[] = []

  /** @param altered counts the cells that differ from the data. */
  constructor(
    options: WorkbookOptions,
    write: (bytes: Uint8Array<ArrayBuffer>) => void,
    altered: AlterationCount | null = null,
  ) {
    this.#altered = altered
    this.#options = options
    this.#zip = new ZipWriter(write, options.made)
    this.#shared = new SharedStrings(options.columns.length)
    this.#sheets = sheetsFor(options)
  }

  /** The first rows tell how wide the columns have to be: their sheet is begun with them. */
  begin(): void {
    this.#parts()
    this.#media()
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
    // How far its sheets go is known of all of them only now.
    this.#zip.add('xl/workbook.xml', workbook(this.#listed))
    await this.#shared.writeTo(this.#zip, SHARED_STRINGS_PATH)
    this.#zip.end()
  }

  async #nextSheet(sample: readonly SheetRow[]): Promise<SheetWriter> {
    await this.#sheet?.end()
    const rowCount = this.#sheets[this.#at]
    if (rowCount === undefined) throw new RangeError('There are more rows than there were to be.')
    const { columns, hasHeader, timeZone } = this.#options
    const sheet = new SheetWriter(
      this.#zip.open(sheetPath(this.#at)),
      { columns, rowCount, hasHeader, timeZone, isFiltered: hasHeader, ...this.#around() },
      this.#shared,
      this.#altered,
    )
    sheet.begin(sample)
    this.#list(columns.length, hasHeader, hasHeader ? rowCount + 1 : null)
    this.#sheet = sheet
    this.#at += 1
    this.#left = rowCount
    return sheet
  }

  async #further(further: FurtherSheet): Promise<void> {
    const { columns, rows } = further.content()
    const sheet = new SheetWriter(
      this.#zip.open(sheetPath(this.#at)),
      {
        columns,
        rowCount: rows.length,
        hasHeader: true,
        timeZone: this.#options.timeZone,
        isFiltered: false,
        ...NOTHING_AROUND,
      },
      this.#shared,
      this.#altered,
    )
    sheet.begin(rows)
    await sheet.rows(rows)
    await sheet.end()
    this.#list(columns.length, true, null)
    this.#at += 1
  }

  /** Puts down the sheet that is begun. */
  #list(columns: number, hasHeader: boolean, filteredRows: number | null): void {
    this.#listed.push({ name: this.#names[this.#at] ?? '', columns, hasHeader, filteredRows })
  }

  /** What stands beside the rows of the sheet that is begun. */
  #around(): Around {
    const { columns, pictures = null } = this.#options
    const hasLinks = columns.some(({ kind }) => kind === 'link')
    if (!hasLinks && pictures === null) return NOTHING_AROUND
    const relationships = new PartRelationships(this.#zip.hold(sheetRelationshipsPath(this.#at)))
    return {
      relationships,
      links: hasLinks ? new SheetLinks(relationships) : null,
      drawing: pictures === null ? null : new SheetDrawing(this.#zip, this.#at, this.#findPicture),
    }
  }

  /** Writes the parts that readers look for before the sheets. */
  #parts(): void {
    const { sheetName, sheets = [], pictures = null } = this.#options
    const zip = this.#zip
    const names = [...sheetNames(sheetName, this.#sheets.length)]
    for (const { name } of sheets) names.push(freeSheetName(name, names))
    this.#names = names
    zip.add('[Content_Types].xml', contentTypes(names.length, pictures === null ? 0 : this.#sheets.length))
    zip.add('_rels/.rels', PACKAGE_RELATIONSHIPS)
    zip.add('docProps/core.xml', coreProperties(this.#options))
    zip.add('docProps/app.xml', APPLICATION_PROPERTIES)
    zip.add('xl/_rels/workbook.xml.rels', workbookRelationships(names.length))
    zip.add(STYLES_PATH, stylesXml(pictures !== null))
  }

  /** The files of the pictures, each once: before the rows, which then know what there is. */
  #media(): void {
    for (const picture of this.#options.pictures?.gather?.() ?? []) {
      const place = this.#pictures.size
      this.#pictures.set(picture.name, place)
      this.#zip.store(mediaPath(place, picture), picture.bytes)
    }
  }

  readonly #findPicture: FindPicture = (name) => {
    const { pictures = null } = this.#options
    const shape = pictures?.shapeOf(name) ?? null
    if (shape === null) return null
    // Where they are only counted, they come with the rows.
    if (pictures?.gather === null && !this.#pictures.has(name)) this.#pictures.set(name, this.#pictures.size)
    const place = this.#pictures.get(name)
    return place === undefined ? null : { place, shape }
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
