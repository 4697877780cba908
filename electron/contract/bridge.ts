import type { ApiInput, ApiName, ApiOutput } from './api.ts'
import type { EventName, Events } from './events.ts'
import type { Result } from './faults.ts'

type Arguments<Input> = undefined extends Input ? [] : [input: Input]

/**
 * The type of `window.api`, which the preload creates: a function for each call, and a subscription to
 * events.
 */
export type Bridge = {
  readonly [Name in ApiName]: (...input: Arguments<ApiInput<Name>>) => Promise<Result<ApiOutput<Name>>>
} & {
  /**
   * Requests to open a dropped review file (a `File`, which the contract cannot name); `reviewFiles.requested`
   * follows.
   */
  readonly openDropped: (file: object) => void
  /** Releases the memory of decoded pictures that the page no longer shows. */
  readonly releasePictures: () => void
  /** Calls `listener` for every event of that name until the returned function is called. */
  readonly on: <Name extends EventName>(name: Name, listener: (event: Events[Name]) => void) => () => void
}
