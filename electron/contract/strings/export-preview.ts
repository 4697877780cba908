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
    `${texts(count, shown)} ${plural(count, 'becomes a number and is', 'become numbers and are')} shown differently`,
  word: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'becomes', 'become')} true, false or an error value`,
  formula: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'runs as a formula', 'run as formulas')}`,
  guarded: (count, shown) =>
    `${shown} ${plural(count, 'value gets', 'values get')} a leading apostrophe, so that ${plural(count, 'it does', 'they do')} not run as ${plural(count, 'a formula', 'formulas')}`,
  encoding: (count, shown) =>
    `${texts(count, shown)} ${plural(count, 'has', 'have')} characters that the encoding lacks`,
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
    `${shown} ${plural(count, 'picture is', 'pictures are')} beyond the limit of a workbook`,
  picturesTooLow: (count, shown) =>
    `${shown} ${plural(count, 'picture is', 'pictures are')} too far down for LibreOffice`,
  pictureKinds: (count, shown) =>
    `${shown} ${plural(count, 'picture', 'pictures')} on this computer cannot be put into a workbook`,
}

/** What the preview shows, by the program that opens the file. */
const READERS: Readonly<Record<ExportPreset, string>> = {
  excel: 'As Excel on this computer opens it',
  excelElsewhere: 'As Excel in another region opens it',
  libreOffice: 'As LibreOffice opens it',
  googleSheets: 'As Google Sheets opens it',
  rfc4180: 'The values in the file',
}

const REMEDIES: Readonly<Record<PreflightRemedy, string>> = {
  xlsx: 'Use Excel workbook',
  utf8: 'Use UTF-8',
  guard: 'Add an apostrophe',
  leaveOut: 'Leave them out',
  cut: 'Cut them',
  makePictures: 'Create thumbnails',
  sheets: 'Use further sheets',
  files: 'Use several files',
}

/** Strings of the export preview. */
export const previewStrings = {
  title: 'Preview',
  rows,
  files: (count: number, shown: string) => `${shown} ${plural(count, 'file', 'files')}`,
  sizeAbout: (shown: string) => `about ${shown}`,
  checking: (checked: string, total: string) => `Checking ${checked} of ${total} rows`,
  beginning: 'Checking rows',
  failed: 'The rows could not be checked',
  firstRows: 'First rows',
  fileText: 'Start of the file',
  /** Both are formatted. */
  shownRows: (shown: string, total: string) => `Rows 1–${shown} of ${total}`,
  rowNumber: 'Row',
  noRows: 'No rows to export.',
  noColumns: 'Choose at least one column.',
  kinds: {
    sheet: 'As a spreadsheet opens it',
    table: 'As a browser shows it',
    text: 'The file as it will be written',
  },
  findings: 'Issues',
  previous: 'Previous value',
  next: 'Next value',
  position: (index: string, of: string) => `${index} of ${of}`,
  otherRemedies: 'Other options',
  rowLabel: (count: number) => plural(count, 'Row', 'Rows'),
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
  headingRow: 'header row',
  headingRowShort: 'header',
  more: (shown: string) => `and ${shown} more`,
  rowsInSheets: 'They continue in further sheets, each with a header row.',
  rowsInFiles: (shown: string) => `They continue in further files: ${shown} in all, each with a header row.`,
  rowsStop: 'Nothing will be exported, as you chose for longer lists.',
  rowsLost: 'Spreadsheets open the first 1,048,576 rows and drop the others.',
  cutInWorkbook: 'They are cut, with a mark at their end.',
  omitted: 'Their cells are empty.',
  picturesBeyond:
    'A workbook contains the first 50,000 pictures, up to 1 GB. The cells of the others are empty.',
  picturesTooLow: 'Excel shows them in their rows. LibreOffice shows them all in one row.',
  pictureKinds:
    'Spreadsheets do not support them, they are damaged, or they have no thumbnail yet. Their cells are empty.',
  makingPictures: (made: string, all: string) => `Creating thumbnails: ${made} of ${all}`,
  linksAsText: 'They stay as text that can be copied.',
  cutByReader: 'A spreadsheet cuts them, or spills them into other cells.',
} as const
