import { AppError } from '../../contract/app-error.ts'
import {
  MAX_PREVIEW_ROWS,
  type ExportPreview,
  type PreviewCell,
  type PreflightFindingKind,
  type PreflightRemedy,
  type RowWithFinding,
} from '../../contract/export-preview.ts'
import { writesRecords } from '../../contract/export-options.ts'
import { targetProgramOf, type TargetProgram } from './reading/target-program.ts'
import { openRows } from '../rows/open-rows.ts'
import { leavesOutLongTexts, recordColumn, tableColumns } from '../open-writer.ts'
import { hasUnexpectedType, type CellValue, type TableColumn } from '../rows/table.ts'
import { valueWithoutCredentials } from '../values/credentials.ts'
import type { AdditionalSheet, ExportContent, PreflightRequest, RowsToWrite } from '../types.ts'
import { countOverflowRows, rowsPerFile, rowsInSheet } from '../files/parts.ts'
import { FORMAT_DESCRIPTORS, supportsOption, TYPED_FORMAT } from '../../contract/export-formats.ts'
import { SizeEstimate } from './size-estimate.ts'
import { FileText } from './file-text.ts'
import { exampleText, Findings, type CellReference } from './findings.ts'
import { PicturePreflight } from './pictures.ts'
import type { CellPreview, RecordCheckResult } from '../formats/format.ts'
import { FORMAT_MODULES } from '../formats/registry.ts'

export interface PreflightCallbacks {
  readonly isCancelled: () => boolean
  /** Receives the first rows at once, then a preview every {@link PREVIEW_INTERVAL_MS}. */
  readonly onPreview: (preview: ExportPreview) => void
}

const PREVIEW_INTERVAL_MS = 200
/** Rows between two checks for cancellation. */
const BATCH_ROWS = 500
/** Columns by which people recognize the item of a row. */
const IDENTITY_COLUMNS = ['posNumber', 'itemName'] as const

/** Findings that no option avoids. */
const KINDS_WITHOUT_REMEDY: ReadonlySet<PreflightFindingKind> = new Set([
  'links',
  'pictures',
  'picturesTooLow',
  'otherType',
  'credentials',
])

type Row = readonly CellValue[]

/**
 * Checks every row of an export and returns the findings with the first rows. Rejects with `cancelled`, and
 * with the errors of reading the rows.
 */
export async function runPreflight(
  { content, preset, locale }: PreflightRequest,
  callbacks: PreflightCallbacks,
): Promise<ExportPreview> {
  const throwIfCancelled = (): void => {
    if (callbacks.isCancelled()) throw new AppError('cancelled')
  }
  const contentToRead = withIdentityColumns(content)
  const source = openRows(contentToRead, throwIfCancelled)
  try {
    const preflight = new Preflight(content, contentToRead, targetProgramOf(preset, locale), source)
    let lastPreview = 0
    for (const batch of source.batches()) {
      for (let start = 0; start < batch.length; start += BATCH_ROWS) {
        throwIfCancelled()
        await preflight.checkRows(batch.slice(start, start + BATCH_ROWS))
        if (performance.now() - lastPreview < PREVIEW_INTERVAL_MS) continue
        lastPreview = performance.now()
        callbacks.onPreview(preflight.currentPreview())
      }
    }
    return await preflight.end()
  } finally {
    source.close()
  }
}

/** Returns the content with the columns of {@link IDENTITY_COLUMNS}. */
function withIdentityColumns(content: ExportContent): ExportContent {
  if (!('rows' in content) || writesRecords(content.options)) return content
  const { columns } = content.options
  const missing = IDENTITY_COLUMNS.filter((key) => !columns.includes(key))
  return { ...content, options: { ...content.options, columns: [...columns, ...missing] } }
}

/** Returns the columns of the preview: a single one if each row is a record. */
function previewColumns(content: ExportContent): readonly TableColumn[] {
  if (!('rows' in content) || !writesRecords(content.options)) return tableColumns(content)
  return [recordColumn()]
}

class Preflight {
  readonly #content: ExportContent
  readonly #program: TargetProgram
  readonly #rowCount: number
  /** Null if the export has no pictures. */
  readonly #pictures: PicturePreflight | null
  readonly #columns: readonly TableColumn[]
  /** Index of each column in the rows that are read; null if they are the same. */
  readonly #indexes: readonly number[] | null
  readonly #identityIndexes: Readonly<Record<(typeof IDENTITY_COLUMNS)[number], number>>
  readonly #findings = new Findings()
  readonly #cellPreview: CellPreview
  readonly #size: SizeEstimate
  readonly #sheets: readonly AdditionalSheet[]
  readonly #firstRows: (readonly PreviewCell[])[] = []
  readonly #rowsWithFindings: RowWithFinding[] = []
  /** Null if the format is not shown as text. */
  readonly #fileText: FileText | null
  #checkedRows = 0
  readonly #rowsInSheet: number
  /** Links in the sheet of the current row. */
  #linksInSheet = 0
  #linksBeyond = 0
  #row: Row = []
  #column = ''
  /** The first finding about the current cell. */
  #cellFinding: PreflightFindingKind | null = null
  #cellBecomes: string | null = null
  /** Number of examples of findings so far. */
  #examples = 0
  /** Whether the current cell is in an additional sheet, which is not previewed. */
  #isInAdditionalSheet = false
  /** Whether the current row is formatted again, after its findings were recorded. */
  #isRepeated = false

