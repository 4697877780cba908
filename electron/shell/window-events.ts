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

/** How long the application waits for a window that does not answer. */
const ACKNOWLEDGE_TIMEOUT_MS = 300

/** Lets the windows save their unsaved state before they close. */
export class ShutdownHandshake {
  #acknowledged: () => void = () => undefined

  /** Sends `app.closing`; resolves when a window has saved its state, or after a short time. */
  async wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.#acknowledged = () => {
      resolve(undefined)
    }
    const timer = setTimeout(this.#acknowledged, ACKNOWLEDGE_TIMEOUT_MS)
    push('app.closing', null)
    await promise
    clearTimeout(timer)
  }

  /** Called when a window has saved its state. */
  acknowledge(): void {
    this.#acknowledged()
  }
}
