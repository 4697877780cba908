import { dirname, join } from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { ExportFormat } from '../contract/export-options.ts'
import type { REVIEW_FILE_EXTENSION } from '../contract/review-file.ts'
import { SAVE_DIALOG } from '../contract/strings/menu.ts'
import type { Desk } from './desk.ts'

/** A name that every file system takes. */
function asFileName(text: string): string {
  const cleaned = text
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return cleaned.replace(/^\.+|\.+$/gu, '').slice(0, 120) || 'Items'
}

/** Asks where to save; null when the person closed the dialog. */
export async function askForFile(
  { windowState }: Pick<Desk, 'windowState'>,
  title: string,
  suggestedName: string,
  format: ExportFormat | 'pdf' | typeof REVIEW_FILE_EXTENSION,
): Promise<string | null> {
  const folder = windowState.state.exportFolder ?? app.getPath('downloads')
  const options = {
    title,
    defaultPath: join(folder, `${asFileName(suggestedName)}.${format}`),
    filters: [
      { name: SAVE_DIALOG[format], extensions: [format] },
      { name: SAVE_DIALOG.allFiles, extensions: ['*'] },
    ],
  }
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const answer = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  if (answer.canceled || answer.filePath === '') return null
  windowState.update({ exportFolder: dirname(answer.filePath) })
  return answer.filePath
}
