import { createExportProfilesFile } from '../../app/export-profiles-file.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'

/** Profiles of exports, read when the first export is thought of. */
export function exportProfileHandlers(
  desk: Pick<Desk, 'dataFolder'>,
): Pick<Handlers, 'exports.profiles' | 'exports.saveProfiles'> {
  const file = createExportProfilesFile(desk.dataFolder)
  return {
    'exports.profiles': async () => {
      const { value, notice } = await file.load()
      return { ...value, notice }
    },
    'exports.saveProfiles': async (profiles) => {
      await file.save(profiles)
      return null
    },
  }
}
