import type { CsvStyle, ExportPreset } from './csv-style.ts'
import { DEFAULT_FORMAT, type ExportFormat } from './export-formats.ts'
import {
  NO_EXTRAS,
  type ExportColumnKey,
  type HeaderStyle,
  type ItemExtras,
  type RowsBeyond,
  type StatusStyle,
  type TimeZoneChoice,
} from './export-options.ts'
import { DEFAULT_NAME_TEMPLATE } from './file-name.ts'

/** Format options; the CSV preset is kept while another format is chosen. */
export interface FileForm {
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** Differences from the preset. */
  readonly adjusted: Partial<CsvStyle>
  readonly header: HeaderStyle
  readonly rowsBeyond: RowsBeyond
  /** Default: the time zone of this computer. */
  readonly timeZone?: TimeZoneChoice | undefined
}

/** All options of an export of items, apart from its rows. */
export interface ExportChoice extends FileForm {
  readonly statuses: StatusStyle
  readonly extras: ItemExtras
  /** Template of the file name. */
  readonly nameTemplate: string
  /** In order; null for the columns of the list. */
  readonly columns: readonly ExportColumnKey[] | null
}

/** Options that are saved with a name. */
export interface ExportProfile {
  readonly id: string
  readonly name: string
  readonly choice: ExportChoice
}

/** Stored export options. */
export interface ExportProfiles {
  /** In order of creation, with unique names. */
  readonly profiles: readonly ExportProfile[]
  /** The last options and their profile. */
  readonly last: { readonly choice: ExportChoice; readonly profileId: string | null } | null
}

export const DEFAULT_CHOICE: ExportChoice = {
  format: DEFAULT_FORMAT,
  preset: 'excel',
  adjusted: {},
  header: 'labels',
  rowsBeyond: 'oneFile',
  statuses: 'names',
  extras: NO_EXTRAS,
  nameTemplate: DEFAULT_NAME_TEMPLATE,
  columns: null,
}

export const NO_PROFILES: ExportProfiles = { profiles: [], last: null }

export const MAX_PROFILES = 200
export const MAX_PROFILE_NAME_LENGTH = 200

/** Finds a profile by name, ignoring case. */
export function findProfile(profiles: readonly ExportProfile[], name: string): ExportProfile | null {
  const wanted = name.trim().toLocaleLowerCase()
  return profiles.find((profile) => profile.name.toLocaleLowerCase() === wanted) ?? null
}
