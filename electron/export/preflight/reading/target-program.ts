import { regionOf, type CsvStyle, type ExportPreset } from '../../../contract/csv-style.ts'

/** How spreadsheets of a region read entered text. */
export interface ReadingRegion {
  readonly decimalMark: '.' | ','
  /** Separators of groups of three digits. */
  readonly groupSeparators: string
  readonly dateOrder: 'dmy' | 'mdy' | 'ymd'
  /** Whether periods separate the parts of a date. Slashes and hyphens do so everywhere. */
  readonly hasPeriodInDates: boolean
  /** Names of months in lowercase, with their numbers from 1. */
  readonly months: ReadonlyMap<string, number>
  readonly currencies: readonly string[]
  /** Names of true and false in uppercase. */
  readonly booleans: ReadonlySet<string>
  /** The first two letters in lowercase of all months, currencies and booleans. */
  readonly prefixes: ReadonlySet<string>
}

/** The program that will open a CSV file, with the regions that determine how it changes cells. */
export interface TargetProgram {
  /** Other programs leave texts unchanged. */
  readonly name: 'excel' | 'libreOffice' | 'googleSheets' | 'other'
  /** A text counts as changed if one of these regions changes it. */
  readonly regions: readonly ReadingRegion[]
}

/** Locales that represent all those with a decimal comma or point, if the region is unknown. */
const COMMA_LOCALES = ['de-DE', 'fr-FR'] as const
const POINT_LOCALES = ['en-US', 'en-GB'] as const

/**
 * Returns the program that a preset is for.
 * @param locale locale (BCP 47) of the person who exports
 */
export function targetProgramOf(preset: ExportPreset, locale: string): TargetProgram {
  switch (preset) {
    case 'excel':
      return { name: 'excel', regions: [readingRegion(locale)] }
    case 'excelElsewhere': {
      const otherLocales = regionOf(locale).decimalMark === '.' ? COMMA_LOCALES : POINT_LOCALES
      return { name: 'excel', regions: otherLocales.map(readingRegion) }
    }
    case 'libreOffice':
      return { name: 'libreOffice', regions: [readingRegion('en-US')] }
    case 'googleSheets':
      return { name: 'googleSheets', regions: [readingRegion('en-US')] }
    case 'rfc4180':
      return { name: 'other', regions: [] }
  }
}

/** Returns whether a program leaves every text unchanged. */
export function keepsTexts({ name }: TargetProgram, { quotes }: Pick<CsvStyle, 'quotes'>): boolean {
  // The instructions for LibreOffice enable "Format quoted field as text".
  return name === 'other' || (name === 'libreOffice' && quotes !== 'needed')
}

/** Returns the region of a locale (BCP 47), or American English for an unknown locale. */
export function readingRegion(locale: string): ReadingRegion {
  try {
    return regionOfLocale(new Intl.Locale(locale).maximize())
  } catch {
    return regionOfLocale(new Intl.Locale('en-US'))
  }
}

function regionOfLocale({ language, region = 'US' }: Intl.Locale): ReadingRegion {
  // The script would hide the region from the tables of dates and numbers.
  const locale = `${language}-${region}`
  const { decimalMark } = regionOf(locale)
  const group = new Intl.NumberFormat(locale, { useGrouping: true })
    .formatToParts(12_345_678.5)
    .find(({ type }) => type === 'group')?.value
  const date = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(new Date(2026, 4, 1))
  const months = monthsOf(locale, language)
  const currencies = [...new Set([CURRENCIES[region] ?? '€', '€'])]
  const booleans = ['TRUE', 'FALSE', ...(BOOLEAN_NAMES[language] ?? [])]
  return {
    decimalMark,
    groupSeparators: groupSeparatorsOf(group, decimalMark),
    dateOrder: dateOrderOf(date.map(({ type }) => type)),
    hasPeriodInDates: date.some(({ type, value }) => type === 'literal' && value.startsWith('.')),
    months,
    currencies,
    booleans: new Set(booleans),
    prefixes: new Set(
      [...months.keys(), ...currencies, ...booleans].map((word) => word.slice(0, 2).toLowerCase()),
    ),
  }
}

/** No-break spaces of all widths are equivalent. */
function groupSeparatorsOf(group: string | undefined, decimalMark: '.' | ','): string {
  if (group === undefined) return decimalMark === '.' ? ',' : '.'
  return /\s/u.test(group) ? '\u00a0\u202f' : group
}

function dateOrderOf(types: readonly string[]): ReadingRegion['dateOrder'] {
  const order = types.filter((type) => type === 'year' || type === 'month' || type === 'day')
  if (order[0] === 'year') return 'ymd'
  return order[0] === 'month' ? 'mdy' : 'dmy'
}

function monthsOf(locale: string, language: string): ReadonlyMap<string, number> {
  const months = new Map<string, number>()
  for (const form of ['long', 'short'] as const) {
    for (const hasDay of [false, true]) {
      const format = new Intl.DateTimeFormat(locale, {
        calendar: 'gregory',
        month: form,
        ...(hasDay ? { day: 'numeric' } : {}),
      })
      for (let month = 1; month <= 12; month += 1) {
        const name = format
          .formatToParts(new Date(2026, month - 1, 1))
          .find(({ type }) => type === 'month')
          ?.value.replace(/\.$/u, '')
          .toLowerCase()
        // Months that are numbers with a word cannot be distinguished from other numbers.
        if (name !== undefined && /^\p{L}+$/u.test(name)) months.set(name, month)
      }
    }
  }
  if (language === 'en') for (const [name, month] of ENGLISH_ABBREVIATIONS) months.set(name, month)
  return months
}

/** Names that spreadsheets accept in addition to those of the locale. */
const ENGLISH_ABBREVIATIONS: readonly (readonly [string, number])[] = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map(
    (name, index) => [name, index + 1] as const,
  ),
  ['sept', 9],
]

/** Currency signs by region; the default is the euro. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['US', 'CA', 'AU', 'NZ', 'SG', 'HK', 'MX'].map((region) => [region, '$'])),
  ...Object.fromEntries(['SE', 'NO', 'DK', 'IS'].map((region) => [region, 'kr'])),
  ...{ GB: '£', JP: '¥', CN: '¥', IN: '₹', PL: 'zł', CH: 'CHF', LI: 'CHF', CZ: 'Kč', HU: 'Ft', TR: '₺' },
  ...{ BR: 'R$', RU: '₽', UA: '₴', IL: '₪', KR: '₩' },
}

/** Names of true and false by language, in addition to the English ones. */
const BOOLEAN_NAMES: Readonly<Record<string, readonly [string, string]>> = {
  de: ['WAHR', 'FALSCH'],
  fr: ['VRAI', 'FAUX'],
  es: ['VERDADERO', 'FALSO'],
  it: ['VERO', 'FALSO'],
  nl: ['WAAR', 'ONWAAR'],
  pt: ['VERDADEIRO', 'FALSO'],
  pl: ['PRAWDA', 'FAŁSZ'],
  sv: ['SANT', 'FALSKT'],
  da: ['SAND', 'FALSK'],
  nb: ['SANN', 'USANN'],
  fi: ['TOSI', 'EPÄTOSI'],
  cs: ['PRAVDA', 'NEPRAVDA'],
  hu: ['IGAZ', 'HAMIS'],
  ru: ['ИСТИНА', 'ЛОЖЬ'],
  tr: ['DOĞRU', 'YANLIŞ'],
}
