import { APP_ORIGIN } from '../contract/bridge.ts'

/** A request of a window's page for a permission, as Electron describes it. */
export interface PermissionRequest {
  readonly isMainFrame: boolean
  /** Origin or address of the page. */
  readonly origin: string
  readonly permission: string
  /** What a page wants to record; empty if Electron does not know it. */
  readonly media: readonly string[]
}

/**
 * Decides about permissions of a window's page: all are refused but one. It may use the camera while its
 * camera dialog is open.
 */
export class CameraPermission {
  #isOpen = false
  /** Increases with each opening and closing. */
  #revision = 0

  /** Allows the camera until {@link close}, if the system does. Returns the answer of the system. */
  async open(answer: Promise<boolean>): Promise<boolean> {
    const revision = ++this.#revision
    const isAllowed = await answer
    // The dialog may have been closed while the system asked.
    if (revision === this.#revision) this.#isOpen = isAllowed
    return isAllowed
  }

  close(): void {
    this.#revision += 1
    this.#isOpen = false
  }

  /** Returns whether a page gets a permission. */
  allows({ isMainFrame, origin, permission, media }: PermissionRequest): boolean {
    return (
      this.#isOpen &&
      isMainFrame &&
      (origin === APP_ORIGIN || origin.startsWith(`${APP_ORIGIN}/`)) &&
      permission === 'media' &&
      media.length > 0 &&
      media.every((each) => each === 'video')
    )
  }
}
