/** Kinds of CSV, by who is to read it; see {@link styleOfPreset}. */
export const EXPORT_PRESETS = ['excel', 'excelElsewhere', 'libreOffice', 'googleSheets', 'rfc4180'] as const
export type ExportPreset = (typeof EXPORT_PRESETS)[number]

/** How a CSV file is written, in all that can be chosen. */
export interface CsvStyle {
  /** What stands between two cells. */
  readonly delimiter: ',' | ';' | '\t' | '|'
  readonly decimalMark: '.' | ','
  /** What stands in quotes: what has to, all texts, or every cell. */
  readonly quotes: 'needed' | 'texts' | 'all'
  readonly lineEnd: 'crlf' | 'lf'
  /** `utf8Mark`: UTF-8 behind a byte order mark; UTF-16 has one as well. */
  readonly encoding: 'utf8' | 'utf8Mark' | 'utf16' | 'windows1252'
  /**
   * Moments as they were sent (ISO 8601), or `2026-09-30 17:46:00` in the time of the computer that writes.
   */
  readonly dates: 'sent' | 'local'
  readonly flags: 'trueFalse' | 'yesNo' | 'oneZero'
  /** Whether text that a spreadsheet would run as a formula gets an apostrophe before it. */
  readonly guard: boolean
}

/** What can be chosen for each part of a style. */
export const CSV_STYLES = {
  delimiter: [',', ';', '\t', '|'],
  decimalMark: ['.', ','],
  quotes: ['needed', 'texts', 'all'],
  lineEnd: ['crlf', 'lf'],
  encoding: ['utf8', 'utf8Mark', 'utf16', 'windows1252'],
  dates: ['sent', 'local'],
  flags: ['trueFalse', 'yesNo', 'oneZero'],
} as const satisfies { readonly [Part in Exclude<keyof CsvStyle, 'guard'>]: readonly CsvStyle[Part][] }

/** What the spreadsheets of a region expect. */
export type Region = Pick<CsvStyle, 'delimiter' | 'decimalMark'>

/** Regions that write a decimal point, and still have a semicolon between the cells of a list. */
const SEMICOLON_REGIONS: ReadonlySet<string | undefined> = new Set(['CH', 'LI'])

/**
 * What the spreadsheets of a locale (BCP 47) expect: a semicolon between two cells where the comma is the
 * decimal mark, else a comma. That is the list separator that systems come with; what a person has set
 * instead cannot be asked for. An unknown locale counts as one with a decimal point.
 */
export function regionOf(locale: string): Region {
  try {
    const { region } = new Intl.Locale(locale).maximize()
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    const comma = parts.some(({ type, value }) => type === 'decimal' && value !== '.')
    return {
      delimiter: comma || SEMICOLON_REGIONS.has(region) ? ';' : ',',
      decimalMark: comma ? ',' : '.',
    }
  } catch {
    return { delimiter: ',', decimalMark: '.' }
  }
}

/** The way of other regions, for a file that goes to one. */
const elsewhere = ({ decimalMark }: Region): Region =>
  decimalMark === '.' ? { delimiter: ';', decimalMark: ',' } : { delimiter: ',', decimalMark: '.' }

/**
 * The style that every preset starts from: RFC 4180 in UTF-8, and no text that a spreadsheet would run as a
 * formula.
 */
export const MACHINE_STYLE: CsvStyle = {
  delimiter: ',',
  decimalMark: '.',
  quotes: 'needed',
  lineEnd: 'crlf',
  encoding: 'utf8',
  dates: 'sent',
  flags: 'trueFalse',
  guard: true,
}

/**
 * The style of a preset where the person is. Excel reads UTF-8 only behind a byte order mark, and takes a
 * moment for one only as its own words have it; a line with `sep=` is never written, for Excel then ignores
 * the mark.
 */
export function styleOfPreset(preset: ExportPreset, here: Region): CsvStyle {
  switch (preset) {
    case 'excel':
      return { ...MACHINE_STYLE, ...here, encoding: 'utf8Mark', dates: 'local' }
    case 'excelElsewhere':
      return { ...MACHINE_STYLE, ...elsewhere(here), encoding: 'utf8Mark', dates: 'local' }
    case 'libreOffice':
      return { ...MACHINE_STYLE, quotes: 'texts', lineEnd: 'lf', dates: 'local' }
    case 'googleSheets':
      return { ...MACHINE_STYLE, dates: 'local' }
    case 'rfc4180':
      // Programs run no formulas, and would take the apostrophe for a part of the value.
      return { ...MACHINE_STYLE, guard: false }
  }
}
