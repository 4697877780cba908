import { APP_ORIGIN } from '../contract/bridge.ts'

/** A request for a permission, as Electron describes it. */
export interface PermissionRequest {
  /** Whether a window of this application sent it. */
  readonly isOwnWindow: boolean
  readonly isMainFrame: boolean
  /** Origin or address of the page. */
  readonly origin: string
  readonly permission: string
  /** What a page wants to record; empty if Electron does not know it. */
  readonly media: readonly string[]
}

/**
 * Decides about permissions of pages: all are refused but one. The page of the window may use the camera
 * while its camera dialog is open.
 */
export class CameraPermission {
  readonly #askSystem: () => Promise<boolean>
  #isOpen = false
  /** Increases with each opening and closing. */
  #revision = 0

  /** @param askSystem returns whether the system allows the camera; asks the person once where it has to */
  constructor(askSystem: () => Promise<boolean>) {
    this.#askSystem = askSystem
  }

  /** Allows the camera until {@link close}. Returns whether the system allows it. */
  async open(): Promise<boolean> {
    const revision = ++this.#revision
    const isAllowed = await this.#askSystem()
    // The dialog may have been closed while the system asked.
    if (revision === this.#revision) this.#isOpen = isAllowed
    return isAllowed
  }

  close(): void {
    this.#revision += 1
    this.#isOpen = false
  }

  /** Returns whether a page gets a permission. */
  allows({ isOwnWindow, isMainFrame, origin, permission, media }: PermissionRequest): boolean {
    return (
      this.#isOpen &&
      isOwnWindow &&
      isMainFrame &&
      (origin === APP_ORIGIN || origin.startsWith(`${APP_ORIGIN}/`)) &&
      permission === 'media' &&
      media.length > 0 &&
      media.every((each) => each === 'video')
    )
  }
}
