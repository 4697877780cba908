import type { CampaignColumnKey, CampaignTableColumn } from '../contract/campaign-columns.ts'
import type { CampaignSortKey } from '../contract/campaign-query.ts'
import type { ChangePeriod } from '../contract/changes.ts'
import type { ColumnKey } from '../contract/columns.ts'
import type { ExportFormat } from '../contract/export-formats.ts'
import type {
  ExportColumnKey,
  FileLanguage,
  HeaderStyle,
  RowsBeyond,
  ItemExtras,
  StatusStyle,
  TimeZoneChoice,
} from '../contract/export-options.ts'
import type { ExportChoice } from '../contract/export-profile.ts'
import type { CsvStyle, ExportPreset } from '../contract/csv-style.ts'
import type { DownloadMode } from '../contract/jobs.ts'
import type { SortKey } from '../contract/query.ts'
import type { StatKey } from '../contract/statistics.ts'
import type { RetryOptions } from './retry-options.ts'
import type { WhereOptions } from './where/where-options.ts'

/** Names of the commands in the order of the help. */
export const COMMAND_NAMES = [
  'sync',
  'export',
  'status',
  'campaigns',
  'stats',
  'timeline',
  'changes',
  'compare',
  'review',
  'connections',
  'forget',
  'doctor',
  'completion',
] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

/** A parsed command line, validated as far as possible without reading the disk. */
export type Command =
  { readonly name: 'help'; readonly topic: CommandName | null } | { readonly name: 'version' } | WorkCommand

/** A command that works with the data folder. */
export type WorkCommand =
  | SyncCommand
  | ExportCommand
  | StatusCommand
  | CampaignsCommand
  | StatsCommand
  | TimelineCommand
  | ChangesCommand
  | CompareCommand
  | ReviewCommand
  | ConnectionsCommand
  | ForgetCommand
  | DoctorCommand
  | CompletionCommand

interface CommonOptions {
  /** Null: the default folder of the application. */
  readonly dataFolder: string | null
  readonly json: boolean
  /** Details are written to standard error. */
  readonly verbose: boolean
}

/** Selects one of several connections. */
export interface ConnectionChoice {
  /** Name or id. */
  readonly connection: string | null
  /** Normalized. */
  readonly baseUrl: string | null
}

export interface SyncCommand extends CommonOptions {
  readonly name: 'sync'
  readonly source: ConnectionChoice | 'sample'
  /** Fetches only the details of campaigns that are not downloaded: without a choice, of all known ones. */
  readonly details: boolean
  /** `downloaded`: those with a snapshot. */
  readonly campaigns: readonly string[] | 'all' | 'downloaded'
  /** Whether the unfinished downloads of earlier runs continue first. */
  readonly resumes: boolean
  /** `recent`: only changes, where there is a complete snapshot. */
  readonly mode: DownloadMode
  /** Whether more than half of a campaign may be deleted. */
  readonly acceptsDeletions: boolean
  /** File with certificate authorities; null: those of the connection, if any. */
  readonly authorityFile: string | null
  /** File with a client certificate; null: that of the connection, if any. */
  readonly clientCertificateFile: string | null
  readonly retry: RetryOptions
}

export interface ExportCommand extends CommonOptions {
  readonly name: 'export'
  /** The requested profile, and a function that returns the command with it; null without one. */
  readonly profile: { readonly name: string; readonly apply: (choice: ExportChoice) => ExportCommand } | null
  /** Lists the profiles instead of exporting. */
  readonly listProfiles: boolean
  /** Whether `nameTemplate` was given as an option, which applies only if `file` is a folder. */
  readonly hasNameTemplate: boolean
  /** Template for the file name if `file` is a folder. */
  readonly nameTemplate: string
  readonly choice: ConnectionChoice
  /** Empty: all with a snapshot. */
  readonly campaigns: readonly string[]
  readonly search: string
  readonly where: WhereOptions
  readonly sort: readonly SortKey[]
  /** Maximum number of items; null: all. */
  readonly limit: number | null
  readonly columns: readonly ExportColumnKey[]
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** Differences from the preset. */
  readonly style: Partial<CsvStyle>
  readonly header: HeaderStyle
  /** Of the words in the file; absent: English. */
  readonly language?: FileLanguage | undefined
  readonly rowsBeyond: RowsBeyond
  /** Absent: the time zone of this computer. */
  readonly timeZone?: TimeZoneChoice | undefined
  readonly statuses: StatusStyle
  readonly extras: ItemExtras
  /** Null: standard output. */
  readonly file: string | null
  /** Runs only the preflight. */
  readonly check: boolean
}

