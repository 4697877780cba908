import type { ExportFormat } from './export-options.ts'

/** The formats that an option of an export changes, by its name on the command line. An option that is not here changes all. */
const OPTION_FORMATS: Readonly<Partial<Record<string, readonly ExportFormat[]>>> = {
  preset: ['csv'],
  delimiter: ['csv'],
  decimal: ['csv'],
  quotes: ['csv'],
  'line-end': ['csv'],
  encoding: ['csv'],
  dates: ['csv'],
  booleans: ['csv'],
  guard: ['csv'],
  header: ['xlsx', 'csv', 'html', 'md'],
  'time-zone': ['xlsx', 'csv', 'html', 'md'],
  pictures: ['xlsx'],
  'campaign-sheet': ['xlsx'],
  'totals-sheet': ['xlsx'],
  'long-texts': ['xlsx'],
  records: ['json', 'jsonl'],
}

/** Options that choose or change columns. Items as the service sent them have none. */
export const COLUMN_OPTIONS = ['columns', 'statuses', 'artworks', 'artwork-separator', 'links'] as const

/** Returns the formats that an option changes; null for an option that changes every format. */
export function formatsOfOption(option: string): readonly ExportFormat[] | null {
  return OPTION_FORMATS[option] ?? null
}
