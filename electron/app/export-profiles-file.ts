import { NO_PROFILES, type ExportProfiles } from '../contract/export-profile.ts'
import { exportProfilesSchema } from '../contract/export-profile-schema.ts'
import { exportProfilesPath } from './layout.ts'
import { createSettingsFile, type SettingsFile } from './settings-file.ts'

/** What is kept of exports: profiles, and how a file was written last. A broken file is set aside. */
export function createExportProfilesFile(dataFolder: string): SettingsFile<ExportProfiles> {
  return createSettingsFile<ExportProfiles>(
    exportProfilesPath(dataFolder),
    exportProfilesSchema,
    NO_PROFILES,
    'profilesDamaged',
  )
}
