import { BrowserWindow } from 'electron'
import { EVENT_CHANNEL } from '../contract/channels.ts'
import type { EventName, Events } from '../contract/events.ts'

/** Tells every window of the application what has happened. */
export function push<Name extends EventName>(name: Name, payload: Events[Name]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    const { webContents } = window
    if (!webContents.isDestroyed() && !webContents.isCrashed()) webContents.send(EVENT_CHANNEL, name, payload)
  }
}
