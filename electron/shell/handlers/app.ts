import type { OpenedConnection } from '../../contract/api.ts'
import { readFile } from 'node:fs/promises'
import { app, clipboard, shell } from 'electron'
import { badInput } from '../../contract/app-error.ts'
import { platformOf } from '../../contract/accelerators.ts'
import { type ErrorReport, createRateLimit } from '../../contract/error-report.ts'
import { isManaged, type ManagedSummary } from '../../contract/managed.ts'
import { activeLanguage } from '../../contract/messages.ts'
import { changePreferences, sharedChange, type LastView } from '../../contract/preferences.ts'
import { setShortcutSource } from '../../contract/custom-shortcuts.ts'
import { messages } from '../../contract/messages.ts'
import { changeViews } from '../../contract/views.ts'
import { formatAppLink, resolveAppLink } from '../../app/app-links.ts'
import { summarizeManaged } from '../../app/managed/managed-settings.ts'
import { callingWindow } from '../calling-window.ts'
import { applyLanguage } from '../language.ts'
import { restart } from '../restart.ts'
import { allowsCamera, applyTheme, systemLocale } from '../system.ts'
import { SAFE_MODE_SWITCH } from '../../app/safe-mode.ts'
import type { ShellServices } from '../services.ts'
import { moveDataFolder } from '../settle-data.ts'
import type { Handlers } from '../dispatcher.ts'
import { openExternal, showLog } from '../open-externally.ts'
import { push, pushToOthers } from '../window-events.ts'

/** Errors of the window that are logged in a minute: one that repeats must not fill the log. */
const MAX_LOGGED_ERRORS = 20
const LOGGED_ERRORS_PERIOD_MS = 60_000

type AppCalls =
  | 'app.state'
  | 'app.checkNetwork'
  | 'app.openDataFolder'
  | 'app.moveDataFolder'
  | 'app.openLog'
  | 'app.openGuide'
  | 'app.licenses'
  | 'app.openExternal'
  | 'app.openWindow'
  | 'links.openRequested'
  | 'links.copy'
  | 'app.copyText'
  | 'app.editText'
  | 'app.nameUndo'
  | 'app.disableCommands'
  | 'app.readyToClose'
  | 'app.reportError'
  | 'app.reload'
  | 'app.viewReady'
  | 'app.quit'
  | 'app.restartNormally'
  | 'camera.open'
  | 'camera.close'
  | 'preferences.save'
  | 'views.save'

/** Returns an error that the log writes with the stack of the window. */
function toError({ message, stack }: ErrorReport): Error {
  return Object.assign(new Error(message), { stack: stack ?? message })
}

/** Adds the campaign of a view to the recent ones. */
async function rememberCampaign(
  { sessions, recentCampaigns }: ShellServices,
  { connectionId, campaignId }: LastView,
): Promise<void> {
  if (connectionId === null || campaignId === null) return
  const record = await sessions
    .opened(connectionId)
    ?.then(({ store }) => store.getCampaign(campaignId))
    .catch(() => null)
  if (record) await recentCampaigns.add({ connectionId, campaignId, name: record.summary.name ?? '' })
}

async function managedSummary({ managed }: Pick<ShellServices, 'managed'>): Promise<ManagedSummary | null> {
  const summary = summarizeManaged(await managed)
  return isManaged(summary) ? summary : null
}

/**
 * The application as a whole: its state, preferences and saved views.
 * @param openConnection opens a connection for the calling window
 */
