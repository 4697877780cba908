import { app, clipboard, net, shell } from 'electron'
import { applyTheme } from '../theme.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { openExternal } from '../external.ts'
import { systemLocale } from '../system-locale.ts'
import { showLog } from '../show-log.ts'

type AppCalls =
  | 'app.state'
  | 'app.openDataFolder'
  | 'app.openLog'
  | 'app.openExternal'
  | 'app.copyText'
  | 'app.readyToClose'
  | 'preferences.save'
  | 'views.save'

function platform(): 'darwin' | 'win32' | 'linux' {
  return process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
}

/** What concerns the application as a whole. */
export function appHandlers(desk: Desk): Pick<Handlers, AppCalls> {
  // A window that is opened again must find what was saved since the start.
  let { preferences, views } = desk
  return {
    'app.state': async () => ({
      version: app.getVersion(),
      platform: platform(),
      locale: systemLocale(),
      online: net.isOnline(),
      dataFolder: desk.dataFolder,
      connections: await desk.connections.list(),
      preferences,
      views,
      notices: [...desk.notices, ...desk.connections.takeNotices()],
    }),
    'app.openDataFolder': async () => {
      await shell.openPath(desk.dataFolder)
      return null
    },
    'app.openLog': async () => {
      await showLog(desk.logger)
      return null
    },
    'app.openExternal': async ({ url }) => {
      await openExternal(url)
      return null
    },
    'app.copyText': async ({ text }) => {
      await clipboard.writeText(text)
      return null
    },
    'app.readyToClose': () => {
      desk.farewell.hear()
      return null
    },
    'preferences.save': async (changed) => {
      preferences = changed
      applyTheme(changed.theme)
      desk.pictureLimit.megabytes = changed.pictures.mostMegabytes
      await desk.preferencesFile.save(changed)
      return null
    },
    'views.save': async (changed) => {
      views = changed
      await desk.viewsFile.save(changed)
      return null
    },
  }
}
