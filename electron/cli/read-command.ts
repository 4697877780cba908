import { AppError } from '../contract/app-error.ts'
import { isItemColumnKey, ITEM_COLUMN_KEYS, type ColumnKey } from '../contract/columns.ts'
import {
  EXPORT_FORMATS,
  HEADER_STYLES,
  isReviewColumnKey,
  STATUS_STYLES,
  type ExportColumnKey,
} from '../contract/export-options.ts'
import { USUAL_CHOICE, type ExportChoice } from '../contract/export-profile.ts'
import { formatOfName } from '../contract/file-name.ts'
import { EXPORT_PRESETS } from '../contract/csv-style.ts'
import { isFieldKey } from '../contract/fields.ts'
import { LONGEST_AUTHOR } from '../contract/review-file.ts'
import type { SortKey } from '../contract/query.ts'
import { CLI_USAGE } from '../contract/strings/command-line.ts'
import { extractCampaignId } from '../download/campaign-id.ts'
import { normaliseBaseUrl } from '../service/index.ts'
import {
  COMMAND_NAMES,
  type ChangesCommand,
  type Command,
  type CommandName,
  type DoctorCommand,
  type ExportCommand,
  type ReviewCommand,
  type StatusCommand,
  type SyncCommand,
} from './commands.ts'
import { readSince } from './since.ts'
import { readOptions, type GivenOptions } from './options.ts'
import { oneOf, readCsvStyle, readExtras, readRowsBeyond, single } from './option-values.ts'
import { UsageError } from './usage-error.ts'

/** What the words of a command line (without the program's own name) ask for. Throws a `UsageError`. */
export function readCommand(words: readonly string[]): Command {
  const [first, ...rest] = words
  switch (first) {
    case undefined:
      throw new UsageError(CLI_USAGE.noCommand, null)
    case 'help':
    case '--help':
    case '-h':
      return readHelp(rest)
    case '--version':
    case '-v':
      if (rest[0] !== undefined) throw new UsageError(CLI_USAGE.unknownWord(rest[0]), null)
      return { name: 'version' }
  }
  if (first.startsWith('-')) throw new UsageError(CLI_USAGE.noCommand, null)
  if (!isCommandName(first)) throw new UsageError(CLI_USAGE.unknownCommand(first), null)
  const options = readOptions(first, rest)
  if (options.has('help')) return { name: 'help', topic: first }
  switch (first) {
    case 'sync':
      return readSync(options)
    case 'export':
      return readExport(options)
    case 'status':
      return readStatus(options)
    case 'changes':
      return readChanges(options)
    case 'review':
      return readReview(options)
    case 'doctor':
      return readDoctor(options)
  }
}

function isCommandName(word: string): word is CommandName {
  return (COMMAND_NAMES as readonly string[]).includes(word)
}

function readHelp([topic, more]: readonly string[]): Command {
  if (topic === undefined || topic === 'help') return { name: 'help', topic: null }
  if (!isCommandName(topic)) throw new UsageError(CLI_USAGE.unknownCommand(topic), null)
  if (more !== undefined) throw new UsageError(CLI_USAGE.unknownWord(more), null)
  return { name: 'help', topic }
}

function readCommon(options: GivenOptions): Pick<StatusCommand, 'dataFolder' | 'json'> {
  return { dataFolder: single(options, 'data'), json: options.has('json') }
}

function readStatus(options: GivenOptions): StatusCommand {
  return { name: 'status', ...readCommon(options) }
}

function readDoctor(options: GivenOptions): DoctorCommand {
  const baseUrl = readBaseUrl(options, 'doctor')
  if (baseUrl === null) throw new UsageError(CLI_USAGE.missingOption('--base-url'), 'doctor')
  return {
    name: 'doctor',
    ...readCommon(options),
    baseUrl,
    connection: single(options, 'connection'),
    authorityFile: single(options, 'ca'),
  }
}

function readChanges(options: GivenOptions): ChangesCommand {
  const since = single(options, 'since')
  return {
    name: 'changes',
    ...readCommon(options),
    choice: { connection: single(options, 'connection'), baseUrl: readBaseUrl(options, 'changes') },
    campaigns: readCampaigns(options, 'changes'),
    since: since === null ? null : readSince(since),
  }
}

function readReview(options: GivenOptions): ReviewCommand {
  exactlyOne(options, 'review', 'out', 'check')
  const out = single(options, 'out')
  const campaigns = readCampaigns(options, 'review')
  const author = single(options, 'author') ?? ''
  if (out !== null && campaigns.length === 0)
    throw new UsageError(CLI_USAGE.missingOption('--campaign'), 'review')
  if (author.length > LONGEST_AUTHOR) throw new UsageError(CLI_USAGE.longAuthor(LONGEST_AUTHOR), 'review')
  return {
    name: 'review',
    ...readCommon(options),
    choice: { connection: single(options, 'connection'), baseUrl: readBaseUrl(options, 'review') },
    campaigns,
    author,
    file: out === null ? { check: single(options, 'check') ?? '' } : { write: out },
  }
}

function readSync(options: GivenOptions): SyncCommand {
  exactlyOne(options, 'sync', 'base-url', 'sample')
  const campaigns = readSyncCampaigns(options)
  if (options.has('sample') && options.has('ca'))
    throw new UsageError(CLI_USAGE.notBoth('--sample', '--ca'), 'sync')
  const baseUrl = readBaseUrl(options, 'sync')
  return {
    name: 'sync',
    ...readCommon(options),
    source: baseUrl === null ? 'sample' : { baseUrl },
    campaigns,
    mode: options.has('recent') ? 'recent' : 'full',
    connection: single(options, 'connection'),
    authorityFile: single(options, 'ca'),
  }
}

