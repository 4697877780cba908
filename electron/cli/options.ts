import { ITEM_COLUMN_KEYS } from '../contract/columns.ts'
import { EXPORT_FORMATS } from '../contract/export-formats.ts'
import { parseArgs } from 'node:util'
import { EXPORT_PRESETS } from '../contract/csv-style.ts'
import {
  ARTWORK_STYLES,
  TIME_ZONES,
  HEADER_STYLES,
  RECORD_STYLES,
  STATUS_STYLES,
} from '../contract/export-options.ts'
import { LANGUAGES } from '../contract/messages.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import { STAT_KEYS } from '../contract/statistics.ts'
import { COMPLETED_VALUES, SHELLS, type CommandName } from './commands.ts'
import { LONG_TEXT_WORDS, ROWS_BEYOND_WORDS, SEPARATOR_WORDS, STYLE_WORDS } from './option-values.ts'
import { UsageError } from './errors.ts'

/** `text` takes a value, `list` takes one and can be repeated, `switch` takes none. */
export type OptionKind = 'text' | 'list' | 'switch'

/** Completion of an option's value: fixed words, or a kind of value that the shell requests. */
export type Completion = readonly string[] | 'file' | 'folder' | 'campaign' | 'connection' | 'profile'

export interface OptionSpec {
  readonly kind: OptionKind
  readonly short?: string
  /** Absent: no completion. */
  readonly completion?: Completion
}

const keysOf = (map: Readonly<Record<string, unknown>>): readonly string[] => Object.keys(map)

const SWITCH = { kind: 'switch' } as const
const TEXT = { kind: 'text' } as const
const FILE = { kind: 'text', completion: 'file' } as const
const CAMPAIGNS = { kind: 'list', completion: 'campaign' } as const

/** Options of every command. */
export const COMMON_OPTIONS = {
  data: { kind: 'text', completion: 'folder' },
  json: SWITCH,
  quiet: SWITCH,
  verbose: SWITCH,
  help: { kind: 'switch', short: 'h' },
} as const

/** Options that select a connection. */
const CHOICE = { connection: { kind: 'text', completion: 'connection' }, 'base-url': TEXT } as const

/** Options of a file with a table. */
const TABLE = {
  out: FILE,
  format: { kind: 'text', completion: EXPORT_FORMATS },
  preset: { kind: 'text', completion: EXPORT_PRESETS },
  header: { kind: 'text', completion: HEADER_STYLES },
  lang: { kind: 'text', completion: LANGUAGES },
  statuses: { kind: 'text', completion: STATUS_STYLES },
  'time-zone': { kind: 'text', completion: TIME_ZONES },
} as const

/** The options of each command. Their descriptions are in `strings/command-line-help.ts`. */
export const OPTIONS = {
  sync: {
    ...COMMON_OPTIONS,
    ...CHOICE,
    sample: SWITCH,
    campaign: CAMPAIGNS,
    all: SWITCH,
    recent: SWITCH,
    resume: SWITCH,
    details: SWITCH,
    'accept-deletions': SWITCH,
    ca: FILE,
    'client-cert': FILE,
    retries: TEXT,
    'max-wait': TEXT,
  },
  export: {
    ...COMMON_OPTIONS,
    ...CHOICE,
    campaign: CAMPAIGNS,
    limit: TEXT,
    search: TEXT,
    where: { kind: 'list' },
    any: SWITCH,
    sort: { kind: 'list' },
    columns: TEXT,
    format: { kind: 'text', completion: EXPORT_FORMATS },
    preset: { kind: 'text', completion: EXPORT_PRESETS },
    header: { kind: 'text', completion: HEADER_STYLES },
    lang: { kind: 'text', completion: LANGUAGES },
    statuses: { kind: 'text', completion: STATUS_STYLES },
    profile: { kind: 'text', completion: 'profile' },
    profiles: SWITCH,
    'name-template': TEXT,
    delimiter: { kind: 'text', completion: keysOf(STYLE_WORDS.delimiter) },
    decimal: { kind: 'text', completion: keysOf(STYLE_WORDS.decimal) },
    quotes: { kind: 'text', completion: keysOf(STYLE_WORDS.quotes) },
    'line-end': { kind: 'text', completion: keysOf(STYLE_WORDS['line-end']) },
    encoding: { kind: 'text', completion: keysOf(STYLE_WORDS.encoding) },
    dates: { kind: 'text', completion: keysOf(STYLE_WORDS.dates) },
    booleans: { kind: 'text', completion: keysOf(STYLE_WORDS.booleans) },
    guard: { kind: 'text', completion: keysOf(STYLE_WORDS.guard) },
    'time-zone': { kind: 'text', completion: TIME_ZONES },
    artworks: { kind: 'text', completion: ARTWORK_STYLES },
    'artwork-separator': { kind: 'text', completion: keysOf(SEPARATOR_WORDS) },
    links: SWITCH,
    pictures: SWITCH,
    'long-texts': { kind: 'text', completion: keysOf(LONG_TEXT_WORDS) },
    'rows-beyond': { kind: 'text', completion: keysOf(ROWS_BEYOND_WORDS) },
    'campaign-sheet': SWITCH,
    'totals-sheet': SWITCH,
    records: { kind: 'text', completion: RECORD_STYLES },
    check: SWITCH,
    out: FILE,
  },
  status: { ...COMMON_OPTIONS, ...CHOICE },
  campaigns: {
    ...COMMON_OPTIONS,
    ...CHOICE,
    search: TEXT,
    where: { kind: 'list' },
    any: SWITCH,
    sort: { kind: 'list' },
    limit: TEXT,
    columns: TEXT,
    ...TABLE,
  },
  timeline: {
    ...COMMON_OPTIONS,
    ...CHOICE,
    dates: TEXT,
    search: TEXT,
    where: { kind: 'list' },
    any: SWITCH,
    out: FILE,
    lang: { kind: 'text', completion: LANGUAGES },
  },
  stats: {
    ...COMMON_OPTIONS,
    ...CHOICE,
    campaign: CAMPAIGNS,
    search: TEXT,
    where: { kind: 'list' },
    any: SWITCH,
    by: { kind: 'list', completion: STAT_KEYS },
    ...TABLE,
  },
  connections: COMMON_OPTIONS,
  forget: { ...COMMON_OPTIONS, ...CHOICE, sample: SWITCH, yes: SWITCH },
  completion: { ...COMMON_OPTIONS, values: { kind: 'text', completion: COMPLETED_VALUES } },
  doctor: { ...COMMON_OPTIONS, ...CHOICE, ca: FILE, 'client-cert': FILE },
  review: {
    ...COMMON_OPTIONS,
    ...CHOICE,
    campaign: { kind: 'text', completion: 'campaign' },
    out: FILE,
    author: TEXT,
    check: FILE,
  },
  compare: {
    ...COMMON_OPTIONS,
    ...CHOICE,
    campaign: CAMPAIGNS,
    with: { kind: 'text', completion: 'campaign' },
    by: { kind: 'text', completion: ITEM_COLUMN_KEYS },
    ...TABLE,
  },
  changes: { ...COMMON_OPTIONS, ...CHOICE, campaign: CAMPAIGNS, since: TEXT, limit: TEXT },
} as const satisfies Readonly<Record<CommandName, Readonly<Record<string, OptionSpec>>>>

