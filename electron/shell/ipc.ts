import { BrowserWindow, ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { CALL_CHANNEL, DROP_CHANNEL } from '../contract/bridge.ts'
import { isTrusted, type Caller, type Dispatch } from './dispatcher.ts'

function callerOf({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): Caller {
  return {
    isOwnWindow: BrowserWindow.getAllWindows().some((window) => window.webContents === sender),
    isMainFrame: senderFrame !== null && senderFrame === sender.mainFrame,
    origin: senderFrame?.origin ?? null,
  }
}

/** Connects the dispatcher to Electron's IPC. */
export function serveCalls(dispatch: Dispatch): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) =>
    dispatch(callerOf(event), name, input),
  )
}

/** Calls `onDrop` with the path of each file that is dropped onto the window. */
export function listenForDrops(onDrop: (path: string) => void): void {
  ipcMain.on(DROP_CHANNEL, (event, path: unknown) => {
    if (isTrusted(callerOf(event)) && typeof path === 'string') onDrop(path)
  })
}