/** Which campaigns a sync is about: named ones, all, those that are here (recent changes), or what was left unfinished. */
function readSyncCampaigns(options: GivenOptions): SyncCommand['campaigns'] {
  if (!options.has('campaign') && !options.has('all')) {
    if (options.has('recent')) return 'here'
    // Of campaigns that are named, unfinished downloads are gone on with in any case.
    if (options.has('resume')) return 'unfinished'
  }
  exactlyOne(options, 'sync', 'campaign', 'all')
  return options.has('all') ? 'all' : readCampaigns(options, 'sync')
}

/** What holds where neither an option nor a profile says otherwise: for programs. */
const PLAIN_CHOICE: ExportChoice = {
  ...USUAL_CHOICE,
  format: 'csv',
  preset: 'rfc4180',
  header: 'keys',
  statuses: 'numbers',
}

/** @param base what holds where no option says otherwise. */
function readExport(options: GivenOptions, base: ExportChoice = PLAIN_CHOICE): ExportCommand {
  const out = single(options, 'out')
  const check = options.has('check')
  const listProfiles = options.has('profiles')
  const profile = single(options, 'profile')
  if (out === null && !check && !listProfiles)
    throw new UsageError(CLI_USAGE.missingOption('--out'), 'export')
  if (out === '-' && options.has('json') && !check) throw new UsageError(CLI_USAGE.outputTaken, 'export')
  const format = oneOf(options, 'format', EXPORT_FORMATS, formatOfName(out ?? '') ?? base.format)
  const rowsBeyond = readRowsBeyond(options, base.rowsBeyond)
  if (out === '-' && rowsBeyond === 'files' && (format === 'xlsx' || format === 'csv') && !check)
    throw new UsageError(CLI_USAGE.oneStream, 'export')
  return {
    name: 'export',
    ...readCommon(options),
    profile:
      profile === null
        ? null
        : { name: profile, apply: (choice) => ({ ...readExport(options, choice), profile: null }) },
    listProfiles,
    nameTemplate: single(options, 'name-template') ?? base.nameTemplate,
    choice: { connection: single(options, 'connection'), baseUrl: readBaseUrl(options, 'export') },
    campaigns: readCampaigns(options, 'export'),
    search: single(options, 'search') ?? '',
    sort: readSort(options),
    columns: readColumns(options) ?? base.columns ?? ITEM_COLUMN_KEYS,
    format,
    preset: oneOf(options, 'preset', EXPORT_PRESETS, base.preset),
    // What a profile changes of its preset is none of another one.
    style: { ...(options.has('preset') ? {} : base.adjusted), ...readCsvStyle(options) },
    header: oneOf(options, 'header', HEADER_STYLES, base.header),
    rowsBeyond,
    statuses: oneOf(options, 'statuses', STATUS_STYLES, base.statuses),
    extras: readExtras(options, base.extras),
    file: out === '-' ? null : out,
    check,
  }
}

function exactlyOne(options: GivenOptions, command: CommandName, first: string, second: string): void {
  const both = [`--${first}`, `--${second}`] as const
  if (options.has(first) && options.has(second)) throw new UsageError(CLI_USAGE.notBoth(...both), command)
  if (!options.has(first) && !options.has(second)) throw new UsageError(CLI_USAGE.needsOne(...both), command)
}

function readBaseUrl(options: GivenOptions, command: CommandName): string | null {
  const given = single(options, 'base-url')
  if (given === null) return null
  try {
    return normaliseBaseUrl(given)
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(CLI_USAGE.badAddress(error.message), command)
    throw error
  }
}

function readCampaigns(options: GivenOptions, command: CommandName): readonly string[] {
  const ids = (options.get('campaign') ?? []).map((text) => {
    try {
      return extractCampaignId(text)
    } catch (error) {
      if (error instanceof AppError) throw new UsageError(CLI_USAGE.notACampaign(text), command)
      throw error
    }
  })
  return [...new Set(ids)]
}

function isColumnKey(word: string): word is ColumnKey {
  return isItemColumnKey(word) || isFieldKey(word)
}

function readColumns(options: GivenOptions): readonly ExportColumnKey[] | null {
  const given = single(options, 'columns')
  if (given === null) return null
  const columns: ExportColumnKey[] = []
  for (const key of listed(given)) {
    if (key === '') throw new UsageError(CLI_USAGE.noColumns, 'export')
    if (!isColumnKey(key) && !isReviewColumnKey(key))
      throw new UsageError(CLI_USAGE.unknownColumn(key), 'export')
    if (columns.includes(key)) throw new UsageError(CLI_USAGE.columnTwice(key), 'export')
    columns.push(key)
  }
  return columns
}

/** The words of a list with commas; in quotes a comma belongs to the word, and a quote that is doubled. */
function listed(list: string): readonly string[] {
  const words = list.match(/(?:^|,)(?:\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]*)/gu) ?? []
  return words.map((word, at) => {
    const bare = word.slice(at === 0 ? 0 : 1).trim()
    return /^".*"$/su.test(bare) ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}

function readSort(options: GivenOptions): readonly SortKey[] {
  const sort: SortKey[] = []
  for (const given of options.get('sort') ?? []) {
    const [, key = '', direction] = /^(.*):(1|-1)$/su.exec(given) ?? []
    if (direction === undefined) throw new UsageError(CLI_USAGE.badSort(given), 'export')
    if (!isColumnKey(key)) throw new UsageError(CLI_USAGE.unknownColumn(key), 'export')
    if (sort.some((earlier) => earlier.key === key))
      throw new UsageError(CLI_USAGE.columnTwice(key), 'export')
    sort.push({ key, direction: direction === '1' ? 1 : -1 })
  }
  return sort
}
