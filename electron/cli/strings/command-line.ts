import type { ChangeKind } from '../../contract/changes.ts'
import type { FaultCode } from '../../contract/faults.ts'
import type { OtherTypes } from '../../contract/item.ts'
import { otherTypesText } from '../../contract/column-labels.ts'
import { messages } from '../../contract/messages.ts'
import type { KeyStatus } from '../../contract/connection.ts'
import type { AlteredCells, SnapshotChanges } from '../../contract/jobs.ts'
import { CAMPAIGN_COLUMN_KEYS, CAMPAIGN_DATES } from '../../contract/campaign-columns.ts'
import { ITEM_COLUMN_KEYS } from '../../contract/columns.ts'
import { REVIEW_COLUMN_KEYS } from '../../contract/export-options.ts'
import { COMMAND_NAME } from './command-line-help.ts'
import { alteredCellsText } from '../../contract/altered-cells.ts'
import { formatBytes, formatCount, formatNumber, plural } from './grammar.ts'

/** Messages of the command line. */

/** Most names in a sentence. */
const MAX_NAMES = 5

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names)

/** Wrong usage: one or two sentences each. The command line adds how to show the help. */
export const CLI_USAGE = {
  noCommand: 'Missing command.',
  optionBeforeCommand: (option: string, command: string) =>
    `The option ${option} must follow the command: ${COMMAND_NAME} ${command} ${option}.`,
  unknownCommand: (word: string, commands: readonly string[]) =>
    `Unknown command “${word}”. The commands are ${listed([...commands, 'help'])}.`,
  unexpectedArgument: (word: string) => `Unexpected argument “${word}”.`,
  unknownShell: (word: string | null, shells: readonly string[]) =>
    word === null
      ? `Missing shell. The shells are ${listed(shells)}.`
      : `Unknown shell “${word}”. The shells are ${listed(shells)}.`,
  unknownOption: (option: string) => `Unknown option ${option}.`,
  keyAsOption:
    'The API key cannot be passed as an option, where other programs could see it. Put it into the environment variable CAMPAIGN_DESK_API_KEY.',
  missingValue: (option: string) => `The option ${option} needs a value.`,
  valueWithHyphen: (option: string) =>
    `The option ${option} needs a value. If the value begins with a hyphen, use ${option}=VALUE.`,
  needlessValue: (option: string) => `The option ${option} takes no value.`,
  givenTwice: (option: string) => `The option ${option} has two different values.`,
  needsOne: (first: string, second: string) => `Use ${first} or ${second}.`,
  notBoth: (first: string, second: string) => `The options ${first} and ${second} cannot be used together.`,
  missingOption: (option: string) => `Missing option ${option}.`,
  twoCampaigns: 'Two different campaigns are compared: one with --campaign, and the other one with --with.',
  oneDimension: 'With --out, --by must be given exactly once.',
  combination: (list: string) =>
    `The option --by cannot be “${list}”. Two different keys can be combined, but not mark or changeDay.`,
  needsOther: (option: string, other: string) => `The option ${option} needs ${other}.`,
  notOneOf: (option: string, value: string, choices: readonly string[]) =>
    `The option ${option} cannot be “${value}”. Use ${choices.join(', ')}.`,
  unknownColumn: (key: string) =>
    `Unknown column “${key}”. The columns are ${[...ITEM_COLUMN_KEYS, ...REVIEW_COLUMN_KEYS].join(', ')}, and paths of other fields, such as /artworkJob/round.`,
  /** The columns of reviews are not possible here. */
  unknownItemColumn: (key: string) =>
    `Unknown column “${key}”. The columns are ${ITEM_COLUMN_KEYS.join(', ')}, and paths of other fields, such as /artworkJob/round.`,
  unknownCampaignColumn: (key: string) =>
    `Unknown column “${key}”. The columns are ${CAMPAIGN_COLUMN_KEYS.join(', ')}, and paths of other fields, such as /publicationStatus.`,
  picturesUnknown:
    'The command line does not read the stored pictures, so it has no values for picturesReady. The application has.',
  unknownDate: (key: string) => `Unknown date “${key}”. The dates are ${CAMPAIGN_DATES.join(', ')}.`,
  columnTwice: (key: string) => `The column “${key}” is given twice.`,
  noColumns: (option: string) => `A column in ${option} is empty.`,
  badSort: (value: string) =>
    `The option --sort cannot be “${value}”. Use a column with :asc (or :1) or :desc (or :-1), such as qty:desc.`,
  outputAlreadyUsed:
    'With --out -, the file goes to standard output, and --json cannot write there. Name a file, or leave out --json.',
  binaryToTerminal:
    'A terminal cannot show this file. Redirect standard output to a file or a pipe, or name a file with --out.',
  noSeveralFiles:
    'Standard output can receive only one file. Name a file, or use --rows-beyond one-file or --rows-beyond stop.',
  unknownExtension: (extension: string, formats: readonly string[]) =>
    `Unknown file extension ${extension}. Use ${formats.map((each) => `.${each}`).join(', ')}, or .tsv, or choose the format with --format.`,
  otherFormat: (option: string, formats: readonly string[], format: string) =>
    `The option ${option} applies to ${listed(formats)}, not to ${format}.`,
  withRecords: (option: string) =>
    `The option ${option} does not apply to --records received, which writes every field as the service sent it.`,
  unknownTokens: (tokens: readonly string[]) =>
    `The option --name-template cannot have ${listed(tokens)}. Use {campaign}, {connection}, {date}, and {time}.`,
  nameOfFolder: 'The option --name-template applies only where --out is a folder.',
  sentDates:
    'The option --time-zone does not apply to --dates sent, which writes times as the service sent them.',
  longAuthor: (maxLength: number) =>
    `The option --author can have ${formatCount(maxLength, 'character')} at most.`,
  badAddress: (sentence: string) => `The option --base-url is invalid. ${sentence}`,
  notACampaign: (option: string, text: string) =>
    `There is no single campaign id in “${text}”. Each ${option} takes one id, or an address that contains it.`,
  badWhere: (text: string, offset: number, reason: string) =>
    `The option --where is invalid at character ${String(offset + 1)} of “${text}”. ${reason}`,
  badLimit: (value: string) => `The option --limit cannot be “${value}”. Use a whole number from 1.`,
  badSince: (value: string) =>
    `The option --since cannot be “${value}”. Use the number of a download, a number of days such as 7d, a date such as 2026-11-30, or a date with a time such as 2026-11-30T14:00.`,
  badRetries: (value: string, max: number) =>
    `The option --retries cannot be “${value}”. Use a number from 0 to ${String(max)}.`,
  badMaxWait: (value: string) =>
    `The option --max-wait cannot be “${value}”. Use a number of seconds, or a number with a unit such as 90s, 5m, or 1h, up to 24h.`,
  badClientCertificate: (sentence: string) => `The option --client-cert is invalid. ${sentence}`,
  noPasswordVariable: (variable: string) =>
    `the file needs a password, which is taken from the environment variable ${variable}`,
  wrongPasswordVariable: (variable: string) =>
    `the password in the environment variable ${variable} is wrong`,
  badAuthority: (sentence: string) => `The option --ca is invalid. ${sentence}`,
  seeHelp: (topic: string) => `Run “${COMMAND_NAME} ${topic === '' ? '' : `${topic} `}--help” for usage.`,
} as const

