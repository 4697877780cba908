import { plural } from './grammar.ts'

/** Strings of the export dialog about rows beyond the limit of a sheet. */
export const overflowStrings = {
  label: 'Rows beyond the 1,048,576 of a sheet',
  ways: {
    additionalSheets: {
      oneFile: 'In further sheets of the workbook',
      files: 'In further files',
      stop: 'Write nothing then',
    },
    sameSheet: { oneFile: 'In the same file', files: 'In further files', stop: 'Write nothing then' },
  },
  texts: {
    oneFile: {
      additionalSheets: 'Each sheet has the headings.',
      sameSheet: 'Programs read all of them. Spreadsheets leave them out.',
    },
    files: {
      additionalSheets:
        'Each has the headings, and its number in its name. Sheets with totals or fields stand in the last one.',
      sameSheet: 'Each has the headings, and its number in its name.',
    },
    stop: {
      additionalSheets: 'A list with so many rows is not exported.',
      sameSheet: 'A list with so many rows is not exported.',
    },
  },
} as const

/** Strings of the export dialog about further options. */
export const extraStrings = {
  artworks: 'Several artworks',
  artworkStyles: { joined: 'In one cell', rows: 'A row for each artwork' },
  separator: 'Between their names',
  separators: { '; ': 'Semicolon', ', ': 'Comma', ' | ': 'Vertical bar', '\n': 'Line break' },
  rowsText: 'The other cells of an item stand in each of its rows. An item without artwork has one.',
  links: 'Address of the artwork in a last column',
  linksText:
    'Of the first artwork in a row, as the service gave it. Some addresses stop working after a while.',
  pictures: 'Picture of the artwork in a first column',
  picturesText: 'The small pictures that are on this computer. Nothing is fetched for it.',
  /** `shown` and `rows` are formatted. */
  picturesHere: (count: number, shown: string, rows: string) =>
    `${shown} of ${rows} rows ${plural(count, 'has', 'have')} a picture on this computer.`,
  campaignSheet: 'A sheet with the fields of the campaign itself',
  totalsSheet: 'A sheet with totals: items and quantity by status, element and mark',
  campaigns: { sheet: 'Campaign', field: 'Field', key: 'Key' },
  totals: {
    sheet: 'Totals',
    by: 'By',
    value: 'Value',
    items: 'Items',
    all: 'All items',
    none: 'None',
    others: 'All others',
  },
  records: 'Fields',
  recordStyles: { columns: 'The columns, by their keys', received: 'Every field, as the service sent it' },
} as const
