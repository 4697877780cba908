import type { ExportFormat } from '../contract/export-formats.ts'
import type {
  ExportColumnKey,
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
import type { RetryOptions } from './retry-options.ts'

/** In the order of the help. */
export const COMMAND_NAMES = [
  'sync',
  'export',
  'status',
  'changes',
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
  | ChangesCommand
  | ReviewCommand
  | ConnectionsCommand
  | ForgetCommand
  | DoctorCommand
  | CompletionCommand

interface Common {
  /** Null: the default folder of the application. */
  readonly dataFolder: string | null
  readonly json: boolean
  /** Details are written to standard error. */
  readonly verbose: boolean
}

/** Selects one of several connections. */
export interface Choice {
  /** Name or id. */
  readonly connection: string | null
  /** Normalized. */
  readonly baseUrl: string | null
}

export interface SyncCommand extends Common {
  readonly name: 'sync'
  readonly source: Choice | 'sample'
  /** `here`: those with a snapshot; `unfinished`: the unfinished ones of earlier runs. */
  readonly campaigns: readonly string[] | 'all' | 'here' | 'unfinished'
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

export interface ExportCommand extends Common {
  readonly name: 'export'
  /** The requested profile, and a function that returns the command with it; null without one. */
  readonly profile: { readonly name: string; readonly apply: (choice: ExportChoice) => ExportCommand } | null
  /** Lists the profiles instead of exporting. */
  readonly listProfiles: boolean
  /** Whether `nameTemplate` was given as an option, which applies only if `file` is a folder. */
  readonly namesInFolder?: true | undefined
  /** Template for the file name if `file` is a folder. */
  readonly nameTemplate: string
  readonly choice: Choice
  /** Empty: all with a snapshot. */
  readonly campaigns: readonly string[]
  readonly search: string
  readonly sort: readonly SortKey[]
  /** Maximum number of items; null: all. */
  readonly limit: number | null
  readonly columns: readonly ExportColumnKey[]
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** Differences from the preset. */
  readonly style: Partial<CsvStyle>
  readonly header: HeaderStyle
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

export interface DoctorCommand extends Common {
  readonly name: 'doctor'
  readonly choice: Choice
  /** See {@link SyncCommand.authorityFile}. */
  readonly authorityFile: string | null
  /** File with a client certificate; null: that of the connection, if any. */
  readonly clientCertificateFile: string | null
}

export interface ReviewCommand extends Common {
  readonly name: 'review'
  readonly choice: Choice
  /** The campaign whose review is exported; none if a file is only checked. */
  readonly campaigns: readonly string[]
  /** Author of the review; may be empty. */
  readonly author: string
  readonly file: { readonly write: string } | { readonly check: string }
}

export interface ConnectionsCommand extends Common {
  readonly name: 'connections'
}

export interface ForgetCommand extends Common {
  readonly name: 'forget'
  readonly target: Choice | 'sample'
  /** Whether to continue without a question. */
  readonly confirmed: boolean
}

export type Shell = 'bash' | 'zsh' | 'fish'
export type CompletedValues = 'campaigns' | 'connections' | 'profiles'

export interface CompletionCommand extends Common {
  readonly name: 'completion'
  readonly print: { readonly shell: Shell } | { readonly values: CompletedValues }
}

export interface StatusCommand extends Common {
  readonly name: 'status'
  readonly choice: Choice
}

/** A download by its number, or a start time in milliseconds since 1970. */
export type Since = { readonly download: number } | { readonly instant: number }

export interface ChangesCommand extends Common {
  readonly name: 'changes'
  readonly choice: Choice
  /** Empty: all with a snapshot. */
  readonly campaigns: readonly string[]
  /** Null: all stored changes. */
  readonly since: Since | null
  /** Maximum number of items of each campaign; null: all. */
  readonly limit: number | null
}
