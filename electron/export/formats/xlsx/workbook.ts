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
  type SheetEntry,
  PACKAGE_RELATIONSHIPS,
  SHARED_STRINGS_PATH,
  sheetPath,
  sheetRelationshipsPath,
  STYLES_PATH,
  workbookXml,
  workbookRelationships,
} from './parts.ts'
import { PartRelationships } from './relationships.ts'
import { stylesXml } from './styles.ts'
import { SHEET_LIMITS } from '../../../contract/export-formats.ts'
import type { SheetRow, WorkbookOptions } from './types.ts'
import type { AdditionalSheet, TableWriter } from '../../types.ts'
import { ZipWriter } from './zip-writer.ts'

type SheetAttachments = Pick<SheetOptions, 'relationships' | 'links' | 'drawing'>
const NO_ATTACHMENTS: SheetAttachments = { relationships: null, links: null, drawing: null }

/**
 * Writes a workbook as Office Open XML (ECMA-376) while its rows arrive, in constant memory. Rows that exceed
 * a sheet continue in the next one. Texts stay texts and never run; numbers, flags and moments have their
 * types.
 */
export class WorkbookWriter implements TableWriter {
  readonly #options: WorkbookOptions
  readonly #zip: ZipWriter
  readonly #sharedStrings: SharedStrings
  readonly #altered: AlterationCount | null
  /** Number of data rows in each sheet. */
  readonly #rowsPerSheet: readonly number[]
  /** Indexes of pictures by name. */
  readonly #pictureIndexes = new Map<string, number>()
  #sheet: SheetWriter | null = null
  #sheetIndex = 0
  #remainingRows = 0
  #sheetNames: readonly string[] = []
  readonly #sheetEntries: SheetEntry[] = []

  /** @param altered counts the cells that differ from the data. */
  constructor(
    options: WorkbookOptions,
    write: (bytes: Uint8Array<ArrayBuffer>) => void,
    altered: AlterationCount | null = null,
  ) {
    this.#altered = altered
    this.#options = options
    this.#zip = new ZipWriter(write, options.createdAt)
    this.#sharedStrings = new SharedStrings(options.columns.length)
    this.#rowsPerSheet = rowsPerSheet(options)
  }

  /** The first sheet is started with its first rows, which determine the widths of columns. */
  begin(): void {
    this.#writeParts()
    this.#writeMedia()
  }

