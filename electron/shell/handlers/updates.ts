import { app } from 'electron'
import type { Handlers } from '../dispatcher.ts'
import type { ShellServices } from '../services.ts'

/** Updates of the application. */
export function updateHandlers({
  updates,
  openPage,
}: ShellServices): Pick<Handlers, Extract<keyof Handlers, `updates.${string}`>> {
  return {
    'updates.check': () => updates.check(),
    'updates.download': () => {
      updates.download()
      return null
    },
    'updates.cancelDownload': () => {
      updates.cancelDownload()
      return null
    },
    'updates.install': () => {
      if (updates.requestRestart()) app.quit()
      return null
    },
    'updates.openPage': async () => {
      await openPage()
      return null
    },
  }
}
