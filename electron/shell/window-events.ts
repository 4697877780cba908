import { BrowserWindow } from 'electron'
import { EVENT_CHANNEL } from '../contract/bridge.ts'
import { clipValues } from '../contract/clip-text.ts'
import type { EventName, Events } from '../contract/events.ts'

/** Sends an event to every window of the application, with long values clipped. */
export function push<Name extends EventName>(name: Name, payload: Events[Name]): void {
  const clipped = clipValues(payload)
  for (const window of BrowserWindow.getAllWindows()) {
    const { webContents } = window
    if (!webContents.isDestroyed() && !webContents.isCrashed()) webContents.send(EVENT_CHANNEL, name, clipped)
  }
}