/** Arguments that a command accepts in addition to its options, under the name {@link POSITIONAL}. */
export const POSITIONALS: Readonly<Partial<Record<CommandName, readonly string[]>>> = { completion: SHELLS }

/** Name of the one argument of a command that is not an option. */
export const POSITIONAL = ''

/** The given options with their values in order; a switch has none. */
export type GivenOptions = ReadonlyMap<string, readonly string[]>

/** Options that people might use for the key. Their values are never printed. */
const KEY_OPTIONS: ReadonlySet<string> = new Set(['key', 'api-key', 'apikey', 'token', 'authorization'])

/** Options whose value may be empty. */
const OPTIONS_THAT_MAY_BE_EMPTY: ReadonlySet<string> = new Set(['search', 'author'])

/** Parses the arguments after a command. Throws a `UsageError` for the first invalid one. */
export function parseOptions(command: CommandName, args: readonly string[]): GivenOptions {
  const specs: Readonly<Record<string, OptionSpec | undefined>> = OPTIONS[command]
  const usageError = (sentence: string): UsageError => new UsageError(sentence, command)
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries<OptionSpec>(OPTIONS[command]).map(([name, { kind, short }]) => [
        name,
        {
          type: kind === 'switch' ? 'boolean' : 'string',
          multiple: true,
          ...(short === undefined ? {} : { short }),
        },
      ]),
    ),
  })

  const optionValues = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (POSITIONALS[command] === undefined || optionValues.has(POSITIONAL))
        throw usageError(CLI_USAGE.unexpectedArgument(token.value))
      optionValues.set(POSITIONAL, [token.value])
      continue
    }
    if (token.kind === 'option-terminator') continue
    const { name, rawName, value, inlineValue } = token
    const kind = Object.hasOwn(specs, name) ? specs[name]?.kind : undefined
    if (KEY_OPTIONS.has(name.toLowerCase())) throw usageError(CLI_USAGE.keyAsOption)
    if (kind === undefined) throw usageError(CLI_USAGE.unknownOption(rawName))
    const values = optionValues.get(name) ?? []
    optionValues.set(name, values)
    if (kind === 'switch') {
      if (value !== undefined) throw usageError(CLI_USAGE.needlessValue(rawName))
      continue
    }
    const looksLikeOption = value !== undefined && !inlineValue && /^-\D/u.test(value)
    if (looksLikeOption && !value.startsWith('--')) throw usageError(CLI_USAGE.valueWithHyphen(`--${name}`))
    if (value === undefined || looksLikeOption || (value === '' && !OPTIONS_THAT_MAY_BE_EMPTY.has(name)))
      throw usageError(CLI_USAGE.missingValue(rawName))
    if (kind === 'text' && values.length > 0 && values[0] !== value)
      throw usageError(CLI_USAGE.givenTwice(rawName))
    values.push(value)
  }
  if (optionValues.has('quiet') && optionValues.has('verbose'))
    throw usageError(CLI_USAGE.notBoth('--quiet', '--verbose'))
  return optionValues
}
