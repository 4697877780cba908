import { dirname } from 'node:path'
import {
  BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron'
import { callingWindow } from './calling-window.ts'

/** Returns the window to which a dialog belongs: the one that asked for it. Undefined if none is open. */
export function dialogParent(): BrowserWindow | undefined {
  const caller = callingWindow()?.window
  if (caller !== undefined && !caller.isDestroyed()) return caller
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
}

/** Shows a message; returns the index of the pressed button. */
export async function showMessage(options: MessageBoxOptions): Promise<number> {
  const window = dialogParent()
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options))
  return response
}

/**
 * The folder of the last opened file. Electron 43 and later always start in the download folder otherwise.
 */
let lastFolder: string | null = null

/** Asks for an existing file; null if the person closed the dialog. */
export async function showOpenDialog(options: OpenDialogOptions): Promise<string | null> {
  const window = dialogParent()
  const opened = lastFolder === null ? options : { defaultPath: lastFolder, ...options }
  const { canceled, filePaths } = await (window === undefined
    ? dialog.showOpenDialog(opened)
    : dialog.showOpenDialog(window, opened))
  const file = canceled ? undefined : filePaths[0]
  if (file === undefined) return null
  lastFolder = dirname(file)
  return file
}

/** Asks where to save a file; null if the person closed the dialog. */
export async function showSaveDialog(options: SaveDialogOptions): Promise<string | null> {
  const window = dialogParent()
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}
