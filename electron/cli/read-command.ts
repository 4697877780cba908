import { isItemColumnKey, ITEM_COLUMN_KEYS, type ColumnKey } from '../contract/columns.ts'
import {
  HEADER_STYLES,
  isReviewColumnKey,
  STATUS_STYLES,
  type ExportColumnKey,
} from '../contract/export-options.ts'
import { DEFAULT_COMMAND_LINE_FORMAT, FORMAT_DESCRIPTORS } from '../contract/export-formats.ts'
import { DEFAULT_CHOICE, type ExportChoice } from '../contract/export-profile.ts'
import { EXPORT_PRESETS } from '../contract/csv-style.ts'
import { isFieldKey } from '../contract/fields.ts'
import { MAX_AUTHOR_LENGTH } from '../contract/review-file.ts'
import type { SortKey } from '../contract/query.ts'
import { CLI_USAGE } from '../contract/strings/command-line.ts'
import type {
  ChangesCommand,
  DoctorCommand,
  ExportCommand,
  ReviewCommand,
  StatusCommand,
  SyncCommand,
} from './commands.ts'
import { exactlyOne, readCampaigns, readChoice, readCommon, readLimit } from './common-options.ts'
import { delimiterOfOut, readFormat, requireApplicable } from './export-format.ts'
import { readSince } from './since.ts'
import type { GivenOptions } from './options.ts'
import { oneOf, readCsvStyle, readExtras, readRowsBeyond, readTimeZone, single } from './option-values.ts'
import { readRetryOptions } from './retry-options.ts'
import { UsageError } from './errors.ts'

export function readStatus(options: GivenOptions): StatusCommand {
  return { name: 'status', ...readCommon(options), choice: readChoice(options, 'status') }
}

export function readDoctor(options: GivenOptions): DoctorCommand {
  return {
    name: 'doctor',
    ...readCommon(options),
    choice: readChoice(options, 'doctor'),
    authorityFile: single(options, 'ca'),
    clientCertificateFile: single(options, 'client-cert'),
  }
}

export function readChanges(options: GivenOptions): ChangesCommand {
  const since = single(options, 'since')
  return {
    name: 'changes',
    ...readCommon(options),
    choice: readChoice(options, 'changes'),
    campaigns: readCampaigns(options, 'changes'),
    since: since === null ? null : readSince(since),
    limit: readLimit(options, 'changes'),
  }
}

export function readReview(options: GivenOptions): ReviewCommand {
  exactlyOne(options, 'review', 'out', 'check')
  const out = single(options, 'out')
  const campaigns = readCampaigns(options, 'review')
  const author = single(options, 'author') ?? ''
  if (out !== null && campaigns.length === 0)
    throw new UsageError(CLI_USAGE.missingOption('--campaign'), 'review')
  if (author.length > MAX_AUTHOR_LENGTH)
    throw new UsageError(CLI_USAGE.longAuthor(MAX_AUTHOR_LENGTH), 'review')
  return {
    name: 'review',
    ...readCommon(options),
    choice: readChoice(options, 'review'),
    campaigns,
    author,
    file: out === null ? { check: single(options, 'check') ?? '' } : { write: out },
  }
}

export function readSync(options: GivenOptions): SyncCommand {
  if (options.has('sample')) {
    for (const other of ['base-url', 'connection'])
      if (options.has(other)) throw new UsageError(CLI_USAGE.notBoth('--sample', `--${other}`), 'sync')
  } else if (!options.has('connection')) exactlyOne(options, 'sync', 'base-url', 'sample')
  const campaigns = readSyncCampaigns(options)
  for (const option of ['ca', 'client-cert'])
    if (options.has('sample') && options.has(option))
      throw new UsageError(CLI_USAGE.notBoth('--sample', `--${option}`), 'sync')
  return {
    name: 'sync',
    ...readCommon(options),
    source: options.has('sample') ? 'sample' : readChoice(options, 'sync'),
    campaigns,
    mode: options.has('recent') ? 'recent' : 'full',
    acceptsDeletions: options.has('accept-deletions'),
    authorityFile: single(options, 'ca'),
    clientCertificateFile: single(options, 'client-cert'),
    retry: readRetryOptions(options, 'sync'),
  }
}

/**
 * Returns the campaigns of a sync: named ones, all, those with a snapshot (recent changes), or unfinished
 * ones.
 */
function readSyncCampaigns(options: GivenOptions): SyncCommand['campaigns'] {
  if (!options.has('campaign') && !options.has('all')) {
    if (options.has('recent')) return 'here'
    // Unfinished downloads of named campaigns always continue.
    if (options.has('resume')) return 'unfinished'
  }
  exactlyOne(options, 'sync', 'campaign', 'all')
  return options.has('all') ? 'all' : readCampaigns(options, 'sync')
}

