import { AppError } from '../../contract/app-error.ts'
import {
  LOOK_FIRST_ROWS,
  type ExportLook,
  type LookCell,
  type LookFindingKind,
  type LookRemedy,
} from '../../contract/export-preview.ts'
import { holdsRecords } from '../../contract/export-options.ts'
import { LOOK_RECORD_HEADING } from '../../contract/strings/export-look.ts'
import { readerOf, type Reader } from './reading/reader.ts'
import { openRows } from '../rows/open-rows.ts'
import { leavesOutLongTexts, tableColumns } from '../open-writer.ts'
import { isOtherTypeIn, type CellValue, type TableColumn } from '../rows/table.ts'
import type { LookRequest, RowsToWrite, UnplacedRequest } from '../types.ts'
import { countBeyond, filesFor, rowsInSheet } from '../files/parts.ts'
import { FORMAT_DESCRIPTORS, supportsOption, TYPED_FORMAT } from '../../contract/export-formats.ts'
import { SizeEstimate } from './size-estimate.ts'
import { beginning, Findings } from './findings.ts'
import { PictureLook } from './pictures.ts'
import type { CellLook, NoteFinding } from '../formats/format.ts'
import { FORMAT_MODULES } from '../formats/registry.ts'

export interface LookSteps {
  readonly isCancelled: () => boolean
  /** Called with the first rows at once, and then now and then. */
  readonly onLook: (look: ExportLook) => void
}

const TELL_EVERY_MS = 200
/** Rows that are looked at between two looks at whether to stop. */
const ROWS_AT_ONCE = 500
/** Columns by which a person knows the item of a row. */
const IDENTITY = ['posNumber', 'itemName'] as const

/** Of these there is only something to be known. */
const NO_REMEDY: ReadonlySet<LookFindingKind> = new Set(['links', 'pictures', 'picturesTooLow', 'otherType'])

type Row = readonly CellValue[]

/**
 * Looks at every row that would be written, and gives what it found. Rejects with `cancelled` soon after a cancellation,
 * and as reading the rows does.
 */
export async function lookAt({ what, preset, locale }: LookRequest, steps: LookSteps): Promise<ExportLook> {
  const stopIfCancelled = (): void => {
    if (steps.isCancelled()) throw new AppError('cancelled')
  }
  const read = withIdentity(what)
  const source = openRows(read, stopIfCancelled)
  try {
    const look = new Look(what, read, readerOf(preset, locale), source)
    let told = 0
    for (const batch of source.batches()) {
      for (let start = 0; start < batch.length; start += ROWS_AT_ONCE) {
        stopIfCancelled()
        await look.rows(batch.slice(start, start + ROWS_AT_ONCE))
        if (performance.now() - told < TELL_EVERY_MS) continue
        told = performance.now()
        steps.onLook(look.soFar())
      }
    }
    return await look.end()
  } finally {
    source.close()
  }
}

/** The same rows with the columns by which a person knows them. */
function withIdentity(what: UnplacedRequest): UnplacedRequest {
  if (!('rows' in what) || holdsRecords(what.options)) return what
  const { columns } = what.options
  const missing = IDENTITY.filter((key) => !columns.includes(key))
  return { ...what, options: { ...what.options, columns: [...columns, ...missing] } }
}

/** Where each row is an item as it came, that is its one column. */
function shownColumns(what: UnplacedRequest): readonly TableColumn[] {
  if (!('rows' in what) || !holdsRecords(what.options)) return tableColumns(what)
  return [{ key: 'record', heading: LOOK_RECORD_HEADING, kind: 'any', words: null }]
}

class Look {
  readonly #what: UnplacedRequest
  readonly #reader: Reader
  readonly #count: number
  /** Null: no pictures are asked for. */
  readonly #pictures: PictureLook | null
  readonly #columns: readonly TableColumn[]
  /** Where each column stands in the rows that are read; null: they are the same. */
  readonly #places: readonly number[] | null
  readonly #identity: Readonly<Record<(typeof IDENTITY)[number], number>>
  readonly #findings = new Findings()
  readonly #cell: CellLook
  readonly #size: SizeEstimate
  readonly #firstRows: (readonly LookCell[])[] = []
  #looked = 0
  /** That a sheet of a workbook can hold. */
  readonly #rowsInSheet: number
  /** In the sheet that the row stands in. */
  #links = 0
  #linksBeyond = 0
  #row: Row = []
  #column = ''
  /** What was found first of the cell that is being looked at. */
  #cellFinding: LookFindingKind | null = null

