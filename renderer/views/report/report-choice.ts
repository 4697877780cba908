import type { FileLanguage } from '../../../electron/contract/export-options.ts'
import type { Paper } from '../../../electron/contract/paper.ts'
import { DEFAULT_SECTIONS, type ReportSection } from '../../../electron/contract/report.ts'

/** Regions that use US Letter (Unicode CLDR, measurement data); all others use A4. */
const LETTER_REGIONS = new Set([
  'BZ',
  'CA',
  'CL',
  'CO',
  'CR',
  'GT',
  'MX',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'US',
  'VE',
])

/** Returns the default paper of a locale (BCP 47). */
export function defaultPaper(locale: string): Paper {
  const { region } = new Intl.Locale(locale).maximize()
  return region !== undefined && LETTER_REGIONS.has(region) ? 'letter' : 'a4'
}

export interface ReportChoice {
  readonly sections: readonly ReportSection[]
  /** The default fields of the report, or those of the list. */
  readonly fields: 'usual' | 'shown'
  /** Null: the default of the locale. */
  readonly paper: Paper | null
  /** Undefined: that of the interface. */
  readonly language: FileLanguage | undefined
}

let lastChoice: ReportChoice = {
  sections: DEFAULT_SECTIONS,
  fields: 'usual',
  paper: null,
  language: undefined,
}

/** Returns the options of the last report of this session. */
export function lastReport(): ReportChoice {
  return lastChoice
}

export function rememberReport(choice: ReportChoice): void {
  lastChoice = choice
}
