import { isItemColumnKey, ITEM_COLUMN_KEYS, type ColumnKey } from '../contract/columns.ts'
import {
  HEADER_STYLES,
  isReviewColumnKey,
  STATUS_STYLES,
  type ExportColumnKey,
} from '../contract/export-options.ts'
import {
  DEFAULT_COMMAND_LINE_FORMAT,
  FORMAT_DESCRIPTORS,
  supportsOption,
} from '../contract/export-formats.ts'
import { DEFAULT_CHOICE, type ExportChoice } from '../contract/export-profile.ts'
import { EXPORT_PRESETS } from '../contract/csv-style.ts'
import { isFieldKey } from '../contract/fields.ts'
import { MAX_AUTHOR_LENGTH } from '../contract/review-file.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import type {
  ChangesCommand,
  CommandName,
  DoctorCommand,
  ExportCommand,
  ReviewCommand,
  StatusCommand,
  SyncCommand,
} from './commands.ts'
import {
  requireExactlyOne,
  parseCampaigns,
  parseConnectionChoice,
  parseCommonOptions,
  parseLimit,
} from './common-options.ts'
import { parseColumns, parseSort, type ColumnNames } from './column-options.ts'
import { delimiterOfFileName, parseFormat, requireApplicable } from './export-format.ts'
import { parseSince } from './since.ts'
import { COMMON_OPTIONS, type GivenOptions } from './options.ts'
import {
  defaultHeader,
  enumValue,
  parseCsvStyle,
  parseExtras,
  parseLanguage,
  parseRowsBeyond,
  parseTimeZone,
  singleValue,
} from './option-values.ts'
import { parseRetryOptions } from './retry-options.ts'
import { UsageError } from './errors.ts'
import { itemWhereColumns } from './where/where-columns.ts'
import { parseWhereOptions } from './where/where-options.ts'

export function parseStatus(options: GivenOptions): StatusCommand {
  return { name: 'status', ...parseCommonOptions(options), choice: parseConnectionChoice(options, 'status') }
}

export function parseDoctor(options: GivenOptions): DoctorCommand {
  return {
    name: 'doctor',
    ...parseCommonOptions(options),
    choice: parseConnectionChoice(options, 'doctor'),
    authorityFile: singleValue(options, 'ca'),
    clientCertificateFile: singleValue(options, 'client-cert'),
  }
}

export function parseChanges(options: GivenOptions): ChangesCommand {
  const since = singleValue(options, 'since')
  return {
    name: 'changes',
    ...parseCommonOptions(options),
    choice: parseConnectionChoice(options, 'changes'),
    campaigns: parseCampaigns(options, 'changes'),
    since: since === null ? null : parseSince(since),
    limit: parseLimit(options, 'changes'),
  }
}

export function parseReview(options: GivenOptions): ReviewCommand {
  requireExactlyOne(options, 'review', 'out', 'check')
  const out = singleValue(options, 'out')
  const campaigns = parseCampaigns(options, 'review')
  const author = singleValue(options, 'author') ?? ''
  if (options.has('check')) requireNoOtherOptions(options, 'review', 'check')
  if (out !== null && campaigns.length === 0)
    throw new UsageError(CLI_USAGE.missingOption('--campaign'), 'review')
  if (author.length > MAX_AUTHOR_LENGTH)
    throw new UsageError(CLI_USAGE.longAuthor(MAX_AUTHOR_LENGTH), 'review')
  return {
    name: 'review',
    ...parseCommonOptions(options),
    choice: parseConnectionChoice(options, 'review'),
    campaigns,
    author,
    file: out === null ? { check: singleValue(options, 'check') ?? '' } : { write: out },
  }
}

export function parseSync(options: GivenOptions): SyncCommand {
  if (options.has('sample')) {
    for (const other of ['base-url', 'connection'])
      if (options.has(other)) throw new UsageError(CLI_USAGE.notBoth('--sample', `--${other}`), 'sync')
  } else if (!options.has('connection') && !options.has('base-url') && !options.has('resume'))
    // Without them, the only connection is continued.
    requireExactlyOne(options, 'sync', 'base-url', 'sample')
  const { campaigns, resumes } = parseSyncCampaigns(options)
  for (const option of ['ca', 'client-cert'])
    if (options.has('sample') && options.has(option))
      throw new UsageError(CLI_USAGE.notBoth('--sample', `--${option}`), 'sync')
  return {
    name: 'sync',
    ...parseCommonOptions(options),
    source: options.has('sample') ? 'sample' : parseConnectionChoice(options, 'sync'),
    details: options.has('details'),
    campaigns,
    resumes,
    mode: options.has('recent') ? 'recent' : 'full',
    acceptsDeletions: options.has('accept-deletions'),
    authorityFile: singleValue(options, 'ca'),
    clientCertificateFile: singleValue(options, 'client-cert'),
    retry: parseRetryOptions(options, 'sync'),
  }
}

