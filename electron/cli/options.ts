import { parseArgs } from 'node:util'
import { CLI_USAGE } from '../contract/strings/command-line.ts'
import type { CommandName } from './commands.ts'
import { UsageError } from './usage-error.ts'

/** `text` takes a value, `list` may be repeated, `switch` takes none. */
export type OptionKind = 'text' | 'list' | 'switch'

const COMMON = { data: 'text', json: 'switch', help: 'switch' } as const

export const OPTIONS = {
  sync: {
    ...COMMON,
    'base-url': 'text',
    sample: 'switch',
    campaign: 'list',
    all: 'switch',
    recent: 'switch',
    resume: 'switch',
    connection: 'text',
    ca: 'text',
  },
  export: {
    ...COMMON,
    campaign: 'list',
    search: 'text',
    sort: 'list',
    columns: 'text',
    format: 'text',
    preset: 'text',
    header: 'text',
    statuses: 'text',
    profile: 'text',
    profiles: 'switch',
    'name-template': 'text',
    delimiter: 'text',
    decimal: 'text',
    quotes: 'text',
    'line-end': 'text',
    encoding: 'text',
    dates: 'text',
    booleans: 'text',
    guard: 'text',
    artworks: 'text',
    'artwork-separator': 'text',
    links: 'switch',
    pictures: 'switch',
    'long-texts': 'text',
    'rows-beyond': 'text',
    'campaign-sheet': 'switch',
    'totals-sheet': 'switch',
    records: 'text',
    check: 'switch',
    out: 'text',
    connection: 'text',
    'base-url': 'text',
  },
  status: COMMON,
  doctor: { ...COMMON, 'base-url': 'text', connection: 'text', ca: 'text' },
  review: {
    ...COMMON,
    campaign: 'text',
    out: 'text',
    author: 'text',
    check: 'text',
    connection: 'text',
    'base-url': 'text',
  },
  changes: {
    ...COMMON,
    campaign: 'list',
    since: 'text',
    connection: 'text',
    'base-url': 'text',
  },
} as const satisfies Readonly<Record<CommandName, Readonly<Record<string, OptionKind>>>>

/** The options that were given, each with its values in their order; a switch has none. */
export type GivenOptions = ReadonlyMap<string, readonly string[]>

/** Options that people might try for the key. Their value is not repeated anywhere. */
const KEY_OPTIONS: ReadonlySet<string> = new Set(['key', 'api-key', 'apikey', 'token', 'authorization'])

/** Options whose value may be empty: everything is found, nobody is named. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['search', 'author'])

/** Takes the words behind a command apart. Throws a `UsageError` for the first that does not fit. */
export function readOptions(command: CommandName, words: readonly string[]): GivenOptions {
  const known: Readonly<Record<string, OptionKind | undefined>> = OPTIONS[command]
  const wrong = (sentence: string): UsageError => new UsageError(sentence, command)
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(OPTIONS[command]).map(([name, kind]) => [
        name,
        {
          type: kind === 'switch' ? 'boolean' : 'string',
          multiple: true,
          ...(name === 'help' ? { short: 'h' } : {}),
        },
      ]),
    ),
  })

  const given = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') throw wrong(CLI_USAGE.unknownWord(token.value))
    if (token.kind === 'option-terminator') continue
    const { name, rawName, value, inlineValue } = token
    const kind = Object.hasOwn(known, name) ? known[name] : undefined
    if (KEY_OPTIONS.has(name.toLowerCase())) throw wrong(CLI_USAGE.keyAsOption)
    if (kind === undefined) throw wrong(CLI_USAGE.unknownOption(rawName))
    const values = given.get(name) ?? []
    given.set(name, values)
    if (kind === 'switch') {
      if (value !== undefined) throw wrong(CLI_USAGE.needlessValue(rawName))
      continue
    }
    const looksLikeOption = value !== undefined && !inlineValue && /^-./u.test(value)
    if (value === undefined || looksLikeOption || (value === '' && !MAY_BE_EMPTY.has(name)))
      throw wrong(CLI_USAGE.missingValue(rawName))
    if (kind === 'text' && values.length > 0 && values[0] !== value)
      throw wrong(CLI_USAGE.givenTwice(rawName))
    values.push(value)
  }
  return given
}
