import type { TYPED_FORMAT } from './export-formats.ts'

/** What a look before writing can find; how each is told from the others is in docs/export-check.md. */
export const PREFLIGHT_FINDING_KINDS = [
  /** Zeros before a number are dropped. */
  'zeros',
  /** A number of so many digits that some are lost, or that it is shown with an exponent. */
  'longNumber',
  /** Taken for a number with an exponent. */
  'exponent',
  /** Taken for a date. */
  'date',
  /** Taken for a time of day or a length of time. */
  'time',
  /** Taken for a percentage, an amount of money, or a fraction. */
  'amount',
  /** Taken for a number and written otherwise. */
  'number',
  /** Taken for true or false, or for a spreadsheet's error value. */
  'word',
  /** Would run as a formula. */
  'formula',
  /** Would run as a formula, and so gets an apostrophe before it. */
  'guarded',
  /** The encoding has no such character. */
  'encoding',
  /** More characters than a cell can hold. */
  'longText',
  /** More line breaks than a cell can hold. */
  'lineBreaks',
  /** Not of its column's type, and written as text. */
  'otherType',
  /** More rows than a sheet can hold. */
  'rows',
  /** More addresses than a sheet can have links. */
  'links',
  /** More pictures than a workbook gets. */
  'pictures',
  /** A picture stands so far down that LibreOffice does not show it in its row. */
  'picturesTooLow',
  /** A picture is kept of which a workbook can show nothing: one of a kind that it does not know, or a damaged one. */
  'pictureKinds',
] as const
export type PreflightFindingKind = (typeof PREFLIGHT_FINDING_KINDS)[number]

/** What solves a finding, as a choice of the export. */
export type PreflightRemedy =
  /** A workbook says of each cell what it is. */
  | typeof TYPED_FORMAT
  /** UTF-8 has every character. */
  | 'utf8'
  /** An apostrophe before what would run. */
  | 'guard'
  /** What is too long for a cell is not written. */
  | 'leaveOut'
  /** It is cut, and says so. */
  | 'cut'
  /** Of pictures that no document shows small ones are made, in the application's window. */
  | 'makePictures'
  /** Rows beyond a sheet go on in further sheets of the workbook. */
  | 'sheets'
  /** They go on in further files. */
  | 'files'

/** One cell that a finding is about. */
export interface FindingExample {
  /** Counted from 1, without the line of headings. */
  readonly row: number
  /** Of the item in that row; null where it has none. */
  readonly posNumber: string | null
  readonly itemName: string | null
  /** Heading of the column. */
  readonly column: string
  /** What stands in the cell, if need be only its beginning. */
  readonly text: string
  /** What it would become; null where that cannot be shown. */
  readonly becomes: string | null
}

export interface PreflightFinding {
  readonly kind: PreflightFindingKind
  /** How many cells; of `rows` how many rows are beyond the first sheet. */
  readonly count: number
  /** The first few of them, each text once. */
  readonly examples: readonly FindingExample[]
  /** Of `encoding`: the characters that it does not know, each once, in the order of Unicode; else empty. */
  readonly characters: readonly string[]
  /** The best one first; empty where there is only something to be known. */
  readonly remedies: readonly PreflightRemedy[]
}

/** A cell of the first rows, as it will be. */
export interface PreviewCell {
  readonly text: string
  readonly kind: 'text' | 'number' | 'flag' | 'moment' | 'picture' | 'empty'
  /** What is found of it; null: nothing. */
  readonly finding: PreflightFindingKind | null
}

/** A look at an export before it is written, so far or at its end. */
export interface ExportPreview {
  /** Rows that will be written. */
  readonly rows: number
  /** Files that will be written. */
  readonly files: number
  /** Rows that were looked at so far. */
  readonly checkedRows: number
  /** Bytes of the file, as its first rows and some of the others make it likely; null before that is known. */
  readonly bytes: number | null
  /** Whether the whole file was made to count its bytes. */
  readonly bytesAreExact: boolean
  /** How many of the rows that were looked at get a picture; null: none are asked for. */
  readonly pictures: number | null
  /** Kept pictures of which a small one can be made so that a workbook shows it, by their hashes; known at the end. */
  readonly toMake: readonly string[]
  /** Headings of the columns. */
  readonly columns: readonly string[]
  readonly firstRows: readonly (readonly PreviewCell[])[]
  /** In the order of {@link PREFLIGHT_FINDING_KINDS}. */
  readonly findings: readonly PreflightFinding[]
}

/** How many rows are shown as they will be. */
export const MAX_PREVIEW_ROWS = 20
/** How many cells of each finding are told. */
export const MAX_FINDING_EXAMPLES = 5
/** How many of the characters that an encoding does not know are told. */
export const MAX_FINDING_CHARACTERS = 1_000
