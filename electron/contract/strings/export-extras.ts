/** What the export dialog says of what a file of items can have beside its rows and columns. */
export const extraStrings = {
  artworks: 'Several artworks',
  artworkStyles: { joined: 'In one cell', rows: 'A row for each artwork' },
  separator: 'Between their names',
  separators: {
    '; ': 'Semicolon',
    ', ': 'Comma',
    ' | ': 'Vertical bar',
    '\n': 'Line break',
  },
  rowsText: 'The other cells of an item stand in each of its rows. An item without artwork has one.',
  links: 'Address of the artwork in a last column',
  linksText:
    'Of the first artwork in a row, as the service gave it. Some addresses stop working after a while.',
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
