import { DEFAULT_PREFERENCES, type Preferences } from '../contract/preferences.ts'
import { preferencesSchema } from '../contract/schemas.ts'
import { preferencesFilePath } from './layout.ts'
import { createSettingsFile } from './settings-file.ts'
import type { PreferencesFile } from './types.ts'

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
