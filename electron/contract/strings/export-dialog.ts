import type { ExportFormat } from '../export-formats.ts'
import { plural, rows } from './grammar.ts'

/** Strings of the export dialog. */
export const exportDialogStrings = {
  /** On the tiles. */
  formats: {
    xlsx: 'Excel',
    csv: 'CSV',
    html: 'Web page',
    md: 'Markdown',
    json: 'JSON',
    jsonl: 'JSON Lines',
  } satisfies Readonly<Record<ExportFormat, string>>,
  more: 'More',
  moreFormats: 'More formats',
  otherFormat: (format: string) => `${format}, more formats`,
  start: 'Export',
  startRows: (count: number, shown: string) => `Export ${rows(count, shown)}`,
  edit: 'Edit',
  editHint: 'Choose rows and columns',
  rename: 'Rename',
  renameHint: 'Change the name or the folder of the file',
  folderLabel: 'Folder',
  saveAs: 'Save as…',
  saveAsText: 'Choose the folder and the name in a system dialog.',
  /** The names of the folders from the outermost one. */
  folder: (names: readonly string[]) => names.join(' › '),
  noFolder: (name: string) => `“${name}” cannot be found. Choose another folder when you export.`,
  options: 'Options',
  changed: (shown: string) => `${shown} changed`,
  reset: 'Reset',
  resetHint: 'Use the default options',
  done: 'Done',
  back: 'Back',
  rowsAndColumns: 'Rows and columns',
  rowsAndColumnsOf: (count: number, shown: string, columns: string) => `${rows(count, shown)}, ${columns}`,
  everyField: 'every field',
  rowSets: { view: 'This list', selection: 'Selection', whole: 'All' },
  wholeOf: (name: string) => `All of ${name}`,
  wholeAll: 'All items of all campaigns',
  rowSet: (label: string, shown: string) => `${label} ${shown}`,
  rowSetText: (text: string, sort: string) => (sort === '' ? text : `${text}: ${sort}`),
  findColumn: 'Find a column',
  columnsOf: (shown: string, count: number, of: string) =>
    `${shown} of ${of} ${plural(count, 'column', 'columns')}`,
  notExported: 'Not exported',
  noColumnFound: 'No columns match your search.',
  exported: (count: number, shown: string) => `Exported ${rows(count, shown)}`,
} as const
