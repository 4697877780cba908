import type { BrowserWindow } from 'electron'

/** How long the application waits for a window that neither hangs nor has crashed. */
const ACKNOWLEDGE_TIMEOUT_MS = 5_000

/** Lets the window save its unsaved state before it closes or reloads. */
export class ShutdownHandshake {
  readonly #request: () => void
  /** Whether the page of the window has loaded, responds and has not crashed. */
  #canAnswer = false
  #stopWaiting: () => void = () => undefined
  #waiting: Promise<void> | null = null

  /** @param request sends `app.closing` to the window */
  constructor(request: () => void) {
    this.#request = request
  }

  /** Must be called with each window before it loads its page. */
  watch(window: BrowserWindow): void {
    const canAnswer = (): void => {
      this.#canAnswer = true
    }
    const cannotAnswer = (): void => {
      this.#canAnswer = false
      this.#stopWaiting()
    }
    window.on('unresponsive', cannotAnswer)
    window.on('responsive', canAnswer)
    window.on('closed', cannotAnswer)
    const { webContents } = window
    webContents.on('did-navigate', cannotAnswer)
    // The page listens for events before its images have loaded.
    webContents.on('dom-ready', canAnswer)
    webContents.on('render-process-gone', cannotAnswer)
  }

  /**
   * Requests that the window saves its state. Resolves when it has, at once if it cannot, and after 5 seconds
   * in any case.
   */
  wait(): Promise<void> {
    if (!this.#canAnswer) return Promise.resolve()
    // The window answers once for all that wait.
    this.#waiting ??= this.#requestSave().finally(() => (this.#waiting = null))
    return this.#waiting
  }

  async #requestSave(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.#stopWaiting = () => resolve(undefined)
    const timer = setTimeout(this.#stopWaiting, ACKNOWLEDGE_TIMEOUT_MS)
    this.#request()
    await promise
    clearTimeout(timer)
  }

  /** Called when the window has saved its state. */
  acknowledge(): void {
    this.#stopWaiting()
  }
}