/** Returns the campaigns of a sync: named ones, all, or those with a snapshot, and unfinished ones. */
function parseSyncCampaigns(options: GivenOptions): Pick<SyncCommand, 'campaigns' | 'resumes'> {
  const resumes = options.has('resume')
  if (options.has('details')) {
    for (const other of ['recent', 'resume', 'accept-deletions'])
      if (options.has(other)) throw new UsageError(CLI_USAGE.notBoth('--details', `--${other}`), 'sync')
    if (!options.has('campaign') && !options.has('all')) return { campaigns: [], resumes }
  }
  if (!options.has('campaign') && !options.has('all') && (resumes || options.has('recent')))
    return { campaigns: options.has('recent') ? 'downloaded' : [], resumes }
  requireExactlyOne(options, 'sync', 'campaign', 'all')
  // Unfinished downloads of named campaigns always continue.
  return { campaigns: options.has('all') ? 'all' : parseCampaigns(options, 'sync'), resumes: false }
}

/** Defaults of the command line, for programs. */
const COMMAND_LINE_DEFAULTS: ExportChoice = {
  ...DEFAULT_CHOICE,
  format: DEFAULT_COMMAND_LINE_FORMAT,
  preset: 'rfc4180',
  header: 'keys',
  statuses: 'numbers',
}

/** @param base values without options */
export function parseExport(
  options: GivenOptions,
  base: ExportChoice = COMMAND_LINE_DEFAULTS,
): ExportCommand {
  const out = singleValue(options, 'out')
  const check = options.has('check')
  const listProfiles = options.has('profiles')
  const profile = singleValue(options, 'profile')
  if (listProfiles) requireNoOtherOptions(options, 'export', 'profiles')
  if (out === null && !check && !listProfiles)
    throw new UsageError(CLI_USAGE.missingOption('--out'), 'export')
  if (out === '-' && options.has('json') && !check)
    throw new UsageError(CLI_USAGE.outputAlreadyUsed, 'export')
  const format = parseFormat(options, base.format)
  const rowsBeyond = parseRowsBeyond(options, base.rowsBeyond)
  if (out === '-' && rowsBeyond === 'files' && FORMAT_DESCRIPTORS[format].sheetOverflow !== null && !check)
    throw new UsageError(CLI_USAGE.noSeveralFiles, 'export')
  const isWithoutProfile = base === COMMAND_LINE_DEFAULTS
  const timeZone = parseTimeZone(options) ?? base.timeZone
  const language = parseLanguage(options) ?? base.language
  const command: ExportCommand = {
    name: 'export',
    ...parseCommonOptions(options),
    profile:
      profile === null
        ? null
        : { name: profile, apply: (choice) => ({ ...parseExport(options, choice), profile: null }) },
    listProfiles,
    nameTemplate: singleValue(options, 'name-template') ?? base.nameTemplate,
    hasNameTemplate: options.has('name-template'),
    choice: parseConnectionChoice(options, 'export'),
    campaigns: parseCampaigns(options, 'export'),
    search: singleValue(options, 'search') ?? '',
    where: parseWhereOptions(options, itemWhereColumns(null), 'export'),
    sort: parseSort(options, SORTED, 'export'),
    limit: parseLimit(options, 'export'),
    columns: parseColumns(options, EXPORTED, 'export') ?? base.columns ?? ITEM_COLUMN_KEYS,
    format,
    preset: enumValue(options, 'preset', EXPORT_PRESETS, base.preset),
    // Changes of a profile's preset do not apply to another preset.
    style: {
      ...(options.has('preset') ? {} : base.adjusted),
      ...delimiterOfFileName(options),
      ...(options.has('time-zone') ? { dates: 'local' } : {}),
      ...parseCsvStyle(options),
    },
    header: enumValue(
      options,
      'header',
      HEADER_STYLES,
      isWithoutProfile ? defaultHeader(options, format) : base.header,
    ),
    ...(language === undefined || !supportsOption(format, 'lang') ? {} : { language }),
    rowsBeyond,
    ...(timeZone === undefined ? {} : { timeZone }),
    statuses: enumValue(options, 'statuses', STATUS_STYLES, base.statuses),
    extras: parseExtras(options, base.extras),
    file: out === '-' ? null : out,
    check,
  }
  // With a profile, the format may come from the profile: the command is parsed again with it.
  if (profile === null || !isWithoutProfile) requireApplicable(options, command)
  return command
}

/** Throws a `UsageError` for the first option that has no effect beside this one. */
function requireNoOtherOptions(options: GivenOptions, command: CommandName, name: string): void {
  for (const other of options.keys())
    if (other !== name && !Object.hasOwn(COMMON_OPTIONS, other))
      throw new UsageError(CLI_USAGE.notBoth(`--${name}`, `--${other}`), command)
}

function isColumnKey(word: string): word is ColumnKey {
  return isItemColumnKey(word) || isFieldKey(word)
}

/** Columns of an export: those of items, and those of reviews. */
const EXPORTED: ColumnNames<ExportColumnKey> = {
  isKey: (word): word is ExportColumnKey => isColumnKey(word) || isReviewColumnKey(word),
  unknown: CLI_USAGE.unknownColumn,
}
const SORTED: ColumnNames<ColumnKey> = { isKey: isColumnKey, unknown: CLI_USAGE.unknownItemColumn }