  constructor(
    what: UnplacedRequest,
    read: UnplacedRequest,
    reader: Reader,
    { count, sheets, pictures }: Pick<RowsToWrite, 'count' | 'sheets' | 'pictures'>,
  ) {
    this.#what = what
    this.#reader = reader
    this.#count = count
    this.#pictures = pictures === null ? null : new PictureLook(pictures, what.options.header !== 'none')
    this.#columns = shownColumns(what)
    const keys = shownColumns(read).map(({ key }) => key)
    this.#places =
      keys.length === this.#columns.length ? null : this.#columns.map(({ key }) => keys.indexOf(key))
    this.#identity = { posNumber: keys.indexOf('posNumber'), itemName: keys.indexOf('itemName') }
    const { format, style, timeZone } = what.options
    this.#cell = FORMAT_MODULES[format].openPreview({
      style,
      timeZone,
      reader,
      note: this.#note,
      leavesOutLongTexts: leavesOutLongTexts(what),
    })
    this.#size = new SizeEstimate(what, { count, sheets, pictures })
    this.#rowsInSheet = rowsInSheet(what)
    this.#headings()
    this.#rowsBeyond()
  }

  async rows(read: readonly Row[]): Promise<void> {
    const places = this.#places
    const rows = places === null ? read : read.map((row) => places.map((place) => row[place] ?? null))
    for (const [index, row] of rows.entries()) {
      this.#row = read[index] ?? []
      if (this.#looked % this.#rowsInSheet === 0) {
        this.#links = 0
        this.#pictures?.beginSheet()
      }
      // They are in the first column.
      this.#pictures?.row(row[0] !== null)
      const shown = this.#lookAtRow(row)
      if (shown !== null) this.#firstRows.push(shown)
      this.#looked += 1
    }
    await this.#size.rows(rows, this.#looked - rows.length)
  }

  soFar(): ExportLook {
    return {
      rows: this.#count,
      files: filesFor(this.#what, this.#count).length,
      looked: this.#looked,
      bytes: null,
      bytesAreExact: false,
      pictures: this.#pictures?.shown ?? null,
      toMake: [],
      columns: this.#columns.map(({ heading }) => heading),
      firstRows: this.#firstRows,
      findings: this.#findings.list((kind) => this.#remediesOf(kind)),
    }
  }

  async end(): Promise<ExportLook> {
    if (this.#linksBeyond > 0) this.#findings.add('links', this.#linksBeyond)
    for (const [kind, count] of this.#pictures?.findings ?? []) if (count > 0) this.#findings.add(kind, count)
    const { bytes, exact } = await this.#size.end()
    return { ...this.soFar(), bytes, bytesAreExact: exact, toMake: this.#pictures?.toMake ?? [] }
  }

  /** The row as it will be, while it is one of the first. */
  #lookAtRow(row: Row): readonly LookCell[] | null {
    const shown: LookCell[] | null = this.#firstRows.length < LOOK_FIRST_ROWS ? [] : null
    const columns = this.#columns
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index]
      if (column === undefined) break
      const value = row[index] ?? null
      this.#cellFinding = null
      if (value !== null) {
        this.#column = column.heading
        this.#cell.value(value, column)
        if (isOtherTypeIn(value, column)) this.#note('otherType', String(value), null)
        if (column.kind === 'link') this.#countLink()
      }
      shown?.push(
        value === null
          ? { text: '', kind: 'empty', finding: null }
          : { text: beginning(this.#cell.text), kind: this.#cell.kind, finding: this.#cellFinding },
      )
    }
    return shown
  }

  #countLink(): void {
    this.#links += 1
    const { maxLinks } = FORMAT_DESCRIPTORS[this.#what.options.format]
    if (maxLinks !== null && this.#links > maxLinks) this.#linksBeyond += 1
  }

  readonly #note: NoteFinding = (kind, text, becomes) => {
    this.#cellFinding ??= kind
    this.#findings.note(kind, text, becomes, () => ({
      row: this.#row.length === 0 ? 0 : this.#looked + 1,
      posNumber: this.#known('posNumber'),
      itemName: this.#known('itemName'),
      column: this.#column,
    }))
  }

  #known(key: (typeof IDENTITY)[number]): string | null {
    const value = this.#row[this.#identity[key]] ?? null
    return value === null ? null : beginning(String(value))
  }

  #headings(): void {
    const { format, header } = this.#what.options
    if (header === 'none' || !supportsOption(format, 'header')) return
    for (const { heading } of this.#columns) {
      this.#column = heading
      this.#cell.heading(heading)
    }
  }

  #rowsBeyond(): void {
    const { format, rowsBeyond } = this.#what.options
    const beyond = countBeyond(this.#what, this.#count)
    // A CSV file for a program has as many rows as there are, unless somebody wants it otherwise.
    const { sheetOverflow } = FORMAT_DESCRIPTORS[format]
    const matters = sheetOverflow === 'furtherSheets' || rowsBeyond !== 'oneFile' || this.#isForSheets
    if (beyond > 0 && matters) this.#findings.add('rows', beyond)
  }

  get #isForSheets(): boolean {
    return this.#reader.by === 'excel' || this.#reader.by === 'libreOffice'
  }

  #remediesOf(kind: LookFindingKind): readonly LookRemedy[] {
    if (NO_REMEDY.has(kind)) return []
    if (kind === 'rows') return this.#remediesOfRows()
    if (kind === 'pictureKinds') return (this.#pictures?.toMake.length ?? 0) > 0 ? ['makePictures'] : []
    return FORMAT_MODULES[this.#what.options.format].remediesOf?.(kind, this.#what) ?? []
  }

  /** The other strategies that write every row. */
  #remediesOfRows(): readonly LookRemedy[] {
    const { format, rowsBeyond } = this.#what.options
    const several = rowsBeyond === 'files' ? [] : (['files'] as const)
    if (FORMAT_DESCRIPTORS[format].sheetOverflow === 'sameSheet') return [...several, TYPED_FORMAT]
    return rowsBeyond === 'oneFile' ? several : ['sheets', ...several]
  }
}