export interface DoctorCommand extends CommonOptions {
  readonly name: 'doctor'
  readonly choice: ConnectionChoice
  /** See {@link SyncCommand.authorityFile}. */
  readonly authorityFile: string | null
  /** File with a client certificate; null: that of the connection, if any. */
  readonly clientCertificateFile: string | null
}

export interface ReviewCommand extends CommonOptions {
  readonly name: 'review'
  readonly choice: ConnectionChoice
  /** The campaign whose review is exported; none if a file is only checked. */
  readonly campaigns: readonly string[]
  /** Author of the review; may be empty. */
  readonly author: string
  readonly file: { readonly write: string } | { readonly check: string }
}

export interface ConnectionsCommand extends CommonOptions {
  readonly name: 'connections'
}

export interface ForgetCommand extends CommonOptions {
  readonly name: 'forget'
  readonly target: ConnectionChoice | 'sample'
  /** Whether to continue without a question. */
  readonly confirmed: boolean
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Kinds of values that a completion script requests while a person types. */
export const COMPLETED_VALUES = ['campaigns', 'connections', 'profiles'] as const
export type CompletedValues = (typeof COMPLETED_VALUES)[number]

export interface CompletionCommand extends CommonOptions {
  readonly name: 'completion'
  readonly print: { readonly shell: Shell } | { readonly values: CompletedValues }
}

export interface StatusCommand extends CommonOptions {
  readonly name: 'status'
  readonly choice: ConnectionChoice
}

export interface CampaignsCommand extends CommonOptions {
  readonly name: 'campaigns'
  readonly choice: ConnectionChoice
  readonly search: string
  readonly where: WhereOptions
  readonly sort: readonly CampaignSortKey[]
  /** Maximum number of campaigns; null: all. */
  readonly limit: number | null
  readonly columns: readonly CampaignTableColumn[]
  /** Null: no file; results are printed. */
  readonly output: TableOutput | null
}

export interface StatsCommand extends CommonOptions {
  readonly name: 'stats'
  readonly choice: ConnectionChoice
  /** Empty: all with a snapshot. */
  readonly campaigns: readonly string[]
  readonly search: string
  readonly where: WhereOptions
  /** Each is counted alone; two at most are combined. */
  readonly by: readonly (readonly StatKey[])[]
  /** Null: no file; results are printed. */
  readonly output: TableOutput | null
}

export interface CompareCommand extends CommonOptions {
  readonly name: 'compare'
  readonly choice: ConnectionChoice
  /** The two campaigns. */
  readonly campaigns: readonly [string, string]
  /** The column or field by which items are matched. */
  readonly by: ColumnKey
  /** Null: no file; results are printed. */
  readonly output: TableOutput | null
}

export interface TimelineCommand extends CommonOptions {
  readonly name: 'timeline'
  readonly choice: ConnectionChoice
  readonly search: string
  readonly where: WhereOptions
  /** Keys of the dates. */
  readonly dates: readonly CampaignColumnKey[]
  /** The calendar file, or standard output; without it, results are printed. */
  readonly output: { readonly file: string | null; readonly language?: FileLanguage | undefined } | null
}

/** The file with a table. */
export interface TableOutput {
  /** Null: standard output. */
  readonly file: string | null
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** Differences from the preset. */
  readonly style: Partial<CsvStyle>
  readonly header: HeaderStyle
  /** Of the words in the file; absent: English. */
  readonly language?: FileLanguage | undefined
  /** Absent: the time zone of this computer. */
  readonly timeZone?: TimeZoneChoice | undefined
  readonly statuses: StatusStyle
}

/** A download by its number, a start time in milliseconds since 1970, or the last days. */
export type Since = { readonly download: number } | { readonly instant: number } | ChangePeriod

export interface ChangesCommand extends CommonOptions {
  readonly name: 'changes'
  readonly choice: ConnectionChoice
  /** Empty: all with a snapshot. */
  readonly campaigns: readonly string[]
  /** Null: all stored changes. */
  readonly since: Since | null
  /** Maximum number of items of each campaign; null: all. */
  readonly limit: number | null
}
