import type * as v from 'valibot'
import pLimit from 'p-limit'
import { AppError } from '../contract/app-error.ts'
import type { Fault, FaultCode } from '../contract/faults.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../contract/preferences.ts'
import { preferencesSchema } from '../contract/schemas.ts'
import { preferencesFilePath, exportProfilesPath } from './layout.ts'
import type { PreferencesFile } from './types.ts'
import { NO_PROFILES, type ExportProfiles } from '../contract/export-profile.ts'
import { exportProfilesSchema } from '../contract/export-profile-schema.ts'

/** A file that holds what a person has set. */
export interface SettingsFile<Value> {
  /** What was saved, else the usual value. A broken file is set aside and the fault says so. Never rejects. */
  load(): Promise<{ readonly value: Value; readonly notice: Fault | null }>
  save(value: Value): Promise<void>
}

/**
 * @param usual what holds as long as nothing was saved.
 * @param damaged code of the fault that tells of a file that is not in order.
 */
export function createSettingsFile<Value>(
  file: string,
  schema: v.GenericSchema<unknown, Value>,
  usual: Value,
  damaged: FaultCode,
): SettingsFile<Value> {
  // One write after the other, so that the last one asked for is the one that stays.
  const inTurn = pLimit(1)

  return {
    async load() {
      const found = await inTurn(() => readJsonFile(file, schema))
      if (found.state === 'read') return { value: found.value, notice: null }
      if (found.state === 'missing') return { value: usual, notice: null }
      const { reason } = found
      const params = { reason, file: found.state === 'setAside' ? found.file : undefined }
      return { value: usual, notice: new AppError(damaged, { params }).toFault() }
    },
    save: (value) => inTurn(() => writeJsonFile(file, value)),
  }
}

export function createPreferencesFile(dataFolder: string): PreferencesFile {
  const file = createSettingsFile<Preferences>(
    preferencesFilePath(dataFolder),
    preferencesSchema,
    DEFAULT_PREFERENCES,
    'preferencesDamaged',
  )
  return {
    async load() {
      const { value, notice } = await file.load()
      return { preferences: value, notice }
    },
    save: (preferences) => file.save(preferences),
  }
}

/** What is kept of exports: profiles, and how a file was written last. A broken file is set aside. */
export function createExportProfilesFile(dataFolder: string): SettingsFile<ExportProfiles> {
  return createSettingsFile<ExportProfiles>(
    exportProfilesPath(dataFolder),
    exportProfilesSchema,
    NO_PROFILES,
    'profilesDamaged',
  )
}