export function appHandlers(
  services: ShellServices,
  openConnection: (connectionId: string) => Promise<OpenedConnection>,
): Pick<Handlers, AppCalls> {
  // A window that is opened later must find what was saved since the start.
  let { preferences, views, restored } = services
  setShortcutSource(() => preferences.shortcuts)
  const mayLogError = createRateLimit(MAX_LOGGED_ERRORS, LOGGED_ERRORS_PERIOD_MS, () => performance.now())
  return {
    'app.state': async () => {
      const window = callingWindow()
      const lastView = window?.view ?? preferences.lastView
      const completedRestore = window?.isFirst === true ? restored : null
      if (window?.isFirst === true) restored = null
      const view = window?.crashes.restoredView(lastView) ?? lastView
      const connections = await services.connections.list()
      const first = connections.find(({ id }) => id === view.connectionId) ?? connections[0]
      const managed = await managedSummary(services)
      // The window would request it next, and shows nothing before. Last, because events follow it.
      const opened = first === undefined ? null : await openConnection(first.id).catch(() => null)
      return {
        version: app.getVersion(),
        isPackaged: app.isPackaged,
        platform: platformOf(process.platform),
        locale: systemLocale(),
        online: services.network.check(),
        isSafeMode: services.isSafeMode,
        dataFolder: services.dataFolder,
        connections,
        opened,
        preferences: { ...preferences, lastView: view },
        views,
        restored: completedRestore,
        updates: services.updates.status,
        managed,
        notices: [
          ...(window?.isFirst === true ? services.notices : []),
          ...services.connections.takeNotices(),
          ...services.pictureGuard.notices,
        ],
      }
    },
    'app.checkNetwork': () => {
      services.network.check()
      return null
    },
    'app.openDataFolder': async () => {
      await shell.openPath(services.dataFolder)
      return null
    },
    'app.moveDataFolder': async () => {
      await moveDataFolder(services)
      return null
    },
    'app.openLog': async () => {
      await showLog(services.logger)
      return null
    },
    'app.openGuide': () => {
      services.guide.open()
      return null
    },
    'app.licenses': () => readFile(services.licensesFile, 'utf8'),
    'app.openExternal': ({ url }) => openExternal(url, 'service'),
    'app.openWindow': (view) => {
      services.windows.open(view)
      return null
    },
    'links.openRequested': async () => {
      const link = services.requestedLink.take()
      return link === null ? null : resolveAppLink(link, callingWindow()?.connectionId ?? null, services)
    },
    'links.copy': async ({ connectionId, campaignId }) => {
      const { baseUrl } = await services.connections.get(connectionId)
      const link = formatAppLink(campaignId, baseUrl)
      if (link === null) throw badInput(messages.links.reasons.impossibleId)
      await clipboard.writeText(link)
      return null
    },
    'app.copyText': async ({ text }) => {
      await clipboard.writeText(text)
      return null
    },
    'app.editText': ({ command }) => {
      callingWindow()?.window.webContents[command]()
      return null
    },
    'app.nameUndo': (labels) => {
      const window = callingWindow()
      if (window !== null) services.windows.setUndoLabels(window, labels)
      return null
    },
    'app.disableCommands': ({ commands }) => {
      const window = callingWindow()
      if (window !== null) services.windows.setDisabledCommands(window, commands)
      return null
    },
    'app.readyToClose': () => {
      callingWindow()?.handshake.acknowledge()
      return null
    },
    'app.reportError': (report) => ({
      logId: mayLogError() ? services.logger.unexpected(toError(report), `window, ${report.source}`) : null,
    }),
    'app.reload': async () => {
      const window = callingWindow()
      await window?.handshake.wait()
      if (window?.window.isDestroyed() === false) window.window.webContents.reload()
      return null
    },
    'app.viewReady': () => {
      services.startMarker.end()
      callingWindow()?.reportViewDrawn()
      return null
    },
    'app.quit': () => {
      app.quit()
      return null
    },
    'app.restartNormally': () => {
      restart({ keepsArg: (arg) => arg !== `--${SAFE_MODE_SWITCH}` })
      return null
    },
    'preferences.save': async (change) => {
      preferences = changePreferences(preferences, change)
      const window = callingWindow()
      if (window !== null && change.lastView !== undefined) services.windows.setView(window, change.lastView)
      if (change.lastView !== undefined) void rememberCampaign(services, change.lastView)
      if (change.theme !== undefined) applyTheme(change.theme)
      if (change.language !== undefined) {
        await applyLanguage(change.language)
        services.windows.updateMenu()
        push('app.language', { language: activeLanguage() })
      }
      if (change.interfaceSize !== undefined) services.windows.setInterfaceSize(change.interfaceSize)
      if (change.shortcuts !== undefined) services.windows.updateMenu()
      if (change.keepsCrashReports !== undefined) services.crashReporter.apply(change.keepsCrashReports)
      services.pictureLimit.megabytes = preferences.pictures.mostMegabytes
      services.campaignDates.keys = preferences.campaignDates
      if (change.updates !== undefined) services.updates.setPreferences(change.updates)
      const shared = sharedChange(change)
      if (Object.keys(shared).length > 0) pushToOthers('preferences.changed', shared)
      await services.preferencesFile.save(preferences)
      return null
    },
    'camera.open': async () => (await callingWindow()?.camera.open(allowsCamera())) ?? false,
    'camera.close': () => {
      callingWindow()?.camera.close()
      return null
    },
    'views.save': async (change) => {
      const { saved } = views
      views = changeViews(views, change)
      try {
        await services.viewsFile.save(views)
      } catch (error) {
        // The window that requested the change does not apply it either.
        if (change.saved !== undefined) views = { ...views, saved }
        throw error
      }
      pushToOthers('views.changed', change)
      return null
    },
  }
}
