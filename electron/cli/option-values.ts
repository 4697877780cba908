import type { CsvStyle } from '../contract/csv-style.ts'
import {
  ARTWORK_STYLES,
  RECORD_STYLES,
  TIME_ZONES,
  type FileLanguage,
  type HeaderStyle,
  type ItemExtras,
  type RowsBeyond,
  type TimeZoneChoice,
  type ArtworkSeparator,
} from '../contract/export-options.ts'
import { FORMAT_DESCRIPTORS, type ExportFormat } from '../contract/export-formats.ts'
import { LANGUAGES } from '../contract/messages.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import type { GivenOptions } from './options.ts'
import type { CommandName } from './commands.ts'
import { UsageError } from './errors.ts'

/** Returns the value of an option that may be given once. */
export function singleValue(options: GivenOptions, name: string): string | null {
  return options.get(name)?.[0] ?? null
}

/** Returns the value of an option with a fixed set of values, or its default. Throws a `UsageError`. */
export function enumValue<Value extends string>(
  options: GivenOptions,
  name: string,
  values: readonly Value[],
  defaultValue: Value,
  command: CommandName = 'export',
): Value {
  return findEnumValue(options, name, values, command) ?? defaultValue
}

/** Returns the differences from the preset of a CSV file. */
export function parseCsvStyle(options: GivenOptions): Partial<CsvStyle> {
  return {
    ...stylePart(options, 'delimiter', 'delimiter'),
    ...stylePart(options, 'decimal', 'decimalMark'),
    ...stylePart(options, 'quotes', 'quotes'),
    ...stylePart(options, 'line-end', 'lineEnd'),
    ...stylePart(options, 'encoding', 'encoding'),
    ...stylePart(options, 'dates', 'dates'),
    ...stylePart(options, 'booleans', 'flags'),
    ...stylePart(options, 'guard', 'guard'),
  }
}

/**
 * Returns what to do with rows that a sheet cannot hold.
 * @param base value without the option
 */
export function parseRowsBeyond(options: GivenOptions, base: RowsBeyond): RowsBeyond {
  const word = findEnumValue(options, 'rows-beyond', ['one-file', 'files', 'stop'])
  return word === null ? base : ROWS_BEYOND_WORDS[word]
}

/** Returns the time zone of times; null without the option. */
export function parseTimeZone(options: GivenOptions, command: CommandName = 'export'): TimeZoneChoice | null {
  return findEnumValue(options, 'time-zone', TIME_ZONES, command)
}

/** Returns the language of the words in a file; null without the option. */
export function parseLanguage(options: GivenOptions, command: CommandName = 'export'): FileLanguage | null {
  return findEnumValue(options, 'lang', LANGUAGES, command)
}

/** Returns the header row without an option for it. A language applies to labels. */
export function defaultHeader(options: GivenOptions, format: ExportFormat): HeaderStyle {
  return options.has('lang') ? 'labels' : FORMAT_DESCRIPTORS[format].defaultHeader
}

/**
 * Returns the parts of a file of items other than its rows and columns.
 * @param base values without the options
 */
export function parseExtras(options: GivenOptions, base: ItemExtras): ItemExtras {
  const longTexts = findEnumValue(options, 'long-texts', ['cut', 'leave-out'])
  const separator = findEnumValue(options, 'artwork-separator', ['semicolon', 'comma', 'pipe', 'line'])
  return {
    ...base,
    artworks: enumValue(options, 'artworks', ARTWORK_STYLES, base.artworks),
    artworkSeparator: separator === null ? base.artworkSeparator : SEPARATOR_WORDS[separator],
    records: enumValue(options, 'records', RECORD_STYLES, base.records),
    links: options.has('links') || base.links,
    pictures: options.has('pictures') || base.pictures,
    longTexts: longTexts === null ? base.longTexts : LONG_TEXT_WORDS[longTexts],
    campaignSheet: options.has('campaign-sheet') || base.campaignSheet,
    totalsSheet: options.has('totals-sheet') || base.totalsSheet,
  }
}

/** Returns one part of a style, if an option sets it. */
function stylePart(
  options: GivenOptions,
  name: keyof typeof STYLE_WORDS,
  part: keyof CsvStyle,
): Partial<CsvStyle> {
  const words: Readonly<Record<string, CsvStyle[keyof CsvStyle]>> = STYLE_WORDS[name]
  const word = findEnumValue(options, name, Object.keys(words))
  return word === null ? {} : { [part]: words[word] }
}

function findEnumValue<Value extends string>(
  options: GivenOptions,
  name: string,
  values: readonly Value[],
  command: CommandName = 'export',
): Value | null {
  const value = singleValue(options, name)
  if (value === null) return null
  const match = values.find((each) => each === value)
  if (match === undefined) throw new UsageError(CLI_USAGE.notOneOf(`--${name}`, value, values), command)
  return match
}

/** Values of options that change a CSV preset, with their meanings. */
export const STYLE_WORDS = {
  delimiter: { comma: ',', semicolon: ';', tab: '\t', pipe: '|' },
  decimal: { point: '.', comma: ',' },
  quotes: { needed: 'needed', texts: 'texts', all: 'all' },
  'line-end': { crlf: 'crlf', lf: 'lf' },
  encoding: { 'utf-8': 'utf8', 'utf-8-bom': 'utf8Mark', 'utf-16': 'utf16', 'windows-1252': 'windows1252' },
  dates: { sent: 'sent', local: 'local' },
  booleans: { 'true-false': 'trueFalse', 'yes-no': 'yesNo', '1-0': 'oneZero' },
  guard: { on: true, off: false },
} as const

export const ROWS_BEYOND_WORDS = { 'one-file': 'oneFile', files: 'files', stop: 'stop' } as const

export const LONG_TEXT_WORDS = { cut: 'cut', 'leave-out': 'leaveOut' } as const

export const SEPARATOR_WORDS = {
  semicolon: '; ',
  comma: ', ',
  pipe: ' | ',
  line: '\n',
} as const satisfies Readonly<Record<string, ArtworkSeparator>>
