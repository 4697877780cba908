import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { DEFAULT_PREFERENCES } from '../contract/preferences.ts'
import { preferencesSchema } from '../contract/schemas.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { preferencesFilePath } from './layout.ts'
import type { PreferencesFile } from './types.ts'

export function createPreferencesFile(dataFolder: string): PreferencesFile {
  const file = preferencesFilePath(dataFolder)
  // One write after the other, so that the last one asked for is the one that stays.
  let writing: Promise<void> = Promise.resolve()

  return {
    async load() {
      await writing.catch(() => undefined)
      const found = await readJsonFile(file, preferencesSchema)
      if (found.state === 'read') return { preferences: found.value, notice: null }
      if (found.state === 'missing') return { preferences: DEFAULT_PREFERENCES, notice: null }
      return { preferences: DEFAULT_PREFERENCES, notice: noticeOf(found) }
    },
    save(preferences) {
      const write = writing.catch(() => undefined).then(() => writeJsonFile(file, preferences))
      writing = write
      write.catch(() => undefined)
      return write
    },
  }
}

function noticeOf(found: { readonly reason: string; readonly file?: string }): Fault {
  const { reason, file } = found
  return new AppError('preferencesDamaged', { params: { reason, file } }).toFault()
}
