import { app } from 'electron'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'

type BackupCalls = Extract<keyof Handlers, `backups.${string}`>

/** Backups of what a person has set and reviewed. */
export function backupHandlers({ backups }: Desk): Pick<Handlers, BackupCalls> {
  return {
    'backups.list': () => backups.list(),
    'backups.make': () => backups.make('person'),
    'backups.restore': async ({ id }) => {
      await backups.restoreAtStart(id)
      app.relaunch()
      app.quit()
      return null
    },
  }
}
