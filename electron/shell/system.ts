import { join } from 'node:path'
import { app, nativeTheme, systemPreferences } from 'electron'
import { foldersIn, migrateFolders, type AppFolders } from '../app/app-folders.ts'
import type { Theme } from '../contract/preferences.ts'
import { usableLocale } from '../app/locale.ts'
import * as electron from 'electron'

/**
 * Sets and returns the folders, which are those of the command line too. With Chromium's switch for it, all
 * files are in one folder.
 */
export function prepareFolders(): AppFolders {
  const folders = app.commandLine.hasSwitch('user-data-dir')
    ? foldersIn(app.getPath('userData'))
    : migrateFolders()
  app.setPath('userData', folders.state)
  app.setPath('sessionData', join(folders.state, 'chromium'))
  app.setAppLogsPath(folders.logs)
  return folders
}

/** What Electron sets when its toolkit starts. */
const TOOLKIT_VARIABLES = ['GDK_BACKEND', 'NO_AT_BRIDGE']

/**
 * Adds the variables that Electron sets on Linux while threads of this application already start. The C
 * library moves the environment in memory when a variable is added, and a thread that reads it meanwhile ends
 * the process; another value for an existing variable moves nothing. Must be called before the first thread
 * starts.
 */
export function reserveEnvironment(): void {
  if (process.platform !== 'linux') return
  for (const name of TOOLKIT_VARIABLES) process.env[name] ??= ''
}

/** Applies the person's theme to menus, dialogs and `prefers-color-scheme`. */
export function applyTheme(theme: Theme): void {
  nativeTheme.themeSource = theme
}

/** Returns the system's locale for numbers and dates. */
export function systemLocale(): string {
  return usableLocale(app.getSystemLocale(), app.getLocale())
}

/** Returns whether the system allows the camera. macOS asks the person the first time. */
export async function allowsCamera(): Promise<boolean> {
  if (process.platform === 'darwin') return await systemPreferences.askForMediaAccess('camera')
  return process.platform !== 'win32' || systemPreferences.getMediaAccessStatus('camera') !== 'denied'
}

/** Earlier versions of Electron write both formats from one object. */
interface EarlierClipboard {
  write(data: { readonly text: string; readonly html: string }): void
}

/** Writes a text to the clipboard, with the same content as HTML if given. */
export async function writeClipboard(text: string, html: string | null): Promise<void> {
  const { clipboard } = electron
  if (html === null) await clipboard.writeText(text)
  else if ('ClipboardItem' in electron)
    await clipboard.write([new electron.ClipboardItem({ 'text/plain': text, 'text/html': html })])
  else (clipboard as unknown as EarlierClipboard).write({ text, html })
}
