import * as v from 'valibot'
import type { ReadonlyOutput } from './base-schemas.ts'

/** Presets of CSV by the program that will read it; see {@link styleOfPreset}. */
export const EXPORT_PRESETS = ['excel', 'excelElsewhere', 'libreOffice', 'googleSheets', 'rfc4180'] as const
export type ExportPreset = (typeof EXPORT_PRESETS)[number]

/** The values of each option. */
export const CSV_STYLES = {
  delimiter: [',', ';', '\t', '|'],
  decimalMark: ['.', ','],
  quotes: ['needed', 'texts', 'all'],
  lineEnd: ['crlf', 'lf'],
  encoding: ['utf8', 'utf8Mark', 'utf16', 'windows1252'],
  dates: ['sent', 'local'],
  flags: ['trueFalse', 'yesNo', 'oneZero'],
} as const

/** All options of a CSV file. */
export const csvStyleSchema = v.strictObject({
  delimiter: v.picklist(CSV_STYLES.delimiter),
  decimalMark: v.picklist(CSV_STYLES.decimalMark),
  /** Which cells have quotes: only where necessary, all texts, or all cells. */
  quotes: v.picklist(CSV_STYLES.quotes),
  lineEnd: v.picklist(CSV_STYLES.lineEnd),
  /** `utf8Mark`: UTF-8 with a byte order mark, as UTF-16 has. */
  encoding: v.picklist(CSV_STYLES.encoding),
  /** Times as received (ISO 8601), or as `2026-09-30 17:46:00` in local time. */
  dates: v.picklist(CSV_STYLES.dates),
  flags: v.picklist(CSV_STYLES.flags),
  /** Whether text that a spreadsheet would run as a formula gets an apostrophe before it. */
  guard: v.boolean(),
})
export type CsvStyle = ReadonlyOutput<typeof csvStyleSchema>

/** What the spreadsheets of a region expect. */
export type Region = Pick<CsvStyle, 'delimiter' | 'decimalMark'>

/** Regions with a decimal point that separate lists with semicolons. */
const SEMICOLON_REGIONS: ReadonlySet<string | undefined> = new Set(['CH', 'LI'])

/**
 * Returns what spreadsheets of a locale (BCP 47) expect by default: a semicolon as the delimiter if the comma
 * is the decimal mark, else a comma. An unknown locale has a decimal point.
 */
export function regionOf(locale: string): Region {
  try {
    const { region } = new Intl.Locale(locale).maximize()
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    const comma = parts.some(({ type, value }) => type === 'decimal' && value !== '.')
    return { delimiter: comma || SEMICOLON_REGIONS.has(region) ? ';' : ',', decimalMark: comma ? ',' : '.' }
  } catch {
    return { delimiter: ',', decimalMark: '.' }
  }
}

/** Returns the conventions of other regions. */
const otherRegion = ({ decimalMark }: Region): Region =>
  decimalMark === '.' ? { delimiter: ';', decimalMark: ',' } : { delimiter: ',', decimalMark: '.' }

/** The base of all presets: RFC 4180 in UTF-8, guarded against formulas. */
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
 * The style of copied rows: spreadsheets split pasted text into cells at tabs. People read it, so flags and
 * times are as in the table that is copied with it.
 */
export const CLIPBOARD_STYLE: CsvStyle = { ...MACHINE_STYLE, delimiter: '\t', dates: 'local', flags: 'yesNo' }

/**
 * Returns the style of a preset for a region. Excel reads UTF-8 only with a byte order mark, which it ignores
 * after a line with `sep=`, and recognizes times only in its own form.
 */
export function styleOfPreset(preset: ExportPreset, region: Region): CsvStyle {
  switch (preset) {
    case 'excel':
      return { ...MACHINE_STYLE, ...region, encoding: 'utf8Mark', dates: 'local' }
    case 'excelElsewhere':
      return { ...MACHINE_STYLE, ...otherRegion(region), encoding: 'utf8Mark', dates: 'local' }
    case 'libreOffice':
      return { ...MACHINE_STYLE, quotes: 'texts', lineEnd: 'lf', dates: 'local' }
    case 'googleSheets':
      return { ...MACHINE_STYLE, dates: 'local' }
    case 'rfc4180':
      // Programs run no formulas, and would read the apostrophe as part of the value.
      return { ...MACHINE_STYLE, guard: false }
  }
}
