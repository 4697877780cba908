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

/**
 * What the words of a command line ask for, checked as far as that can be done without looking at the disk.
 */
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
  /** Null: the application's own folder. */
  readonly dataFolder: string | null
  readonly json: boolean
  /** Details go to standard error. */
  readonly verbose: boolean
}

/** Which of several connections is meant, as far as it was said. */
export interface Choice {
  /** Name or id. */
  readonly connection: string | null
  /** Normalised. */
  readonly baseUrl: string | null
}

export interface SyncCommand extends Common {
  readonly name: 'sync'
  readonly source: Choice | 'sample'
  /** `here`: those that are on this computer; `unfinished`: what earlier runs have left. */
  readonly campaigns: readonly string[] | 'all' | 'here' | 'unfinished'
  /** `recent`: only what has changed, where there is a complete copy. */
  readonly mode: DownloadMode
  /** Whether more than half of a campaign may be deleted. */
  readonly acceptsDeletions: boolean
  /** File with certificate authorities; null: the connection's own, if it has one. */
  readonly authorityFile: string | null
  /** File with a client certificate; null: the connection's own, if it has one. */
  readonly clientCertificateFile: string | null
  readonly retry: RetryOptions
}

export interface ExportCommand extends Common {
  readonly name: 'export'
  /** The profile that is asked for, and the command as it is with that; null: none is. */
  readonly profile: { readonly name: string; readonly apply: (choice: ExportChoice) => ExportCommand } | null
  /** Nothing is written; the profiles are listed. */
  readonly listProfiles: boolean
  /** Whether `nameTemplate` is an option of its own, which applies only where `file` is a folder. */
  readonly namesInFolder?: true | undefined
  /** What the name of the file is made of where `file` is a folder. */
  readonly nameTemplate: string
  readonly choice: Choice
  /** Empty: all that are on this computer. */
  readonly campaigns: readonly string[]
  readonly search: string
  readonly sort: readonly SortKey[]
  /** Items at most; null: all. */
  readonly limit: number | null
  readonly columns: readonly ExportColumnKey[]
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** What differs from the preset. */
  readonly style: Partial<CsvStyle>
  readonly header: HeaderStyle
  readonly rowsBeyond: RowsBeyond
  /** Absent: that of this computer. */
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
  /** File with a client certificate; null: the connection's own, if it has one. */
  readonly clientCertificateFile: string | null
}

export interface ReviewCommand extends Common {
  readonly name: 'review'
  readonly choice: Choice
  /** The campaign whose review is written; none where a file is only checked. */
  readonly campaigns: readonly string[]
  /** Who it is by; may be empty. */
  readonly author: string
  readonly file: { readonly write: string } | { readonly check: string }
}

export interface ConnectionsCommand extends Common {
  readonly name: 'connections'
}

export interface ForgetCommand extends Common {
  readonly name: 'forget'
  readonly target: Choice | 'sample'
  /** Nobody is asked. */
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

/**
 * A download by its number, or the moment that the changes are to be counted from, in milliseconds since
 * 1970.
 */
export type Since = { readonly download: number } | { readonly instant: number }

export interface ChangesCommand extends Common {
  readonly name: 'changes'
  readonly choice: Choice
  /** Empty: all that are on this computer. */
  readonly campaigns: readonly string[]
  /** Null: everything that is kept. */
  readonly since: Since | null
  /** Items of each campaign at most; null: all. */
  readonly limit: number | null
}