/** The requested data is not on this computer; also an error of usage. */
export const CLI_MISSING = {
  folder: (folder: string, downloadWith: string) =>
    `There is no folder ${folder}. Check --data, or download campaigns into it first with: ${downloadWith}`,
  noDownloads: (folder: string, downloadWith: string) =>
    `Nothing is downloaded in ${folder} yet. Download campaigns first with: ${downloadWith}`,
  campaign: (id: string, downloadWith: string) =>
    `The campaign ${id} is not on this computer. Download it first with: ${downloadWith}`,
  campaignInOtherCase: (id: string, existing: string) =>
    `The campaign ${id} is not on this computer, but ${existing} is. Ids are case-sensitive.`,
  /** Commands with a placeholder. */
  withAddress: (command: string) => `${command} (URL is the base address of the service)`,
  withConnection: (command: string, choices: string) => `${command} (ID is that of a connection: ${choices})`,
  differentConnections:
    'These campaigns belong to different connections. Run the command once for each connection.',
  download: (key: number) =>
    `There is no download ${String(key)}. “${COMMAND_NAME} changes --json” lists the recorded downloads.`,
  profile: (name: string, names: readonly string[]) =>
    names.length === 0
      ? `There is no profile “${name}”. No profile has been saved in the application.`
      : `There is no profile “${name}”. The profiles are ${names.map((each) => `“${each}”`).join(', ')}.`,
  connection: (text: string, choices: string) => `There is no connection “${text}”. ${listOf(choices)}`,
  address: (address: string, choices: string) => `There is no connection to ${address}. ${listOf(choices)}`,
  severalConnections: (choices: string) =>
    `Several connections match. Choose one with --connection: ${choices}.`,
  choice: (name: string, id: string) => `“${name}” (${id})`,
} as const

