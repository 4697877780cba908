import { app, BrowserWindow, clipboard, net, shell } from 'electron'
import { platformOf } from '../../contract/accelerators.ts'
import { type ErrorReport, createRateLimit } from '../../contract/error-report.ts'
import { applyTheme, systemLocale } from '../system.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { openExternal, showLog } from '../open-externally.ts'
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
  | 'camera.open'
  | 'camera.close'
  | 'preferences.save'
  | 'views.save'
  | Extract<keyof Handlers, `backups.${string}`>

/** Returns an error that the log writes with the stack of the window. */
function toError({ message, stack }: ErrorReport): Error {
  return Object.assign(new Error(message), { stack: stack ?? message })
}

/** The application as a whole: its state, preferences, saved views and backups. */
export function appHandlers(services: ShellServices): Pick<Handlers, AppCalls> {
  // A window that is opened again must find what was saved since the start.
  let { preferences, views } = services
  const mayLogError = createRateLimit(MAX_LOGGED_ERRORS, LOGGED_ERRORS_PERIOD_MS, () => performance.now())
  return {
    'app.state': async () => ({
      version: app.getVersion(),
      platform: platformOf(process.platform),
      locale: systemLocale(),
      online: net.isOnline(),
      dataFolder: services.dataFolder,
      connections: await services.connections.list(),
      preferences: { ...preferences, lastView: services.crashes.restoredView(preferences.lastView) },
      views,
      notices: [...services.notices, ...services.connections.takeNotices(), ...services.pictureGuard.notices],
    }),
    'app.openDataFolder': async () => {
      await shell.openPath(services.dataFolder)
      return null
    },
    'app.openLog': async () => {
      await showLog(services.logger)
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
      services.menu.set(labels)
      return null
    },
    'app.readyToClose': () => {
      services.shutdownHandshake.acknowledge()
      return null
    },
    'app.reportError': (report) => ({
      logId: mayLogError() ? services.logger.unexpected(toError(report), `window, ${report.source}`) : null,
    }),
    'app.reload': async () => {
      await services.shutdownHandshake.wait()
      reloadWindow()
      return null
    },
    'camera.open': () => services.camera.open(),
    'camera.close': () => {
      services.camera.close()
      return null
    },
    'preferences.save': async (changed) => {
      preferences = changed
      applyTheme(changed.theme)
      services.pictureLimit.megabytes = changed.pictures.mostMegabytes
      await services.preferencesFile.save(changed)
      return null
    },
    'views.save': async (changed) => {
      views = changed
      await services.viewsFile.save(changed)
      return null
    },
    'backups.list': () => services.backups.list(),
    'backups.create': () => services.backups.create('person'),
    'backups.restore': async ({ id }) => {
      await services.backups.restoreAtStart(id)
      app.relaunch()
      app.quit()
      return null
    },
  }
}
