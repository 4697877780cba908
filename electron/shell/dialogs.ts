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

/** Asks for an existing file; null if the person closed the dialog. */
export async function showOpenDialog(options: OpenDialogOptions): Promise<string | null> {
  const window = dialogParent()
  const { canceled, filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks where to save a file; null if the person closed the dialog. */
export async function showSaveDialog(options: SaveDialogOptions): Promise<string | null> {
  const window = dialogParent()
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}
