import { join } from 'node:path'
import { app, nativeTheme, systemPreferences } from 'electron'
import { defaultDataFolder } from '../app/data-folder.ts'
import type { Theme } from '../contract/preferences.ts'
import { usableLocale } from '../app/locale.ts'
import * as electron from 'electron'

/**
 * Sets and returns the data folder. It contains connections, preferences and logs, as for the command line,
 * and a folder for Chromium's files.
 */
export function prepareFolders(): string {
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', defaultDataFolder())
  const dataFolder = app.getPath('userData')
  app.setPath('sessionData', join(dataFolder, 'chromium'))
  app.setAppLogsPath(join(dataFolder, 'logs'))
  return dataFolder
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
