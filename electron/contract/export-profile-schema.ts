import * as v from 'valibot'
import { CSV_STYLES, EXPORT_PRESETS } from './csv-style.ts'
import { NO_EXTRAS } from './export-options.ts'
import { MAX_PROFILE_NAME_LENGTH, MAX_PROFILES, DEFAULT_CHOICE } from './export-profile.ts'
import { MAX_NAME_TEMPLATE_LENGTH } from './file-name.ts'
import { exportOptionsSchema } from './export-schemas.ts'
import { jobIdSchema } from './base-schemas.ts'

const { format, header, rowsBeyond, timeZone, statuses, extras, columns } = exportOptionsSchema.entries

const choiceSchema = v.strictObject({
  format,
  header,
  rowsBeyond,
  timeZone,
  statuses,
  extras,
  preset: v.picklist(EXPORT_PRESETS),
  adjusted: v.strictObject({
    delimiter: v.exactOptional(v.picklist(CSV_STYLES.delimiter)),
    decimalMark: v.exactOptional(v.picklist(CSV_STYLES.decimalMark)),
    quotes: v.exactOptional(v.picklist(CSV_STYLES.quotes)),
    lineEnd: v.exactOptional(v.picklist(CSV_STYLES.lineEnd)),
    encoding: v.exactOptional(v.picklist(CSV_STYLES.encoding)),
    dates: v.exactOptional(v.picklist(CSV_STYLES.dates)),
    flags: v.exactOptional(v.picklist(CSV_STYLES.flags)),
    guard: v.exactOptional(v.boolean()),
  }),
  nameTemplate: v.pipe(v.string(), v.maxLength(MAX_NAME_TEMPLATE_LENGTH)),
  columns: v.nullable(columns),
})

/** Accepts options stored by earlier versions; missing ones have default values. */
const storedChoiceSchema = v.pipe(
  v.looseObject({ extras: v.optional(v.looseObject({}), {}) }),
  v.transform((stored) => ({ ...DEFAULT_CHOICE, ...stored, extras: { ...NO_EXTRAS, ...stored.extras } })),
  choiceSchema,
)

export const exportProfilesSchema = v.strictObject({
  profiles: v.pipe(
    v.array(
      v.strictObject({
        id: jobIdSchema,
        name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_PROFILE_NAME_LENGTH)),
        choice: storedChoiceSchema,
      }),
    ),
    v.maxLength(MAX_PROFILES),
  ),
  last: v.nullable(v.strictObject({ choice: storedChoiceSchema, profileId: v.nullable(jobIdSchema) })),
})
