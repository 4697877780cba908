import type { CsvStyle } from './csv-style.ts'

/** Options that only some formats support, by their names on the command line. */
const FORMAT_OPTIONS = [
  'preset',
  'delimiter',
  'decimal',
  'quotes',
  'line-end',
  'encoding',
  'dates',
  'booleans',
  'guard',
  'header',
  'lang',
  'time-zone',
  'pictures',
  'campaign-sheet',
  'totals-sheet',
  'long-texts',
  'rows-beyond',
  'records',
] as const
type FormatOption = (typeof FORMAT_OPTIONS)[number]

/** Limits of spreadsheets (Excel specifications and limits). */
export const SHEET_LIMITS = {
  rows: 1_048_576,
  columns: 16_384,
  /** UTF-16 units in a cell. */
  characters: 32_767,
  lineFeeds: 253,
  links: 65_530,
} as const

/**
 * Where rows beyond the limit of a sheet continue: in additional sheets, or in the same sheet, where
 * spreadsheets drop them.
 */
export type SheetOverflow = 'additionalSheets' | 'sameSheet'

/**
 * The description of a format for the window, the command line, preflight and file names. Its words are in
 * the messages.
 */
interface FormatDescriptor {
  /** File name extensions that select the format; its default first. */
  readonly extensions: readonly string[]
  /** Other extensions that a file may have, but that do not select the format. */
  readonly otherExtensions?: readonly string[]
  /** Delimiters that extensions select. */
  readonly delimiters?: Readonly<Partial<Record<string, CsvStyle['delimiter']>>>
  readonly options: readonly FormatOption[]
  /** How the window shows the file: as a spreadsheet or a table, or the text of the file. */
  readonly preview: 'sheet' | 'table' | 'text'
  /** Default header row on the command line: keys for programs, labels for people. */
  readonly defaultHeader: 'keys' | 'labels'
  /** Whether a terminal can show the file, in UTF-8. */
  readonly isText: boolean
  /** Null if spreadsheets do not open the format row by row. */
  readonly sheetOverflow: SheetOverflow | null
  /** Maximum number of links in a sheet, or null. */
  readonly maxLinks: number | null
}

/** The export formats. Each has a module with its writer and preview in `export/formats/`. */
const DESCRIPTORS = {
  /** A workbook with typed cells. */
  xlsx: {
    extensions: ['xlsx'],
    options: [
      'header',
      'lang',
      'time-zone',
      'pictures',
      'campaign-sheet',
      'totals-sheet',
      'long-texts',
      'rows-beyond',
    ],
    preview: 'sheet',
    defaultHeader: 'labels',
    isText: false,
    sheetOverflow: 'additionalSheets',
    maxLinks: SHEET_LIMITS.links,
  },
  /** Text in the style of a preset. */
  csv: {
    extensions: ['csv', 'tsv', 'tab'],
    otherExtensions: ['txt'],
    delimiters: { tsv: '\t', tab: '\t' },
    options: [
      'preset',
      'delimiter',
      'decimal',
      'quotes',
      'line-end',
      'encoding',
      'dates',
      'booleans',
      'guard',
      'header',
      'lang',
      'time-zone',
      'rows-beyond',
    ],
    preview: 'table',
    defaultHeader: 'keys',
    isText: true,
    sheetOverflow: 'sameSheet',
    maxLinks: null,
  },
  /** A page with a table. */
  html: {
    extensions: ['html', 'htm'],
    options: ['header', 'lang', 'time-zone'],
    preview: 'table',
    defaultHeader: 'labels',
    isText: true,
    sheetOverflow: null,
    maxLinks: null,
  },
  /** A table in Markdown. */
  md: {
    extensions: ['md', 'markdown'],
    options: ['header', 'lang', 'time-zone'],
    preview: 'text',
    defaultHeader: 'labels',
    isText: true,
    sheetOverflow: null,
    maxLinks: null,
  },
  /** A list of objects. */
  json: {
    extensions: ['json'],
    options: ['records'],
    preview: 'text',
    defaultHeader: 'keys',
    isText: true,
    sheetOverflow: null,
    maxLinks: null,
  },
  /** An object in each line. */
  jsonl: {
    extensions: ['jsonl', 'ndjson'],
    options: ['records'],
    preview: 'text',
    defaultHeader: 'keys',
    isText: true,
    sheetOverflow: null,
    maxLinks: null,
  },
} as const satisfies Readonly<Record<string, FormatDescriptor>>

export type ExportFormat = keyof typeof DESCRIPTORS
/** In the order in which the window lists them. */
export const EXPORT_FORMATS = Object.keys(DESCRIPTORS) as readonly ExportFormat[] as readonly [
  ExportFormat,
  ...ExportFormat[],
]
export const FORMAT_DESCRIPTORS: Readonly<Record<ExportFormat, FormatDescriptor>> = DESCRIPTORS

/** The format of a first export in the window. */
export const DEFAULT_FORMAT: ExportFormat = 'xlsx'
/** The format on the command line if neither an option nor a file name selects one. */
export const DEFAULT_COMMAND_LINE_FORMAT: ExportFormat = 'csv'
/** The format whose cells have types, so that no program guesses them. */
export const TYPED_FORMAT = 'xlsx' satisfies ExportFormat

/** Returns whether a format supports an option. */
export function supportsOption(format: ExportFormat, option: FormatOption): boolean {
  return FORMAT_DESCRIPTORS[format].options.includes(option)
}

/** Returns the formats that support an option of the command line, or null if all do. */
export function formatsWithOption(option: string): readonly ExportFormat[] | null {
  const formatOption = FORMAT_OPTIONS.find((each) => each === option)
  return formatOption === undefined
    ? null
    : EXPORT_FORMATS.filter((format) => supportsOption(format, formatOption))
}

/** Returns whether times are written in a time zone instead of as received. */
export function writesLocalTimes(format: ExportFormat, { dates }: Pick<CsvStyle, 'dates'>): boolean {
  return supportsOption(format, 'time-zone') && (dates === 'local' || !supportsOption(format, 'dates'))
}

const endsIn = (name: string, extensions: readonly string[]): boolean =>
  extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))

/** Returns the format that the extension of a file name selects, or null. */
export function formatOfName(name: string): ExportFormat | null {
  return EXPORT_FORMATS.find((format) => endsIn(name, FORMAT_DESCRIPTORS[format].extensions)) ?? null
}

/** Returns the delimiter that the extension of a file name selects, or null. */
export function delimiterOfName(name: string): CsvStyle['delimiter'] | null {
  const extension = /\.([^.]+)$/u.exec(name.toLowerCase())?.[1] ?? ''
  for (const { delimiters } of Object.values(FORMAT_DESCRIPTORS)) {
    const delimiter = delimiters?.[extension]
    if (delimiter !== undefined) return delimiter
  }
  return null
}

/**
 * Adds the extension of a format or file type to a path without a suitable one. Not every system's dialog
 * adds it.
 */
export function withExtension(path: string, type: string): string {
  const { extensions, otherExtensions = [] } = isExportFormat(type)
    ? FORMAT_DESCRIPTORS[type]
    : { extensions: [type] }
  if (endsIn(path, [...extensions, ...otherExtensions])) return path
  return `${path.replace(/\.+$/u, '')}.${extensions[0] ?? type}`
}

function isExportFormat(type: string): type is ExportFormat {
  return Object.hasOwn(FORMAT_DESCRIPTORS, type)
}
