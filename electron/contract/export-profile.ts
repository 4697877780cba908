import * as v from 'valibot'
import { jobIdSchema, text, type ReadonlyOutput } from './base-schemas.ts'
import { EXPORT_PRESETS } from './csv-style.ts'
import { DEFAULT_FORMAT } from './export-formats.ts'
import { exportColumnsSchema, exportOptionsSchema, NO_EXTRAS } from './export-options.ts'
import { DEFAULT_NAME_TEMPLATE, MAX_NAME_TEMPLATE_LENGTH } from './file-name.ts'

export const MAX_PROFILES = 200
export const MAX_PROFILE_NAME_LENGTH = 200

// The annotation lets the bundler leave the schema, and valibot, out of the window.
/* @__NO_SIDE_EFFECTS__ */
function createChoiceSchema() {
  const { style, columns: _, ...options } = exportOptionsSchema.entries
  const adjusted = style.entries
  return v.strictObject({
    ...options,
    /** Kept while another format is chosen. */
    preset: v.picklist(EXPORT_PRESETS),
    /** Differences from the preset. */
    adjusted: v.strictObject({
      delimiter: v.exactOptional(adjusted.delimiter),
      decimalMark: v.exactOptional(adjusted.decimalMark),
      quotes: v.exactOptional(adjusted.quotes),
      lineEnd: v.exactOptional(adjusted.lineEnd),
      encoding: v.exactOptional(adjusted.encoding),
      dates: v.exactOptional(adjusted.dates),
      flags: v.exactOptional(adjusted.flags),
      guard: v.exactOptional(adjusted.guard),
    }),
    /** Template of the file name. */
    nameTemplate: text(MAX_NAME_TEMPLATE_LENGTH),
    /** In order; null for the columns of the list. */
    columns: v.nullable(exportColumnsSchema),
  })
}

/** All options of an export of items, apart from its rows. */
const choiceSchema = createChoiceSchema()
export type ExportChoice = ReadonlyOutput<typeof choiceSchema>

/** Format options. */
export type FileForm = Omit<ExportChoice, 'statuses' | 'extras' | 'nameTemplate' | 'columns'>

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

/** Accepts options stored by earlier versions; missing ones have default values. */
const storedChoiceSchema = v.pipe(
  v.looseObject({ extras: v.optional(v.looseObject({}), {}) }),
  v.transform((stored) => ({ ...DEFAULT_CHOICE, ...stored, extras: { ...NO_EXTRAS, ...stored.extras } })),
  choiceSchema,
)

/** Options that are saved with a name. */
const profileSchema = v.strictObject({
  id: jobIdSchema,
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_PROFILE_NAME_LENGTH)),
  choice: storedChoiceSchema,
})
export type ExportProfile = ReadonlyOutput<typeof profileSchema>

/** Stored export options. */
export const exportProfilesSchema = v.strictObject({
  /** In order of creation, with unique names. */
  profiles: v.pipe(v.array(profileSchema), v.maxLength(MAX_PROFILES)),
  /** The last options and their profile. */
  last: v.nullable(v.strictObject({ choice: storedChoiceSchema, profileId: v.nullable(jobIdSchema) })),
})
export type ExportProfiles = ReadonlyOutput<typeof exportProfilesSchema>

/** A change of the export options; what is left out stays. */
export const exportProfilesChangeSchema = v.partial(exportProfilesSchema)
export type ExportProfilesChange = ReadonlyOutput<typeof exportProfilesChangeSchema>

/** Returns the export options after a change. */
export function changeProfiles(
  { profiles, last }: ExportProfiles,
  change: ExportProfilesChange,
): ExportProfiles {
  return { profiles: change.profiles ?? profiles, last: change.last === undefined ? last : change.last }
}

export const NO_PROFILES: ExportProfiles = { profiles: [], last: null }

/** Finds a profile by name, ignoring case. */
export function findProfile(profiles: readonly ExportProfile[], name: string): ExportProfile | null {
  const folded = name.trim().toLocaleLowerCase()
  return profiles.find((profile) => profile.name.toLocaleLowerCase() === folded) ?? null
}
