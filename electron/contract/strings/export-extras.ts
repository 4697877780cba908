import { plural } from './grammar.ts'

/** Strings of the export dialog about rows beyond the limit of a sheet. */
export const overflowStrings = {
  label: 'Rows beyond 1,048,576',
  ways: {
    additionalSheets: { oneFile: 'In further sheets', files: 'In further files', stop: 'Do not export' },
    sameSheet: { oneFile: 'In the same file', files: 'In further files', stop: 'Do not export' },
  },
  texts: {
    oneFile: {
      additionalSheets: 'Each sheet has a header row.',
      sameSheet: 'Other programs read all rows. Spreadsheets leave these out.',
    },
    files: {
      additionalSheets:
        'Each file has a header row and a number in its name. Sheets with totals or fields are in the last one.',
      sameSheet: 'Each file has a header row and a number in its name.',
    },
    stop: {
      additionalSheets: 'A list with more rows is not exported.',
      sameSheet: 'A list with more rows is not exported.',
    },
  },
} as const

/** Strings of the export dialog about further options. */
export const extraStrings = {
  artworks: 'Several artworks',
  artworkStyles: { joined: 'In one cell', rows: 'A row for each artwork' },
  separator: 'Separator',
  separators: { '; ': 'Semicolon', ', ': 'Comma', ' | ': 'Vertical bar', '\n': 'Line break' },
  rowsText: 'Each row repeats the other values of its item. An item without artwork has one row.',
  links: 'Artwork links',
  linksText: 'A last column with the address of the first artwork. Some addresses expire.',
  pictures: 'Pictures',
  picturesText: 'A first column with the thumbnails on this computer. Nothing is downloaded.',
  /** `shown` and `rows` are formatted. */
  picturesHere: (count: number, shown: string, rows: string) =>
    `${shown} of ${rows} rows ${plural(count, 'has', 'have')} a picture on this computer.`,
  longTexts: 'Long texts',
  longTextStyles: { cut: 'Cut', leaveOut: 'Leave out' },
  campaignSheet: 'Sheet with campaign fields',
  totalsSheet: 'Sheet with totals',
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
  recordStyles: { columns: 'Columns', received: 'Every field, as received' },
} as const
