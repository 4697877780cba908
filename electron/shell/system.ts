import { join } from 'node:path'
import { app, nativeTheme } from 'electron'
import { defaultDataFolder } from '../app/data-folder.ts'
import type { Theme } from '../contract/preferences.ts'
import { usableLocale } from '../app/locale.ts'
import * as electron from 'electron'

/**
 * Where everything is kept. Connections, preferences and logs stand in the data folder itself, as they do for the
 * command line; Chromium's own files have a folder of theirs in it.
 */
export function prepareFolders(): string {
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', defaultDataFolder())
  const dataFolder = app.getPath('userData')
  app.setPath('sessionData', join(dataFolder, 'chromium'))
  app.setAppLogsPath(join(dataFolder, 'logs'))
  return dataFolder
}

/** Makes menus, dialogs and `prefers-color-scheme` follow the person's choice. */
export function applyTheme(theme: Theme): void {
  nativeTheme.themeSource = theme
}

/** The locale that the person has set for numbers and dates in their system. */
export function systemLocale(): string {
  return usableLocale(app.getSystemLocale(), app.getLocale())
}

/** Earlier versions of Electron take both forms as members of one object. */
interface EarlierClipboard {
  write(data: { readonly text: string; readonly html: string }): void
}

/** Puts a text on the system's clipboard, and beside it, where there is one, the same as HTML. */
export async function writeClipboard(text: string, html: string | null): Promise<void> {
  const { clipboard } = electron
  if (html === null) await clipboard.writeText(text)
  else if ('ClipboardItem' in electron)
    await clipboard.write([new electron.ClipboardItem({ 'text/plain': text, 'text/html': html })])
  else (clipboard as unknown as EarlierClipboard).write({ text, html })
}
