import { ipcMain } from 'electron'
import { CALL_CHANNEL, DROP_CHANNEL } from '../contract/bridge.ts'
import type { AppWindow, AppWindows } from './app-windows.ts'
import { runForWindow } from './calling-window.ts'
import { callerOf, isTrusted } from './caller.ts'
import type { Dispatch } from './dispatcher.ts'

/** Connects the dispatcher to Electron's IPC. Calls wait until it is loaded. */
export function serveCalls(loading: Promise<Dispatch>, windows: AppWindows): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    const window = windows.ofPage(event.sender)
    const caller = callerOf(event, window)
    const answer = async (): ReturnType<Dispatch> => (await loading)(caller, name, input)
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
