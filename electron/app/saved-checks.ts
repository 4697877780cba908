import * as v from 'valibot'
import { naturalNumber, type ReadonlyOutput } from '../contract/base-schemas.ts'
import { checkSettingsSchema, DEFAULT_CHECKS } from '../contract/checks.ts'

/** The file with the settings of the checks and accepted results. */
export const savedChecksSchema = v.object({
  settings: checkSettingsSchema,
  /** For each campaign and check the ids of items or results. */
  accepted: v.record(v.string(), v.record(v.string(), v.array(v.string()))),
  /**
   * For each campaign and check when its results were accepted, in milliseconds since 1970, if that is known.
   */
  acceptedAt: v.optional(v.record(v.string(), v.record(v.string(), naturalNumber)), {}),
})
export type SavedChecks = ReadonlyOutput<typeof savedChecksSchema>

export const NOTHING_SAVED: SavedChecks = { settings: DEFAULT_CHECKS, accepted: {}, acceptedAt: {} }