/** Defaults of the command line, for programs. */
const PLAIN_CHOICE: ExportChoice = {
  ...DEFAULT_CHOICE,
  format: DEFAULT_COMMAND_LINE_FORMAT,
  preset: 'rfc4180',
  header: 'keys',
  statuses: 'numbers',
}

/** @param base values without options */
export function readExport(options: GivenOptions, base: ExportChoice = PLAIN_CHOICE): ExportCommand {
  const out = single(options, 'out')
  const check = options.has('check')
  const listProfiles = options.has('profiles')
  const profile = single(options, 'profile')
  if (out === null && !check && !listProfiles)
    throw new UsageError(CLI_USAGE.missingOption('--out'), 'export')
  if (out === '-' && options.has('json') && !check) throw new UsageError(CLI_USAGE.outputTaken, 'export')
  const format = readFormat(options, base.format)
  const rowsBeyond = readRowsBeyond(options, base.rowsBeyond)
  if (out === '-' && rowsBeyond === 'files' && FORMAT_DESCRIPTORS[format].sheetOverflow !== null && !check)
    throw new UsageError(CLI_USAGE.oneStream, 'export')
  const isPlain = base === PLAIN_CHOICE
  const timeZone = readTimeZone(options) ?? base.timeZone
  const command: ExportCommand = {
    name: 'export',
    ...readCommon(options),
    profile:
      profile === null
        ? null
        : { name: profile, apply: (choice) => ({ ...readExport(options, choice), profile: null }) },
    listProfiles,
    nameTemplate: single(options, 'name-template') ?? base.nameTemplate,
    ...(options.has('name-template') ? { namesInFolder: true } : {}),
    choice: readChoice(options, 'export'),
    campaigns: readCampaigns(options, 'export'),
    search: single(options, 'search') ?? '',
    sort: readSort(options),
    limit: readLimit(options, 'export'),
    columns: readColumns(options) ?? base.columns ?? ITEM_COLUMN_KEYS,
    format,
    preset: oneOf(options, 'preset', EXPORT_PRESETS, base.preset),
    // Changes of a profile's preset do not apply to another preset.
    style: {
      ...(options.has('preset') ? {} : base.adjusted),
      ...delimiterOfOut(options),
      ...(options.has('time-zone') ? { dates: 'local' } : {}),
      ...readCsvStyle(options),
    },
    header: oneOf(
      options,
      'header',
      HEADER_STYLES,
      isPlain ? FORMAT_DESCRIPTORS[format].defaultHeader : base.header,
    ),
    rowsBeyond,
    ...(timeZone === undefined ? {} : { timeZone }),
    statuses: oneOf(options, 'statuses', STATUS_STYLES, base.statuses),
    extras: readExtras(options, base.extras),
    file: out === '-' ? null : out,
    check,
  }
  // With a profile, the format may come from the profile: the command is parsed again with it.
  if (profile === null || !isPlain) requireApplicable(options, command)
  return command
}

function isColumnKey(word: string): word is ColumnKey {
  return isItemColumnKey(word) || isFieldKey(word)
}

function readColumns(options: GivenOptions): readonly ExportColumnKey[] | null {
  const list = single(options, 'columns')
  if (list === null) return null
  const columns: ExportColumnKey[] = []
  for (const key of splitList(list)) {
    if (key === '') throw new UsageError(CLI_USAGE.noColumns, 'export')
    if (!isColumnKey(key) && !isReviewColumnKey(key))
      throw new UsageError(CLI_USAGE.unknownColumn(key), 'export')
    if (columns.includes(key)) throw new UsageError(CLI_USAGE.columnTwice(key), 'export')
    columns.push(key)
  }
  return columns
}

/** Splits a comma-separated list. Commas in quotes belong to the value, and a quote in quotes is doubled. */
function splitList(list: string): readonly string[] {
  const words = list.match(/(?:^|,)(?:\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]*)/gu) ?? []
  return words.map((word, at) => {
    const bare = word.slice(at === 0 ? 0 : 1).trim()
    return /^".*"$/su.test(bare) ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}

function readSort(options: GivenOptions): readonly SortKey[] {
  const sort: SortKey[] = []
  for (const text of options.get('sort') ?? []) {
    const [, key = '', direction] = /^(.*):(1|-1|asc|desc)$/su.exec(text) ?? []
    if (direction === undefined) throw new UsageError(CLI_USAGE.badSort(text), 'export')
    if (!isColumnKey(key)) throw new UsageError(CLI_USAGE.unknownColumn(key), 'export')
    if (sort.some((earlier) => earlier.key === key))
      throw new UsageError(CLI_USAGE.columnTwice(key), 'export')
    sort.push({ key, direction: direction === '1' || direction === 'asc' ? 1 : -1 })
  }
  return sort
}