  async writeRows(rows: readonly SheetRow[]): Promise<void> {
    for (let start = 0; start < rows.length;) {
      const sheet =
        this.#sheet !== null && this.#remainingRows > 0
          ? this.#sheet
          : await this.#nextSheet(rows.slice(start))
      const fitting = rows.slice(start, start + this.#remainingRows)
      await sheet.rows(fitting)
      this.#remainingRows -= fitting.length
      start += fitting.length
    }
  }

  async end(): Promise<void> {
    if (this.#sheet === null) await this.#nextSheet([])
    await this.#sheet?.end()
    for (const sheet of this.#options.sheets ?? []) await this.#writeAdditionalSheet(sheet)
    // Names of ranges need the size of every sheet.
    this.#zip.add('xl/workbook.xml', workbookXml(this.#sheetEntries))
    await this.#sharedStrings.writeTo(this.#zip, SHARED_STRINGS_PATH, this.#altered)
    this.#zip.end()
  }

  async #nextSheet(sample: readonly SheetRow[]): Promise<SheetWriter> {
    await this.#sheet?.end()
    const rowCount = this.#rowsPerSheet[this.#sheetIndex]
    if (rowCount === undefined) throw new RangeError('There are more rows than announced.')
    const { columns, hasHeader, timeZone, leavesOutLongTexts } = this.#options
    const sheet = new SheetWriter(
      this.#zip.open(sheetPath(this.#sheetIndex)),
      {
        columns,
        rowCount,
        hasHeader,
        timeZone,
        leavesOutLongTexts,
        isFiltered: hasHeader,
        ...this.#attachments(),
      },
      this.#sharedStrings,
      this.#altered,
    )
    sheet.begin(sample)
    this.#register(columns.length, hasHeader, hasHeader ? rowCount + 1 : null)
    this.#sheet = sheet
    this.#sheetIndex += 1
    this.#remainingRows = rowCount
    return sheet
  }

  async #writeAdditionalSheet(additionalSheet: AdditionalSheet): Promise<void> {
    const { columns, rows, credentials } = additionalSheet.content()
    if (this.#altered !== null) this.#altered.credentials += credentials
    const sheet = new SheetWriter(
      this.#zip.open(sheetPath(this.#sheetIndex)),
      {
        columns,
        rowCount: rows.length,
        hasHeader: true,
        timeZone: this.#options.timeZone,
        leavesOutLongTexts: this.#options.leavesOutLongTexts,
        isFiltered: false,
        ...NO_ATTACHMENTS,
      },
      this.#sharedStrings,
      this.#altered,
    )
    sheet.begin(rows)
    await sheet.rows(rows)
    await sheet.end()
    this.#register(columns.length, true, null)
    this.#sheetIndex += 1
  }

  /** Registers the current sheet. */
  #register(columns: number, hasHeader: boolean, filteredRows: number | null): void {
    this.#sheetEntries.push({
      name: this.#sheetNames[this.#sheetIndex] ?? '',
      columns,
      hasHeader,
      filteredRows,
    })
  }

  /** Creates links and pictures for the current sheet. */
  #attachments(): SheetAttachments {
    const { columns, pictures = null } = this.#options
    const hasLinks = columns.some(({ kind }) => kind === 'link')
    if (!hasLinks && pictures === null) return NO_ATTACHMENTS
    const relationships = new PartRelationships(this.#zip.buffer(sheetRelationshipsPath(this.#sheetIndex)))
    return {
      relationships,
      links: hasLinks ? new SheetLinks(relationships) : null,
      drawing: pictures === null ? null : new SheetDrawing(this.#zip, this.#sheetIndex, this.#findPicture),
    }
  }

  /** Writes the parts that readers expect before the sheets. */
  #writeParts(): void {
    const { sheetName, sheets = [], pictures = null } = this.#options
    const zip = this.#zip
    const names = [...sheetNames(sheetName, this.#rowsPerSheet.length)]
    for (const { name } of sheets) names.push(freeSheetName(name, names))
    this.#sheetNames = names
    zip.add(
      '[Content_Types].xml',
      contentTypes(names.length, pictures === null ? 0 : this.#rowsPerSheet.length),
    )
    zip.add('_rels/.rels', PACKAGE_RELATIONSHIPS)
    // Its compressed size would depend on the time, and the preview states the size of the file.
    zip.store('docProps/core.xml', Buffer.from(coreProperties(this.#options)))
    zip.add('docProps/app.xml', APPLICATION_PROPERTIES)
    zip.add('xl/_rels/workbook.xml.rels', workbookRelationships(names.length))
    zip.add(STYLES_PATH, stylesXml(pictures !== null))
  }

  /** Writes each picture once before the rows, which then reference them. */
  #writeMedia(): void {
    for (const picture of this.#options.pictures?.collect?.() ?? []) {
      const index = this.#pictureIndexes.size
      this.#pictureIndexes.set(picture.name, index)
      this.#zip.store(mediaPath(index, picture), picture.bytes)
    }
  }

  readonly #findPicture: FindPicture = (name) => {
    const { pictures = null } = this.#options
    const shape = pictures?.shapeOf(name) ?? null
    if (shape === null) return null
    // Pictures that are only counted are added with the rows.
    if (pictures?.collect === null && !this.#pictureIndexes.has(name))
      this.#pictureIndexes.set(name, this.#pictureIndexes.size)
    const index = this.#pictureIndexes.get(name)
    return index === undefined ? null : { index, shape }
  }
}

/** Returns the number of data rows in each sheet; at least one sheet. */
export function rowsPerSheet({
  rowCount,
  hasHeader,
  sheetRows = SHEET_LIMITS.rows,
}: Pick<WorkbookOptions, 'rowCount' | 'hasHeader' | 'sheetRows'>): readonly number[] {
  const maxRows = sheetRows - (hasHeader ? 1 : 0)
  const count = Math.max(1, Math.ceil(rowCount / maxRows))
  return Array.from({ length: count }, (_, index) => Math.min(maxRows, rowCount - index * maxRows))
}