/** Advice for the command line, which follows the sentences of a fault. */
export const CLI_HINTS: Readonly<Partial<Record<FaultCode, string>>> = {
  tls: 'To trust an authority on the command line, use --ca FILE.',
  clientCertificate:
    'To present a certificate on the command line, use --client-cert FILE, with its password in the environment variable CAMPAIGN_DESK_CLIENT_CERT_PASSWORD.',
  keyInvalid: 'The key is in the environment variable CAMPAIGN_DESK_API_KEY or in the keychain.',
  serviceUnauthorized: 'The key is in the environment variable CAMPAIGN_DESK_API_KEY or in the keychain.',
  tooManyRows: 'Use --rows-beyond one-file or --rows-beyond files.',
}

/** For a proxy that requires a login. */
export const CLI_PROXY_HINT =
  'The command line uses a login that the window has saved in the keychain, or the one in the address in HTTPS_PROXY.'

/** For a service that requests a longer pause than allowed. */
export const CLI_WAIT_HINT = 'To wait that long on the command line, use --max-wait with this time or more.'

export const CLI_MESSAGES = {
  authorityIgnored: 'The option --ca was ignored: your organization sets the certificate authority.',
  /** The address has connections of other keys. */
  createdForKey: ({
    created,
    others,
    continueWith,
    removeWith,
  }: Readonly<Record<CreatedForKey, string>>): readonly string[] => [
    `A new connection was created, because the address was used with another API key before: ${created}, besides ${others}.`,
    `If the key has replaced the earlier one, continue with: ${continueWith}`,
    `Then remove the new connection with: ${removeWith}`,
  ],
  checking: (host: string) => `Connecting to ${host}…`,
  searching: (items: number, total: number | null, campaigns: number) =>
    `Finding campaigns: ${share(items, total)}, ${formatCount(campaigns, 'campaign')} found`,
  found: (campaigns: number) => `Found ${formatCount(campaigns, 'campaign')}.`,
  /** Downloaded campaigns of which the service lists no items. */
  notListed: (names: readonly string[]) => {
    const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`)
    const others = names.length - shown.length
    const all = others === 0 ? shown : [...shown, formatCount(others, 'other')]
    return `The service no longer lists items of ${formatCount(names.length, 'downloaded campaign')}: ${listed(all)}. The downloaded ${plural(names.length, 'copy is', 'copies are')} unchanged.`
  },
  foundSoFar: (campaigns: number) =>
    `${formatCount(campaigns, 'campaign')} found so far. More may exist at the service.`,
  searchIncomplete: (sentence: string) => `Not all campaigns could be found. ${sentence}`,
  downloading: (name: string, items: number, total: number | null) => `${name}: ${share(items, total)}`,
  campaignComplete: (name: string, items: number, changes: SnapshotChanges | null) =>
    `${name}: ${formatCount(items, 'item')}, complete${changes === null ? '' : ` (${changeCounts(changes)})`}.`,
  campaignIncomplete: (name: string, sentence: string) => `${name}: incomplete. ${sentence}`,
  deletionsNotAccepted: (name: string, deleted: number, of: number) =>
    `${name}: not updated. The service no longer lists ${formatNumber(deleted)} of ${formatCount(of, 'downloaded item')}. The downloaded copy is unchanged. To delete them, add: --accept-deletions`,
  campaignFailed: (name: string, sentence: string) => `${name}: not downloaded. ${sentence}`,
  note: (name: string, sentence: string) => `${name}: ${sentence}`,
  noneDownloaded: 'No campaigns are downloaded yet. Download them with --all or --campaign.',
  resuming: (jobs: Unfinished) => {
    const parts = unfinishedParts(jobs)
    return parts === '' ? 'There is nothing unfinished.' : `Continuing ${parts}.`
  },
  unfinishedElsewhere: (jobs: Unfinished) =>
    `Another process is working on ${unfinishedParts(jobs)}. Wait until it has ended.`,
  /** Downloads, or a search for campaigns, that another run can continue. */
  pending: (pending: number, continueWith: string) =>
    `${unfinished(pending)}. Continue with: ${continueWith}`,
  /** Downloads that wait for a decision about deletions. */
  pendingDeletions: (pending: number, acceptWith: string) =>
    `${formatCount(pending, 'campaign')} ${plural(pending, 'was', 'were')} not updated because of deletions. To apply them: ${acceptWith}`,
  syncInterrupted: 'Interrupted. Downloaded campaigns are unchanged.',
  syncInterruptedWith: (pending: number, continueWith: string) =>
    `Interrupted. Downloaded campaigns are unchanged, and what was fetched is kept. ${unfinished(pending)}. Continue with: ${continueWith}`,
  synced: (campaigns: number, items: number) =>
    `Downloaded ${formatCount(campaigns, 'campaign')} with ${formatCount(items, 'item')}.`,
  syncedInPart: (complete: number, requested: number) =>
    `${formatNumber(complete)} of ${formatCount(requested, 'campaign')} downloaded completely.`,
  keyMissing:
    'There is no API key for this address. Put it into the environment variable CAMPAIGN_DESK_API_KEY, or connect in the application, which keeps it in the keychain.',
  checkingRows: (rows: number, total: number) =>
    `Checking: ${formatNumber(rows)} of ${formatCount(total, 'row')}`,
  writing: (rows: number, total: number) => `Writing: ${formatNumber(rows)} of ${formatCount(total, 'row')}`,
  reviewWritten: (items: number, file: string) =>
    `Wrote the review of ${formatCount(items, 'item')} to ${file}.`,
  reviewChecked: (by: string, items: number, photos: number) =>
    `The review file is valid: a review${by === '' ? '' : ` by ${by}`} of ${formatCount(items, 'item')}${photos === 0 ? '' : ` with ${formatCount(photos, 'photo')}`}.`,
  otherTypes: (otherTypes: OtherTypes) => otherTypesText(otherTypes),
  altered: alteredCellsText,
  written: (
    rows: number,
    files: readonly string[],
    isVerified: boolean,
    altered: AlteredCells | undefined,
  ) => {
    const where =
      files.length === 1 ? files.join() : `${formatCount(files.length, 'file')}: ${files.join(', ')}`
    const verified = isVerified ? ', verified' : ''
    const differences = altered === undefined ? '' : ` ${alteredCellsText(altered)}`
    return `Wrote ${formatCount(rows, 'row')} to ${where}${verified}.${differences}`
  },
  verifying: (rows: number, total: number) =>
    `Verifying: ${formatNumber(rows)} of ${formatCount(total, 'row')}`,
  incompleteCopy: (name: string, reason: string | null) =>
    `Warning: the downloaded copy of ${name} is incomplete. ${reason ?? ''}`.trimEnd(),
  doctorInterrupted: 'Interrupted. The remaining checks were skipped.',
  exportInterrupted: 'Interrupted. No file was written, and existing files are unchanged.',
  outputInterrupted: 'Interrupted. Only a part was written to standard output.',
  interrupted: 'Interrupted. Nothing was changed.',
  outputClosed:
    'Standard output was closed before everything was written. The program that reads it received only a part.',
  outputNotWritten: (reason: string) =>
    `Standard output could not be written: ${reason}. The output is incomplete.`,
  unexpected: (logId: string, file: string) =>
    `Something went wrong inside Campaign Desk. Your downloaded campaigns are untouched. Try again; if it happens again, report it with the entry ${logId} of ${file}.`,
  unexpectedUnlogged: (what: string) =>
    `Something went wrong inside Campaign Desk (${what}). Your downloaded campaigns are untouched. Try again, and report it if it happens again.`,
  nodeTooOld: (found: string) =>
    `Campaign Desk needs Node 22.14 or later; this is ${found}. Install a newer Node, or use the application with --cli.`,
} as const

type CreatedForKey = 'created' | 'others' | 'continueWith' | 'removeWith'

/** Returns a sentence with the existing connections. */
function listOf(choices: string): string {
  return choices === '' ? 'There are no connections yet.' : `The connections are ${choices}.`
}

/** What earlier runs left unfinished. */
interface Unfinished {
  readonly campaigns: number
  readonly searches: boolean
  readonly details: boolean
}

function unfinishedParts({ campaigns, searches, details }: Unfinished): string {
  const parts = [
    searches ? 'the search for campaigns' : '',
    details ? 'the details of campaigns' : '',
    campaigns > 0 ? formatCount(campaigns, 'unfinished download') : '',
  ]
  return parts.filter((each) => each !== '').join(' and ')
}

function unfinished(pending: number): string {
  return `${formatCount(pending, 'download')} ${plural(pending, 'is', 'are')} not finished`
}

function changeCounts({ added, changed, deleted }: SnapshotChanges): string {
  if (added + changed + deleted === 0) return 'no changes'
  return `${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(deleted)} deleted`
}

function share(items: number, total: number | null): string {
  return total === null
    ? formatCount(items, 'item')
    : `${formatNumber(items)} of ${formatCount(total, 'item')}`
}

export const CLI_STATUS = {
  noConnections: (folder: string) => `No connections in ${folder}.`,
  connection: (name: string, address: string) => `${name} (${address})`,
  totals: (campaigns: number, items: number) =>
    `${formatCount(campaigns, 'campaign')} on this computer, ${formatCount(items, 'item')}`,
  notDownloaded: (campaigns: number) => `${formatCount(campaigns, 'more campaign')} known, not downloaded`,
  items: (items: number) => formatCount(items, 'item'),
  itemsOf: (items: number, expected: number) => `${formatNumber(items)} of ${formatCount(expected, 'item')}`,
  complete: 'complete',
  incomplete: 'incomplete',
  /** For a campaign whose record the last download could not fetch. */
  record: {
    forbidden: 'record refused (403)',
    missing: 'record not found (404)',
    unavailable: 'no longer at the service',
  },
  unreadable: (name: string, sentence: string) => `${name}: ${sentence}`,
  age(milliseconds: number): string {
    const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
    if (minutes < 1) return 'just now'
    if (minutes < 60) return `${String(minutes)} min ago`
    const hours = Math.floor(minutes / 60)
    return hours < 48 ? `${String(hours)} h ago` : `${formatCount(Math.floor(hours / 24), 'day')} ago`
  },
} as const

/** Numbers of a comparison of two campaigns. */
interface ComparisonTotals {
  readonly first: string
  readonly second: string
  readonly equal: number
  readonly different: number
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly notMatched: number
}

export const CLI_COMPARE = {
  totals: ({ first, second, ...counts }: ComparisonTotals): readonly string[] => [
    `${formatNumber(counts.equal)} equal, ${formatNumber(counts.different)} different`,
    `${formatNumber(counts.onlyFirst)} only in ${first}, ${formatNumber(counts.onlySecond)} only in ${second}`,
    ...(counts.notMatched === 0 ? [] : [`${formatNumber(counts.notMatched)} not matched`]),
  ],
  field: (column: string, first: string, second: string, difference: string | null) =>
    `${column}: ${first} → ${second}${difference === null ? '' : ` (${difference})`}`,
  difference: (text: string, percentage: string) =>
    [text, percentage].filter((part) => part !== '').join(', '),
  nothing: 'nothing',
  nameTemplate: '{campaign} comparison {date}',
} as const

export const CLI_STATS = {
  get keys() {
    const { items, review } = messages.columns
    return {
      status: items.status,
      elementName: items.elementName,
      workflowTemplateName: items.workflowTemplateName,
      campaign: items.campaignName,
      isLocked: items.isLocked,
      hasArtwork: items.hasArtwork,
      updatedDay: items.updatedAt,
      mark: review.reviewMark,
      changeDay: messages.statistics.day,
    }
  },
  get counts() {
    const { statistics, columns } = messages
    return { items: statistics.measures.items, quantity: columns.items.qty, ...statistics.changeKinds }
  },
  empty: '(empty)',
  unmarked: '(no mark)',
  total: 'Total',
  number: (value: number): string => formatNumber(value),
  title: 'Statistics',
  nameTemplate: '{connection} statistics {date}',
} as const

export const CLI_DETAILS_RUN = {
  progress: (done: number, total: number) =>
    `Fetching details: ${formatNumber(done)} of ${formatNumber(total)}`,
  failed: (id: string, sentence: string) => `${id}: ${sentence}`,
  ended: (sentence: string) => `The other details were not fetched. ${sentence}`,
  result: (
    {
      fetched,
      forbidden,
      missing,
      skipped,
      failed,
    }: Readonly<Record<'fetched' | 'forbidden' | 'missing' | 'skipped' | 'failed', number>>,
    pending: number,
  ) => {
    const others = [
      ...(forbidden === 0 ? [] : [`${formatNumber(forbidden)} refused (403)`]),
      ...(missing === 0 ? [] : [`${formatNumber(missing)} not found (404)`]),
      ...(skipped === 0 ? [] : [`${formatNumber(skipped)} already downloaded`]),
      ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
      ...(pending === 0 ? [] : [`${formatNumber(pending)} not requested`]),
    ]
    return `Fetched the details of ${[formatCount(fetched, 'campaign'), ...others].join(', ')}.`
  },
} as const

export const CLI_TIMELINE = {
  header: ['DATE', 'WHAT', 'CAMPAIGN', 'REFERENCE'],
  written: (events: number, file: string) => `Wrote ${formatCount(events, 'event')} to ${file}.`,
  nameTemplate: '{connection} dates {date}',
} as const

export const CLI_CAMPAIGNS = {
  shown: (count: number, total: number) => `${formatNumber(count)} of ${formatCount(total, 'campaign')}`,
  title: 'Campaigns',
  nameTemplate: '{connection} campaigns {date}',
} as const

export const CLI_CONNECTIONS = {
  header: ['NAME', 'ADDRESS', 'CAMPAIGNS', 'ITEMS', 'SIZE', 'API KEY', 'ID'],
  noAddress: 'sample data',
  numbers: (campaigns: number | null, items: number | null, bytes: number): readonly string[] => [
    campaigns === null ? '?' : formatNumber(campaigns),
    items === null ? '?' : formatNumber(items),
    formatBytes(bytes),
  ],
  key: {
    keychain: 'in keychain',
    session: 'none',
    none: 'none',
    notNeeded: 'not needed',
    withheld: 'not sent',
  } satisfies Readonly<Record<KeyStatus['storage'], string>>,
} as const

/** What forgetting a connection deletes; null if it cannot be counted. */
interface Losses {
  readonly campaigns: number | null
  readonly items: number | null
  readonly reviews: number | null
  readonly photos: number | null
  readonly bytes: number
  readonly hasKey: boolean
}

export const CLI_FORGET = {
  noTarget: 'Choose the connection with --connection, --base-url, or --sample.',
  noSample: 'There is no sample data on this computer.',
  losses: ({ campaigns, items, reviews, photos, bytes, hasKey }: Losses): readonly string[] => [
    campaigns === null || items === null
      ? 'all its downloaded campaigns'
      : `${formatCount(campaigns, 'downloaded campaign')} with ${formatCount(items, 'item')}`,
    ...(reviews === null ? ['your marks, notes, and photos'] : []),
    ...(reviews === null || reviews === 0 ? [] : [`your marks and notes on ${formatCount(reviews, 'item')}`]),
    ...(photos === null || photos === 0 ? [] : [`${formatCount(photos, 'photo')} of your reviews`]),
    ...(hasKey ? ['the API key in the keychain'] : []),
    'the settings of the connection',
    `${formatBytes(bytes)} on disk in total`,
  ],
  warning: (name: string, address: string | null, losses: readonly string[]): readonly string[] => [
    `Forgetting “${name}”${address === null ? '' : ` (${address})`} removes from this computer:`,
    ...losses.map((loss) => `  ${loss}`),
  ],
  question: (name: string) => `Forget “${name}”? [y/N] `,
  needsYes: 'Nothing was removed. To remove the connection, add --yes.',
  notRemoved: 'Nothing was removed.',
  forgotten: (name: string) => `“${name}” was removed from this computer.`,
} as const

/** Lines that `--verbose` adds. */
export const CLI_DETAILS = {
  dataFolder: (folder: string) => `Data folder: ${folder}`,
  connection: (name: string, address: string | null, id: string) =>
    `Connection: ${name}${address === null ? '' : ` (${address})`}, ${id}`,
  keyFromEnvironment: 'API key: from the environment variable CAMPAIGN_DESK_API_KEY',
  keyFromKeychain: 'API key: from the keychain',
  request: (method: string, address: string, outcome: string, milliseconds: number) =>
    `${method} ${address}: ${outcome}, ${formatNumber(milliseconds)} ms`,
} as const

export const CLI_CHANGES = {
  campaign: (
    name: string,
    { added, changed, gone }: Readonly<Record<ChangeKind, number>>,
    when: string | null,
    download: number | null,
  ) =>
    `${name}: ${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(gone)} deleted${sinceWhen(when, download)}`,
  noChanges: (name: string, when: string | null, download: number | null) =>
    `${name}: nothing changed${sinceWhen(when, download)}`,
  more: (items: number) => `  … and ${formatCount(items, 'more item')}`,
  /** Equal lengths align the text that follows. */
  kinds: { added: 'added  ', changed: 'changed', gone: 'deleted' },
  field: (path: string, old: string | null, now: string | null) =>
    `${path}: ${old ?? 'not there'} → ${now ?? 'not there'}`,
} as const

function sinceWhen(when: string | null, download: number | null): string {
  return when === null || download === null ? '' : ` since ${when} (download ${String(download)})`
}
