import { app, BrowserWindow, clipboard, net, shell } from 'electron'
import { platformOf } from '../../contract/accelerators.ts'
import type { ErrorReport } from '../../contract/error-report.ts'
import { createRateLimit } from '../../contract/rate-limit.ts'
import { applyTheme } from '../theme.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { openExternal } from '../external.ts'
import { push } from '../push.ts'
import { systemLocale } from '../system-locale.ts'
import { showLog } from '../show-log.ts'
import { reloadWindow } from '../window.ts'

/** Errors of the window that are logged in a minute: one that repeats must not fill the log. */
const MAX_LOGGED_ERRORS = 20
const LOGGED_ERRORS_PERIOD_MS = 60_000

type AppCalls =
  | 'app.state'
  | 'app.openDataFolder'
  | 'app.openLog'
  | 'app.openExternal'
  | 'app.copyText'
  | 'app.editText'
  | 'app.nameUndo'
  | 'app.readyToClose'
  | 'app.reportError'
  | 'app.reload'
  | 'preferences.save'
  | 'views.save'

/** Returns an error that the log writes with the stack of the window. */
function asError({ message, stack }: ErrorReport): Error {
  return Object.assign(new Error(message), { stack: stack ?? message })
}

/** What concerns the application as a whole. */
export function appHandlers(desk: Desk): Pick<Handlers, AppCalls> {
  // A window that is opened again must find what was saved since the start.
  let { preferences, views } = desk
  const mayLogError = createRateLimit(MAX_LOGGED_ERRORS, LOGGED_ERRORS_PERIOD_MS, () => performance.now())
  return {
    'app.state': async () => ({
      version: app.getVersion(),
      platform: platformOf(process.platform),
      locale: systemLocale(),
      online: net.isOnline(),
      dataFolder: desk.dataFolder,
      connections: await desk.connections.list(),
      preferences,
      views,
      notices: [...desk.notices, ...desk.connections.takeNotices(), ...desk.pictureGuard.notices],
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
    'app.editText': ({ command }) => {
      BrowserWindow.getFocusedWindow()?.webContents[command]()
      return null
    },
    'app.nameUndo': (labels) => {
      desk.menu.set(labels)
      return null
    },
    'app.readyToClose': () => {
      desk.farewell.hear()
      return null
    },
    'app.reportError': (report) => ({
      logId: mayLogError() ? desk.logger.unexpected(asError(report), `window, ${report.source}`) : null,
    }),
    'app.reload': async () => {
      await desk.farewell.wait(() => {
        push('app.closing', null)
      })
      reloadWindow()
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
