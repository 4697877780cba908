import type { ApiInput, ApiName, ApiOutput } from './api.ts'
import type { EventName, Events } from './events.ts'
import type { Result } from './faults.ts'

/** What a call takes besides its name. */
export type CallInput<Name extends ApiName> = undefined extends ApiInput<Name> ? [] : [input: ApiInput<Name>]

/** The type of `window.api`, which the preload creates. */
export interface Bridge {
  /** Calls main, which rejects names that the contract does not have. */
  readonly call: <Name extends ApiName>(
    name: Name,
    ...input: CallInput<Name>
  ) => Promise<Result<ApiOutput<Name>>>
  /**
   * Requests to open a dropped review file (a `File`, which the contract cannot name).
   * `reviewFiles.requested` follows.
   */
  readonly openDropped: (file: object) => void
  /** Releases the memory of decoded pictures that the page no longer shows. */
  readonly releasePictures: () => void
  /** Calls `listener` for every event of that name until the returned function is called. */
  readonly on: <Name extends EventName>(name: Name, listener: (event: Events[Name]) => void) => () => void
}

/**
 * IPC channels. Messages contain the name of a call or an event; main rejects names that the contract does
 * not have.
 */
export const CALL_CHANNEL = 'campaign-desk:call'
export const EVENT_CHANNEL = 'campaign-desk:event'
/** Path of a dropped file. Only the preload sends it; the page never receives it. */
export const DROP_CHANNEL = 'campaign-desk:drop'

/**
 * The id of the application in electron-builder.yml, by which systems group its windows and notifications.
 */
export const APP_ID = 'io.github.campaign-desk'

/** Scheme of the application's pages, and of links from elsewhere, which never lead to a page. */
export const APP_SCHEME = 'campaign-desk'
/** Origin of the application's pages. */
export const APP_ORIGIN = 'campaign-desk://app'
/**
 * Pictures of artworks: `campaign-desk://picture/<connectionId>/<itemKey>/<artwork index>`, followed by
 * `/full` for the file, or `/before` for the previous version.
 */
export const PICTURE_ORIGIN = 'campaign-desk://picture'
/** The page that draws pictures in a separate process; only main opens it. */
export const DRAWING_ORIGIN = 'campaign-desk://drawing'
/** Photos of reviews: `campaign-desk://photo/<connectionId>/<hash>`. */
export const PHOTO_ORIGIN = 'campaign-desk://photo'
/** Pages of the guide: `campaign-desk://guide/<language>/<page>`. */
export const GUIDE_ORIGIN = 'campaign-desk://guide'
/** Pages for printing, each with an address that works once. */
export const PRINT_ORIGIN = 'campaign-desk://print'
