import { DEFAULT_PREFERENCES, type Preferences } from '../contract/preferences.ts'
import { NO_VIEWS } from '../contract/views.ts'
import type { PreferencesFile, ViewsFile } from './types.ts'

/** Switch of the desktop application. */
export const SAFE_MODE_SWITCH = 'safe-mode'

/**
 * Returns the preferences in safe mode: the default ones, except those that decide what is stored and that
 * cannot prevent a start.
 */
function safePreferences({
  theme,
  pictures,
  author,
  campaignDates,
  keepsCrashReports,
}: Preferences): Preferences {
  return { ...DEFAULT_PREFERENCES, theme, pictures, author, campaignDates, keepsCrashReports }
}

/**
 * Returns the preferences file in safe mode. Only whether crash reports are kept is saved, because that is
 * what people may want to change there; everything else on disk stays for the next normal start.
 */
export function createSafePreferencesFile(file: PreferencesFile): PreferencesFile {
  let stored: Preferences | null = null
  return {
    async load() {
      const loaded = await file.load()
      stored = loaded.preferences
      return { ...loaded, preferences: safePreferences(loaded.preferences) }
    },
    async save({ keepsCrashReports }) {
      if (stored === null || stored.keepsCrashReports === keepsCrashReports) return
      stored = { ...stored, keepsCrashReports }
      await file.save(stored)
    },
  }
}

/** Returns the file with the views in safe mode: empty, and never saved. */
export function createSafeViewsFile(): ViewsFile {
  return { load: () => Promise.resolve({ views: NO_VIEWS, notice: null }), save: () => Promise.resolve() }
}
