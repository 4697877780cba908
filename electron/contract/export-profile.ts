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

/** How a file is to be written: a kind of CSV is kept beside a workbook, for the next time. */
export interface FileForm {
  readonly format: ExportFormat
  readonly preset: ExportPreset
  /** What differs from the preset. */
  readonly adjusted: Partial<CsvStyle>
  readonly header: HeaderStyle
  readonly rowsBeyond: RowsBeyond
  /** Absent: that of this computer. */
  readonly timeZone?: TimeZoneChoice | undefined
}

/** All that can be chosen for a file with items, apart from its rows. */
export interface ExportChoice extends FileForm {
  readonly statuses: StatusStyle
  readonly extras: ItemExtras
  /** What the name of the file is made of. */
  readonly nameTemplate: string
  /** In their order; null: those that the list shows. */
  readonly columns: readonly ExportColumnKey[] | null
}

/** A choice that is kept under a name. */
export interface ExportProfile {
  readonly id: string
  readonly name: string
  readonly choice: ExportChoice
}

/** What is kept of exports on this computer. */
export interface ExportProfiles {
  /** In the order in which they were made; no two have the same name. */
  readonly profiles: readonly ExportProfile[]
  /** How a file was written last, and by which profile. */
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

/** The profile of that name, whatever case its letters have; null: there is none. */
export function profileNamed(profiles: readonly ExportProfile[], name: string): ExportProfile | null {
  const wanted = name.trim().toLocaleLowerCase()
  return profiles.find((profile) => profile.name.toLocaleLowerCase() === wanted) ?? null
}
