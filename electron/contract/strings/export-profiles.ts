import type { ExportFormat } from '../export-options.ts'
import type { NameToken } from '../file-name.ts'

/** Words of names for files. */
export const nameStrings = {
  label: 'File name',
  tokens: 'What the name can be made of',
  token: {
    campaign: 'Campaign',
    view: 'View',
    connection: 'Connection',
    rows: 'Number of rows',
    date: 'Date',
    time: 'Time',
  } satisfies Readonly<Record<NameToken, string>>,
  example: (name: string) => `Now: ${name}`,
  /** Stands for a view where the list shows none that has a name. */
  noView: 'items',
} as const

/** What is said of a written file, and what can be done with it. */
export const writtenStrings = {
  open: 'Open',
  /** Behind what was written: rows and size. */
  readBack: (text: string) => `${text.replace(/\.$/u, '')}, read back and right.`,
  readingBack: (shown: string, total: string) => `Reading it back: ${shown} of ${total} rows`,
  notReached: 'The file could not be reached',
  typedFormat: (format: string) => `Written as ${format}, as the name that you typed says.`,
  /** Formats within a sentence. */
  formats: {
    xlsx: 'an Excel workbook',
    csv: 'CSV',
    json: 'JSON',
    jsonl: 'JSON Lines',
    html: 'a web page',
    md: 'Markdown',
  } satisfies Readonly<Record<ExportFormat, string>>,
} as const
