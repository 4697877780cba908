import { BrowserWindow } from 'electron'
import { EVENT_CHANNEL } from '../contract/bridge.ts'
import { clipValues } from '../contract/clip-text.ts'
import type { EventName, Events } from '../contract/events.ts'
import { callingWindow } from './calling-window.ts'

/** Sends an event to one window, with long values clipped. */
export function sendTo<Name extends EventName>(
  { webContents }: BrowserWindow,
  name: Name,
  payload: Events[Name],
): void {
  if (!webContents.isDestroyed() && !webContents.isCrashed())
    webContents.send(EVENT_CHANNEL, name, clipValues(payload))
}

/** Sends an event to every window of the application, with long values clipped. */
export function push<Name extends EventName>(name: Name, payload: Events[Name]): void {
  for (const window of BrowserWindow.getAllWindows()) sendTo(window, name, payload)
}

/** Sends an event to the windows other than the one whose call is being handled. */
export function pushToOthers<Name extends EventName>(name: Name, payload: Events[Name]): void {
  const caller = callingWindow()?.window
  for (const window of BrowserWindow.getAllWindows()) if (window !== caller) sendTo(window, name, payload)
}
