import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppWindow } from './app-windows.ts'

const callers = new AsyncLocalStorage<AppWindow>()

/** Runs the handler of a call from a window, which {@link callingWindow} returns until it has ended. */
export function runForWindow<Value>(window: AppWindow, handler: () => Value): Value {
  return callers.run(window, handler)
}

/** Returns the window whose call is being handled; null in work that no window has called. */
export function callingWindow(): AppWindow | null {
  return callers.getStore() ?? null
}

/** Returns the slot of the calling window: a newer query of a view supersedes the older one. */
export function callingSlot(): string {
  return `window-${String(callingWindow()?.id ?? 0)}`
}
