import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { APP_ORIGIN } from '../contract/bridge.ts'
import type { AppWindow } from './app-windows.ts'

/** The origin of a message. */
export interface Caller {
  /** Whether a window of this application sent the message. */
  readonly isOwnWindow: boolean
  readonly isMainFrame: boolean
  /** Origin of the frame; null if the frame no longer exists. */
  readonly origin: string | null
}

/**
 * Returns the origin of a message.
 * @param window the window of the page that sent it, or null
 */
export function callerOf(
  { sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent,
  window: AppWindow | null,
): Caller {
  return {
    isOwnWindow: window !== null,
    isMainFrame: senderFrame !== null && senderFrame === sender.mainFrame,
    origin: senderFrame?.origin ?? null,
  }
}

/** Returns whether the page of a window of this application sent a message. */
export function isTrusted(caller: Caller): boolean {
  return caller.isOwnWindow && caller.isMainFrame && caller.origin === APP_ORIGIN
}