  constructor(
    content: ExportContent,
    contentToRead: ExportContent,
    program: TargetProgram,
    { count, sheets, pictures }: Pick<RowsToWrite, 'count' | 'sheets' | 'pictures'>,
  ) {
    this.#content = content
    this.#program = program
    this.#rowCount = count
    this.#pictures =
      pictures === null ? null : new PicturePreflight(pictures, content.options.header !== 'none')
    this.#columns = previewColumns(content)
    const keys = previewColumns(contentToRead).map(({ key }) => key)
    this.#indexes =
      keys.length === this.#columns.length ? null : this.#columns.map(({ key }) => keys.indexOf(key))
    this.#identityIndexes = { posNumber: keys.indexOf('posNumber'), itemName: keys.indexOf('itemName') }
    const { format, style, timeZone } = content.options
    this.#cellPreview = FORMAT_MODULES[format].openPreview({
      style,
      timeZone,
      program,
      recordFinding: this.#recordFinding,
      leavesOutLongTexts: leavesOutLongTexts(content),
    })
    this.#sheets = sheets
    this.#size = new SizeEstimate(content, { count, sheets, pictures })
    this.#fileText = FORMAT_DESCRIPTORS[format].preview === 'text' ? new FileText(content, count) : null
    this.#rowsInSheet = rowsInSheet(content)
    this.#checkHeadings()
    this.#checkOverflow()
  }

  async checkRows(readRows: readonly Row[]): Promise<void> {
    const indexes = this.#indexes
    const rows =
      indexes === null ? readRows : readRows.map((row) => indexes.map((index) => row[index] ?? null))
    for (const [index, row] of rows.entries()) {
      this.#row = readRows[index] ?? []
      if (this.#checkedRows % this.#rowsInSheet === 0) {
        this.#linksInSheet = 0
        this.#pictures?.startSheet()
      }
      // Pictures are in the first column.
      this.#pictures?.addRow(row[0] !== null)
      this.#checkRow(row)
      this.#checkedRows += 1
    }
    await this.#fileText?.addRows(rows, this.#checkedRows - rows.length)
    await this.#size.addRows(rows, this.#checkedRows - rows.length)
  }

  currentPreview(): ExportPreview {
    return {
      rows: this.#rowCount,
      files: rowsPerFile(this.#content, this.#rowCount).length,
      checkedRows: this.#checkedRows,
      bytes: null,
      bytesAreExact: false,
      pictures: this.#pictures?.pictureCount ?? null,
      missingThumbnails: [],
      columnKeys: this.#columns.map(({ key }) => key),
      columns: this.#columns.map(({ heading }) => heading),
      firstRows: this.#firstRows,
      rowsWithFindings: this.#rowsWithFindings,
      fileLines: this.#fileText?.lines() ?? null,
      findings: this.#findings.list((kind) => this.#remediesOf(kind)),
    }
  }

  async end(): Promise<ExportPreview> {
    if (this.#linksBeyond > 0) this.#findings.add('links', this.#linksBeyond)
    for (const [kind, count] of this.#pictures?.findings ?? []) if (count > 0) this.#findings.add(kind, count)
    this.#checkAdditionalSheets()
    await this.#fileText?.end()
    const { bytes, isExact } = await this.#size.end()
    return {
      ...this.currentPreview(),
      bytes,
      bytesAreExact: isExact,
      missingThumbnails: this.#pictures?.missingThumbnails ?? [],
    }
  }

  /** Checks a row. Keeps the cells of the first rows, and of those with an example of a finding. */
  #checkRow(row: Row): void {
    if (this.#firstRows.length < MAX_PREVIEW_ROWS) {
      const cells: PreviewCell[] = []
      this.#formatRow(row, cells)
      this.#firstRows.push(cells)
      return
    }
    const examples = this.#examples
    this.#formatRow(row, null)
    if (this.#examples === examples) return
    const cells: PreviewCell[] = []
    this.#isRepeated = true
    this.#formatRow(row, cells)
    this.#isRepeated = false
    this.#rowsWithFindings.push({ row: this.#checkedRows + 1, cells })
  }

  /** Formats a row and records its findings. Adds its cells to `cells`, unless null. */
  #formatRow(row: Row, cells: PreviewCell[] | null): void {
    const columns = this.#columns
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index]
      if (column === undefined) break
      const value = row[index] ?? null
      this.#cellFinding = null
      this.#cellBecomes = null
      if (value !== null) {
        this.#column = column.heading
        const exported = valueWithoutCredentials(value, column)
        this.#cellPreview.formatValue(exported, column)
        // The report of a check may be passed on too, so its example is the exported text.
        if (exported !== value) this.#recordFinding('credentials', this.#cellPreview.text, null)
        if (hasUnexpectedType(value, column)) this.#recordFinding('otherType', String(value), null)
        if (column.kind === 'link') this.#countLink()
      }
      cells?.push(value === null ? { text: '', kind: 'empty', finding: null } : this.#currentCell())
    }
  }

  #currentCell(): PreviewCell {
    const text = exampleText(this.#cellPreview.text)
    const becomes = this.#cellBecomes === null ? null : exampleText(this.#cellBecomes)
    return {
      text,
      kind: this.#cellPreview.kind,
      finding: this.#cellFinding,
      ...(becomes === null || becomes === text ? {} : { becomes }),
    }
  }

  #countLink(): void {
    if (this.#isRepeated) return
    this.#linksInSheet += 1
    const { maxLinks } = FORMAT_DESCRIPTORS[this.#content.options.format]
    if (maxLinks !== null && this.#linksInSheet > maxLinks) this.#linksBeyond += 1
  }

  readonly #recordFinding: RecordCheckResult = (kind, text, becomes) => {
    if (this.#cellFinding === null) this.#cellBecomes = becomes
    this.#cellFinding ??= kind
    if (this.#isRepeated) return
    const reference = (): CellReference => ({
      row: this.#row.length === 0 ? 0 : this.#checkedRows + 1,
      posNumber: this.#identityText('posNumber'),
      itemName: this.#identityText('itemName'),
      column: this.#column,
    })
    if (this.#findings.record(kind, text, becomes, this.#isInAdditionalSheet ? null : reference))
      this.#examples += 1
  }

  #identityText(key: (typeof IDENTITY_COLUMNS)[number]): string | null {
    const value = this.#row[this.#identityIndexes[key]] ?? null
    return value === null ? null : exampleText(String(value))
  }

  #checkHeadings(): void {
    const { format, header } = this.#content.options
    if (header === 'none' || !supportsOption(format, 'header')) return
    for (const { heading } of this.#columns) {
      this.#column = heading
      this.#cellPreview.formatHeading(heading)
    }
  }

  /** Checks the additional sheets, which are complete once all rows have been read. */
  #checkAdditionalSheets(): void {
    this.#isInAdditionalSheet = true
    for (const sheet of this.#sheets) {
      const { columns, rows, credentials } = sheet.content()
      if (credentials > 0) this.#findings.add('credentials', credentials)
      for (const [index, column] of columns.entries()) {
        this.#cellPreview.formatHeading(column.heading)
        for (const row of rows) {
          const value = row[index] ?? null
          if (value !== null) this.#cellPreview.formatValue(value, column)
        }
      }
    }
  }

  #checkOverflow(): void {
    const { format, rowsBeyond } = this.#content.options
    const overflow = countOverflowRows(this.#content, this.#rowCount)
    // Programs other than spreadsheets read CSV files of any length.
    const { sheetOverflow } = FORMAT_DESCRIPTORS[format]
    const isRelevant =
      sheetOverflow === 'additionalSheets' || rowsBeyond !== 'oneFile' || this.#isForSpreadsheet
    if (overflow > 0 && isRelevant) this.#findings.add('rows', overflow)
  }

  get #isForSpreadsheet(): boolean {
    return this.#program.name === 'excel' || this.#program.name === 'libreOffice'
  }

  #remediesOf(kind: PreflightFindingKind): readonly PreflightRemedy[] {
    if (KINDS_WITHOUT_REMEDY.has(kind)) return []
    if (kind === 'rows') return this.#overflowRemedies()
    if (kind === 'pictureKinds')
      return (this.#pictures?.missingThumbnails.length ?? 0) > 0 ? ['makePictures'] : []
    return FORMAT_MODULES[this.#content.options.format].remediesOf?.(kind, this.#content) ?? []
  }

  /** Returns the other options with which every row is written. */
  #overflowRemedies(): readonly PreflightRemedy[] {
    const { format, rowsBeyond } = this.#content.options
    const others = rowsBeyond === 'files' ? [] : (['files'] as const)
    if (FORMAT_DESCRIPTORS[format].sheetOverflow === 'sameSheet') return [...others, TYPED_FORMAT]
    return rowsBeyond === 'oneFile' ? others : ['sheets', ...others]
  }
}
