import { DEFAULT_SECTIONS, type Paper, type ReportSection } from '../../../electron/contract/report.ts'

/** Where letters are written on US Letter; everywhere else on A4. */
const LETTER_REGIONS = new Set([
  'US',
  'CA',
  'MX',
  'PR',
  'PH',
  'CL',
  'CO',
  'CR',
  'GT',
  'NI',
  'PA',
  'SV',
  'VE',
  'DO',
])

/** The paper that a person of this locale (BCP 47) has in the printer. */
export function usualPaper(locale: string): Paper {
  const { region } = new Intl.Locale(locale).maximize()
  return region !== undefined && LETTER_REGIONS.has(region) ? 'letter' : 'a4'
}

export interface ReportChoice {
  readonly sections: readonly ReportSection[]
  /** Those of the report, or those that the list shows. */
  readonly fields: 'usual' | 'shown'
  /** Null: the usual one. */
  readonly paper: Paper | null
}

let remembered: ReportChoice = { sections: DEFAULT_SECTIONS, fields: 'usual', paper: null }

/** What the last report of this session was to be. */
export function lastReport(): ReportChoice {
  return remembered
}

export function rememberReport(choice: ReportChoice): void {
  remembered = choice
}
