import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { CALL_CHANNEL, DROP_CHANNEL } from '../contract/bridge.ts'
import type { AppWindow, AppWindows } from './app-windows.ts'
import { runForWindow } from './calling-window.ts'
import { isTrusted, type Caller, type Dispatch } from './dispatcher.ts'

function callerOf(
  { sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent,
  window: AppWindow | null,
): Caller {
  return {
    isOwnWindow: window !== null,
    isMainFrame: senderFrame !== null && senderFrame === sender.mainFrame,
    origin: senderFrame?.origin ?? null,
  }
}

/** Connects the dispatcher to Electron's IPC. */
export function serveCalls(dispatch: Dispatch, windows: AppWindows): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    const window = windows.ofPage(event.sender)
    const answer = (): ReturnType<Dispatch> => dispatch(callerOf(event, window), name, input)
    return window === null ? answer() : runForWindow(window, answer)
  })
}

/** Calls `onDrop` with the path of each file that is dropped onto a window. */
export function listenForDrops(windows: AppWindows, onDrop: (path: string, window: AppWindow) => void): void {
  ipcMain.on(DROP_CHANNEL, (event, path: unknown) => {
    const window = windows.ofPage(event.sender)
    if (window !== null && isTrusted(callerOf(event, window)) && typeof path === 'string')
      onDrop(path, window)
  })
}
