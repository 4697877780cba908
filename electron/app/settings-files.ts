import * as v from 'valibot'
import pLimit from 'p-limit'
import { platformOf } from '../contract/accelerators.ts'
import { AppError } from '../contract/app-error.ts'
import type { Fault, FaultCode } from '../contract/faults.ts'
import { messages } from '../contract/messages.ts'
import { writeError } from './files.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { DEFAULT_PREFERENCES, preferencesSchema, type Preferences } from '../contract/preferences.ts'
import { readCustomShortcuts } from '../contract/shortcut-rules.ts'
import { preferencesFilePath, exportProfilesPath } from './layout.ts'
import type { PreferencesFile } from './types.ts'
import { exportProfilesSchema, NO_PROFILES, type ExportProfiles } from '../contract/export-profile.ts'

/** A settings file. */
export interface SettingsFile<Value> {
  /** Returns the saved value, else the default. Sets a damaged file aside and reports that. Never rejects. */
  load(): Promise<{ readonly value: Value; readonly notice: Fault | null }>
  /** Rejects with `settingsNotSaved`; the file does not change then. */
  save(value: Value): Promise<void>
}

/**
 * Creates a settings file.
 * @param defaultValue used until a value is saved
 * @param damagedCode code of the fault that reports a damaged file
 */
export function createSettingsFile<Value>(
  file: string,
  schema: v.GenericSchema<unknown, Value>,
  defaultValue: Value,
  damagedCode: FaultCode,
): SettingsFile<Value> {
  // One write at a time, so that the last requested one wins.
  const limit = pLimit(1)

  return {
    async load() {
      const stored = await limit(() => readJsonFile(file, schema))
      if (stored.state === 'read') return { value: stored.value, notice: null }
      if (stored.state === 'missing') return { value: defaultValue, notice: null }
      const { reason } = stored
      const params = { reason, file: stored.state === 'setAside' ? stored.file : undefined }
      return { value: defaultValue, notice: new AppError(damagedCode, { params }).toFault() }
    },
    save: (value) =>
      limit(async () => {
        try {
          await writeJsonFile(file, value)
        } catch (error) {
          throw notSaved(writeError(error))
        }
      }),
  }
}

const REASON_OF: Readonly<Partial<Record<FaultCode, 'diskFull' | 'readOnly'>>> = {
  diskFull: 'diskFull',
  folderReadOnly: 'readOnly',
}

/** The messages for files in the data folder are about downloads. */
function notSaved(error: AppError): AppError {
  const reason = REASON_OF[error.code]
  return error.as('settingsNotSaved', reason === undefined ? {} : { reason: messages.reasons.file[reason] })
}

/** An invalid shortcut must not set the whole file aside. */
export const preferencesFileSchema = v.strictObject({
  ...preferencesSchema.entries,
  shortcuts: v.optional(v.unknown()),
})

export function createPreferencesFile(dataFolder: string): PreferencesFile {
  const file = createSettingsFile<v.InferOutput<typeof preferencesFileSchema> | Preferences>(
    preferencesFilePath(dataFolder),
    preferencesFileSchema,
    DEFAULT_PREFERENCES,
    'preferencesDamaged',
  )
  return {
    async load() {
      const { value, notice } = await file.load()
      const { shortcuts, ignored } = readCustomShortcuts(value.shortcuts, platformOf(process.platform))
      return { preferences: { ...value, shortcuts }, notice, ignoredShortcuts: ignored }
    },
    save: (preferences) => file.save(preferences),
  }
}

/** Creates the file with the export profiles. */
export function createExportProfilesFile(dataFolder: string): SettingsFile<ExportProfiles> {
  return createSettingsFile<ExportProfiles>(
    exportProfilesPath(dataFolder),
    exportProfilesSchema,
    NO_PROFILES,
    'profilesDamaged',
  )
}
