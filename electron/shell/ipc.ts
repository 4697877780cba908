import { BrowserWindow, ipcMain } from 'electron'
import { CALL_CHANNEL } from '../contract/channels.ts'
import type { Dispatch } from './dispatcher.ts'

/** Connects the one gate to Electron's IPC: finds out who is asking, and leaves the rest to the gate. */
export function serveCalls(dispatch: Dispatch): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame
    return dispatch(
      {
        isOwnWindow: BrowserWindow.getAllWindows().some((window) => window.webContents === event.sender),
        isMainFrame: frame !== null && frame === event.sender.mainFrame,
        origin: frame?.origin ?? null,
      },
      name,
      input,
    )
  })
}
