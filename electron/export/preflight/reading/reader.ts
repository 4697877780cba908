import { regionOf, type CsvStyle, type ExportPreset } from '../../../contract/csv-style.ts'

/** How the spreadsheets of a region read what is typed into them. */
export interface ReadingRegion {
  readonly decimalMark: '.' | ','
  /** What may stand between groups of three digits. */
  readonly groupMarks: string
  readonly dateOrder: 'dmy' | 'mdy' | 'ymd'
  /** Whether a point stands between the parts of a date (the slash and the hyphen do everywhere). */
  readonly pointInDates: boolean
  /** Names of months as spreadsheets there know them, in lower case, with their numbers from 1. */
  readonly months: ReadonlyMap<string, number>
  readonly currencies: readonly string[]
  /** Words for true and false, in upper case. */
  readonly truths: ReadonlySet<string>
  /** The first two letters, in lower case, of all of these. */
  readonly beginnings: ReadonlySet<string>
}

/** Who reads a CSV file, as far as what becomes of its cells is concerned. */
export interface Reader {
  /** `program`: one that takes texts as they are. */
  readonly by: 'excel' | 'libreOffice' | 'googleSheets' | 'program'
  /** A text counts as changed where one of them changes it. */
  readonly regions: readonly ReadingRegion[]
}

/** Locales that stand for all that have a decimal comma, or point, where the reader's own is not known. */
const WITH_COMMA = ['de-DE', 'fr-FR'] as const
const WITH_POINT = ['en-US', 'en-GB'] as const

/** Who is to read a file of this kind, written where the locale (BCP 47) is. */
export function readerOf(preset: ExportPreset, locale: string): Reader {
  switch (preset) {
    case 'excel':
      return { by: 'excel', regions: [readingRegion(locale)] }
    case 'excelElsewhere': {
      const others = regionOf(locale).decimalMark === '.' ? WITH_COMMA : WITH_POINT
      return { by: 'excel', regions: others.map(readingRegion) }
    }
    case 'libreOffice':
      return { by: 'libreOffice', regions: [readingRegion('en-US')] }
    case 'googleSheets':
      return { by: 'googleSheets', regions: [readingRegion('en-US')] }
    case 'rfc4180':
      return { by: 'program', regions: [] }
  }
}

/** Whether this reader takes a text for what it is, whatever it looks like. */
export function takesTextAsText({ by }: Reader, { quotes }: Pick<CsvStyle, 'quotes'>): boolean {
  // LibreOffice asks, and "Format quoted field as text" is what its preset says to tick.
  return by === 'program' || (by === 'libreOffice' && quotes !== 'needed')
}

/** The region of a locale (BCP 47); of one that is not known, that of American English. */
export function readingRegion(locale: string): ReadingRegion {
  try {
    return regionFor(new Intl.Locale(locale).maximize())
  } catch {
    return regionFor(new Intl.Locale('en-US'))
  }
}

function regionFor({ language, region = 'US' }: Intl.Locale): ReadingRegion {
  // Without the script, which hides the region from the tables of dates and numbers.
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
  const truths = ['TRUE', 'FALSE', ...(TRUTHS[language] ?? [])]
  return {
    decimalMark,
    groupMarks: groupMarksOf(group, decimalMark),
    dateOrder: dateOrderOf(date.map(({ type }) => type)),
    pointInDates: date.some(({ type, value }) => type === 'literal' && value.startsWith('.')),
    months,
    currencies,
    truths: new Set(truths),
    beginnings: new Set(
      [...months.keys(), ...currencies, ...truths].map((word) => word.slice(0, 2).toLowerCase()),
    ),
  }
}

/** Blanks of all widths that do not break stand for one another. */
function groupMarksOf(group: string | undefined, decimalMark: '.' | ','): string {
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
    for (const numbered of [false, true]) {
      const format = new Intl.DateTimeFormat(locale, {
        calendar: 'gregory',
        month: form,
        ...(numbered ? { day: 'numeric' } : {}),
      })
      for (let month = 1; month <= 12; month += 1) {
        const name = format
          .formatToParts(new Date(2026, month - 1, 1))
          .find(({ type }) => type === 'month')
          ?.value.replace(/\.$/u, '')
          .toLowerCase()
        // Where months are numbers with a word behind, nothing tells them from other numbers.
        if (name !== undefined && /^\p{L}+$/u.test(name)) months.set(name, month)
      }
    }
  }
  if (language === 'en') for (const [name, month] of ENGLISH_SHORT) months.set(name, month)
  return months
}

/** What spreadsheets know beside the names in use. */
const ENGLISH_SHORT: readonly (readonly [string, number])[] = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map(
    (name, index) => [name, index + 1] as const,
  ),
  ['sept', 9],
]

/** Signs of currencies by region; elsewhere it is the euro. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['US', 'CA', 'AU', 'NZ', 'SG', 'HK', 'MX'].map((region) => [region, '$'])),
  ...Object.fromEntries(['SE', 'NO', 'DK', 'IS'].map((region) => [region, 'kr'])),
  ...{ GB: '£', JP: '¥', CN: '¥', IN: '₹', PL: 'zł', CH: 'CHF', LI: 'CHF', CZ: 'Kč', HU: 'Ft', TR: '₺' },
  ...{ BR: 'R$', RU: '₽', UA: '₴', IL: '₪', KR: '₩' },
}

/** Words for true and false that spreadsheets know beside the English ones. */
const TRUTHS: Readonly<Record<string, readonly [string, string]>> = {
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
