import type { TYPED_FORMAT } from './export-formats.ts'

/** Kinds of preflight findings; docs/export-check.md has the rules for each. */
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
  /**
   * A picture is kept of which a workbook can show nothing: one of a kind that it does not know, or a damaged
   * one.
   */
  'pictureKinds',
] as const
export type PreflightFindingKind = (typeof PREFLIGHT_FINDING_KINDS)[number]

/** An option of the export that avoids a finding. */
export type PreflightRemedy =
  /** In a workbook every cell has a type. */
  | typeof TYPED_FORMAT
  /** UTF-8 has every character. */
  | 'utf8'
  /** An apostrophe before text that would run as a formula. */
  | 'guard'
  /** Leaves out values that are too long for a cell. */
  | 'leaveOut'
  /** Cuts them, with a mark at the end. */
  | 'cut'
  /** Makes thumbnails of pictures in formats that documents cannot show; in the window only. */
  | 'makePictures'
  /** Continues in further sheets of the workbook. */
  | 'sheets'
  /** Continues in further files. */
  | 'files'

/** A cell with a finding. */
export interface FindingExample {
  /** From 1, without the header row; 0: the header row. */
  readonly row: number
  /** Of the item in that row; null: it has none. */
  readonly posNumber: string | null
  readonly itemName: string | null
  /** Heading of the column. */
  readonly column: string
  /** The text of the cell, or its start. */
  readonly text: string
  /** The text that the program would make of it; null where that cannot be shown. */
  readonly becomes: string | null
}

export interface PreflightFinding {
  readonly kind: PreflightFindingKind
  /** Number of cells; of `rows`, number of rows beyond the first sheet. */
  readonly count: number
  /** The first cells, each text once. */
  readonly examples: readonly FindingExample[]
  /** Of `encoding`: the characters that it lacks, by code point; else empty. */
  readonly characters: readonly string[]
  /** The best one first; empty for information only. */
  readonly remedies: readonly PreflightRemedy[]
}

/** A cell of the preview. */
export interface PreviewCell {
  readonly text: string
  readonly kind: 'text' | 'number' | 'flag' | 'moment' | 'picture' | 'empty'
  /** Null: no finding. */
  readonly finding: PreflightFindingKind | null
}

/** The preview of an export with its preflight findings, so far or complete. */
export interface ExportPreview {
  /** Rows that will be written. */
  readonly rows: number
  /** Files that will be written. */
  readonly files: number
  /** Rows checked so far. */
  readonly checkedRows: number
  /** Bytes of the file, estimated from a sample of its rows; null before the end. */
  readonly bytes: number | null
  /** Whether the sample was the whole file. */
  readonly bytesAreExact: boolean
  /** Checked rows with a picture; null: the export has no pictures. */
  readonly pictures: number | null
  /** Hashes of cached pictures that need a thumbnail to be in a workbook; known at the end. */
  readonly toMake: readonly string[]
  /** Headings of the columns. */
  readonly columns: readonly string[]
  readonly firstRows: readonly (readonly PreviewCell[])[]
  /** In the order of {@link PREFLIGHT_FINDING_KINDS}. */
  readonly findings: readonly PreflightFinding[]
}

export const MAX_PREVIEW_ROWS = 20
export const MAX_FINDING_EXAMPLES = 5
export const MAX_FINDING_CHARACTERS = 1_000
