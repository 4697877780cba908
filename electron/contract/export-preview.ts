import type { TYPED_FORMAT } from './export-formats.ts'

/** Kinds of preflight findings; docs/export-check.md has the rules for each. */
export const PREFLIGHT_FINDING_KINDS = [
  /** Leading zeros are lost. */
  'zeros',
  /** A number loses digits, or is shown with an exponent. */
  'longNumber',
  /** Read as a number with an exponent. */
  'exponent',
  /** Read as a date. */
  'date',
  /** Read as a time or a duration. */
  'time',
  /** Read as a percentage, an amount of money, or a fraction. */
  'amount',
  /** Read as a number and shown in another form. */
  'number',
  /** Read as a boolean or an error value. */
  'word',
  /** Would run as a formula. */
  'formula',
  /** Would run as a formula, so an apostrophe is added. */
  'guarded',
  /** The encoding lacks a character. */
  'encoding',
  /** More characters than a cell can hold. */
  'longText',
  /** More line breaks than a cell can hold. */
  'lineBreaks',
  /** Has another type than its column, and is written as text. */
  'otherType',
  /** An address in it has a user name or a password, which is left out. */
  'credentials',
  /** More rows than a sheet can hold. */
  'rows',
  /** More links than a sheet can hold. */
  'links',
  /** More pictures than the limit of a workbook. */
  'pictures',
  /** A picture is too far down for LibreOffice. */
  'picturesTooLow',
  /** A cached picture is damaged, or of a kind that a workbook cannot show. */
  'pictureKinds',
] as const
export type PreflightFindingKind = (typeof PREFLIGHT_FINDING_KINDS)[number]

/** An option of the export that avoids a finding. */
export type PreflightRemedy =
  /** Cells of a workbook have types. */
  | typeof TYPED_FORMAT
  /** UTF-8 has every character. */
  | 'utf8'
  /** Adds an apostrophe before formulas. */
  | 'guard'
  /** Leaves out values that are too long for a cell. */
  | 'leaveOut'
  /** Cuts them, with a mark at the end. */
  | 'cut'
  /** Creates thumbnails of unsupported pictures; in the window only. */
  | 'makePictures'
  /** Continues in further sheets of the workbook. */
  | 'sheets'
  /** Continues in further files. */
  | 'files'

/** A cell with a finding. */
export interface FindingExample {
  /** From 1 for data rows; 0 for the header row. */
  readonly row: number
  /** Of the item in that row, or null. */
  readonly posNumber: string | null
  readonly itemName: string | null
  /** Heading of the column. */
  readonly column: string
  /** The text of the cell, or its start. */
  readonly text: string
  /** The text as the program would show it; null if unknown. */
  readonly becomes: string | null
}

export interface PreflightFinding {
  readonly kind: PreflightFindingKind
  /** Number of cells; for `rows`, number of rows beyond the first sheet. */
  readonly count: number
  /** The first cells, also with equal texts. */
  readonly examples: readonly FindingExample[]
  /** Missing characters for `encoding`, by code point; else empty. */
  readonly characters: readonly string[]
  /** The best first; empty if the finding is only information. */
  readonly remedies: readonly PreflightRemedy[]
}

/** A cell of the preview. */
export interface PreviewCell {
  readonly text: string
  readonly kind: 'text' | 'number' | 'flag' | 'moment' | 'picture' | 'empty'
  readonly finding: PreflightFindingKind | null
  /** The text as the program would show it; absent if it is the same, or unknown. */
  readonly becomes?: string
}

/** A row of the preview after the first ones, because it has an example of a finding. */
export interface RowWithFinding {
  /** From 1. */
  readonly row: number
  readonly cells: readonly PreviewCell[]
}

/** The preview of an export with its preflight findings, so far or complete. */
export interface ExportPreview {
  /** Number of rows of the export. */
  readonly rows: number
  /** Number of files of the export. */
  readonly files: number
  /** Rows checked so far. */
  readonly checkedRows: number
  /** Bytes of the file, estimated from a sample of its rows; null before the end. */
  readonly bytes: number | null
  /** Whether the sample was the whole file. */
  readonly bytesAreExact: boolean
  /** Number of checked rows with a picture; null if the export has no pictures. */
  readonly pictures: number | null
  /** Hashes of cached pictures that need a thumbnail for a workbook; complete at the end. */
  readonly missingThumbnails: readonly string[]
  /** Keys of the columns. */
  readonly columnKeys: readonly string[]
  /** Headings of the columns. */
  readonly columns: readonly string[]
  readonly firstRows: readonly (readonly PreviewCell[])[]
  /** In the order of the file. */
  readonly rowsWithFindings: readonly RowWithFinding[]
  /** The first lines of the file, for formats that are shown as text; else null. */
  readonly fileLines: readonly string[] | null
  /** In the order of {@link PREFLIGHT_FINDING_KINDS}. */
  readonly findings: readonly PreflightFinding[]
}

export const MAX_PREVIEW_ROWS = 60
/** In UTF-16 code units. */
export const MAX_PREVIEW_TEXT = 100_000
export const MAX_FINDING_EXAMPLES = 5
export const MAX_FINDING_CHARACTERS = 1_000
