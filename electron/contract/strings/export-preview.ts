import type { ExportPreset } from '../csv-style.ts'
import type { PreflightFindingKind, PreflightRemedy } from '../export-preview.ts'
import { plural, rows } from './grammar.ts'

/** Text of a cell with a picture. */
export const PICTURE_CELL_TEXT = 'Picture'

/** Heading of items as received. */
export const RECORD_HEADING = 'Item as received'

/** Formats a count: "1 text", "6,000 texts". */
const texts = (count: number, shown: string): string => `${shown} ${plural(count, 'text', 'texts')}`

/** Findings with their counts. */
const FOUND: Readonly<Record<PreflightFindingKind, (count: number, shown: string) => string>> = {
  zeros: (count, shown) => `${shown} ${plural(count, 'number loses its zeros', 'numbers lose their zeros')}`,
  longNumber: (count, shown) =>
    `${shown} long ${plural(count, 'number is', 'numbers are')} shown with an exponent, or cut`,
  exponent: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'becomes a number', 'become numbers')} with an exponent`,
  date: (count, shown) => `${texts(count, shown)} ${plural(count, 'becomes a date', 'become dates')}`,
  time: (count, shown) => `${texts(count, shown)} ${plural(count, 'becomes a time', 'become times')}`,
  amount: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'becomes a percentage, an amount or a fraction', 'become percentages, amounts or fractions')}`,
  number: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'becomes a number and is', 'become numbers and are')} written otherwise`,
  word: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'becomes', 'become')} true, false or an error value`,
  formula: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'runs as a formula', 'run as formulas')}`,
  guarded: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'gets', 'get')} an apostrophe, to be no ${plural(count, 'formula', 'formulas')}`,
  encoding: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'has', 'have')} characters that the encoding does not know`,
  longText: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'has', 'have')} more than 32,767 characters`,
  lineBreaks: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'has', 'have')} more than 253 line breaks`,
  otherType: (count, shown) => `${shown} ${plural(count, 'value is', 'values are')} of an unexpected type`,
  credentials: (count, shown) =>
    `${shown} ${plural(count, 'value loses', 'values lose')} the user name and password of an address`,
  rows: (count, shown) =>
    `${shown} ${plural(count, 'row is', 'rows are')} beyond the 1,048,576 that a sheet can hold`,
  links: (count, shown) =>
    `${shown} ${plural(count, 'address is', 'addresses are')} beyond the 65,530 links of a sheet`,
  pictures: (count, shown) =>
    `${shown} ${plural(count, 'picture is', 'pictures are')} more than a workbook gets`,
  picturesTooLow: (count, shown) =>
    `${shown} ${plural(count, 'picture is', 'pictures are')} too far down for LibreOffice`,
  pictureKinds: (count, shown) =>
    `${shown} ${plural(count, 'picture', 'pictures')} on this computer cannot be put into a workbook`,
}

/** The program that opens the file, by preset. */
const READERS: Readonly<Record<ExportPreset, string>> = {
  excel: 'When Excel opens this file',
  excelElsewhere: 'When Excel opens this file in another region',
  libreOffice: 'When LibreOffice opens this file',
  googleSheets: 'When Google Sheets opens this file',
  rfc4180: 'In this file',
}

const REMEDIES: Readonly<Record<PreflightRemedy, string>> = {
  xlsx: 'Use Excel workbook',
  utf8: 'Use UTF-8',
  guard: 'Add an apostrophe',
  leaveOut: 'Leave them out',
  cut: 'Cut them',
  makePictures: 'Make small pictures',
  sheets: 'Use further sheets',
  files: 'Write several files',
}

/** Strings of the export preview. */
export const previewStrings = {
  title: 'Look before writing',
  rows,
  files: (count: number, shown: string) => `${shown} ${plural(count, 'file', 'files')}`,
  sizeAbout: (shown: string) => `about ${shown}`,
  looking: (checked: string, total: string) => `Looking at ${checked} of ${total} rows`,
  beginning: 'Looking at the rows',
  failed: 'The rows could not be looked at',
  firstRows: 'First rows, as they will be',
  rowNumber: 'Row',
  noRows: 'There is nothing to write: no rows.',
  noColumns: 'Choose a column to see its first rows.',
  found: FOUND,
  readers: READERS,
  remedies: REMEDIES,
  /** Announced once at the end. */
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, 'issue', 'issues')} to review before export`,
  nothingFound: 'No values will change.',
  nothingFoundText: (count: number, shown: string) => `${shown} ${plural(count, 'row', 'rows')} checked.`,
  becomes: 'becomes',
  characters: (all: readonly string[]) => `${plural(all.length, 'This one', 'These')}: ${all.join(' ')}`,
  inRow: (row: string, item: string | null, column: string) =>
    [item, column, row].filter((part) => part !== null).join(' · '),
  row: (shown: string) => `row ${shown}`,
  headingRow: 'first line',
  more: (shown: string) => `and ${shown} more`,
  rowsInSheets: 'They go on in further sheets, with the headings again.',
  rowsInFiles: (shown: string) => `They go on in further files: ${shown} in all, each with the headings.`,
  rowsStop: 'Nothing is written, as you chose for such a list.',
  rowsLost: 'A spreadsheet opens the first 1,048,576 rows and leaves the others out.',
  cutInWorkbook: 'They are cut there, and say so at their end.',
  omitted: 'They are left out: their cells are empty.',
  picturesBeyond: 'A workbook gets the first 50,000, with 1 GB at most. The cells of the others are empty.',
  picturesTooLow: 'Excel shows them in their rows. LibreOffice piles them up in one place.',
  pictureKinds:
    'They are of a kind that spreadsheets do not show, are damaged, or large and were not looked at yet. Their cells are empty.',
  makingPictures: (made: string, all: string) => `Making small pictures: ${made} of ${all}`,
  linksAsText: 'They stay as text that can be copied.',
  cutByReader: 'A spreadsheet cuts them, or spills them into other cells.',
} as const
