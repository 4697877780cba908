import type { ApiInput, ApiOutput } from './api.ts'
import type { ApiName } from './names.ts'
import type { EventName, Events } from './events.ts'
import type { Result } from './faults.ts'

type Arguments<Input> = undefined extends Input ? [] : [input: Input]

/** The shape of `window.api`, which the preload builds: one function a call, one subscription an event. */
export type Bridge = {
  readonly [Name in ApiName]: (...input: Arguments<ApiInput<Name>>) => Promise<Result<ApiOutput<Name>>>
} & {
  /**
   * Asks for a file with a review that was dropped onto the window (a `File`, for which the contract has no
   * type) to be opened; `exchange.asked` follows.
   */
  readonly openDropped: (file: object) => void
  /**
   * Releases the memory of decoded pictures that the page no longer shows, which Chromium would keep for a
   * while.
   */
  readonly releasePictures: () => void
  /** Calls `listener` for every push of that name until the returned function is called. */
  readonly on: <Name extends EventName>(name: Name, listener: (event: Events[Name]) => void) => () => void
}
