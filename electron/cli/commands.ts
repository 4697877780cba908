import type {
  ExportColumnKey,
  ExportFormat,
  HeaderStyle,
  RowsBeyond,
  ItemExtras,
  StatusStyle,
} from '../contract/export-options.ts'
import type { ExportChoice } from '../contract/export-profile.ts'
import type { CsvStyle, ExportPreset } from '../contract/csv-style.ts'
import type { DownloadMode } from '../contract/jobs.ts'
import type { SortKey } from '../contract/query.ts'

export const COMMAND_NAMES = ['sync', 'export', 'status', 'changes', 'review', 'doctor'] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

/** What the words of a command line ask for, checked as far as that can be done without looking at the disk. */
export type Command =
  | { readonly name: 'help'; readonly topic: CommandName | null }
  | { readonly name: 'version' }
  | SyncCommand
  | ExportCommand
  | StatusCommand
  | ChangesCommand
  | ReviewCommand
  | DoctorCommand

interface Common {
  /** Null: the application's own folder. */
  readonly dataFolder: string | null
  readonly json: boolean
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
  readonly source: { readonly baseUrl: string } | 'sample'
  /** `here`: those that are on this computer; `unfinished`: what earlier runs have left. */
  readonly campaigns: readonly string[] | 'all' | 'here' | 'unfinished'
  /** `recent`: only what has changed, where there is a complete copy. */
  readonly mode: DownloadMode
  readonly connection: string | null
  /** File with certificate authorities; null: the connection's own, if it has one. */
  readonly authorityFile: string | null
}

export interface ExportCommand extends Common {
  readonly name: 'export'
  /** The profile that is asked for, and the command as it is with that; null: none is. */
  readonly profile: { readonly name: string; readonly apply: (choice: ExportChoice) => ExportCommand } | null
  /** Nothing is written; the profiles are listed. */
  readonly listProfiles: boolean
  /** What the name of the file is made of where `file` is a folder. */
  readonly nameTemplate: string
  readonly choice: Choice
  /** Empty: all that are on this computer. */
  readonly campaigns: readonly string[]
  readonly search: string
  readonly sort: readonly SortKey[]
  readonly columns: readonly ExportColumnKey[]
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** What differs from the preset. */
  readonly style: Partial<CsvStyle>
  readonly header: HeaderStyle
  readonly rowsBeyond: RowsBeyond
  readonly statuses: StatusStyle
  readonly extras: ItemExtras
  /** Null: standard output. */
  readonly file: string | null
  /** Nothing is written; what was found of what would be is told. */
  readonly check: boolean
}

export interface DoctorCommand extends Common {
  readonly name: 'doctor'
  readonly baseUrl: string
  readonly connection: string | null
  /** See {@link SyncCommand.authorityFile}. */
  readonly authorityFile: string | null
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

export interface StatusCommand extends Common {
  readonly name: 'status'
}

/** A download by its number, or the moment that the changes are to be counted from, in milliseconds since 1970. */
export type Since = { readonly download: number } | { readonly instant: number }

export interface ChangesCommand extends Common {
  readonly name: 'changes'
  readonly choice: Choice
  /** Empty: all that are on this computer. */
  readonly campaigns: readonly string[]
  /** Null: everything that is kept. */
  readonly since: Since | null
}
