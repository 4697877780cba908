/**
 * The channels of the IPC. A message carries the name of a call or an event with it; the preload offers the
 * window nothing but the names of the contract, and main refuses every other one.
 */
export const CALL_CHANNEL = 'campaign-desk:call'
export const EVENT_CHANNEL = 'campaign-desk:event'
/**
 * Path of a file that a person dropped onto the window: the preload alone sends it, and the page never learns
 * it.
 */
export const DROP_CHANNEL = 'campaign-desk:drop'

/** Scheme and origin of the application's own pages. */
export const APP_SCHEME = 'campaign-desk'
export const APP_ORIGIN = 'campaign-desk://app'
/**
 * Pictures of artworks: `campaign-desk://picture/<connectionId>/<itemKey>/<artwork index>`, and with `/full`
 * behind it the artwork's file; `/before` stands for the version before the one it has now.
 */
export const PICTURE_ORIGIN = 'campaign-desk://picture'
/** The page that draws pictures in a separate process; only main opens it. */
export const DRAWING_ORIGIN = 'campaign-desk://drawing'
/** Photos of reviews: `campaign-desk://photo/<connectionId>/<hash>`. */
export const PHOTO_ORIGIN = 'campaign-desk://photo'
/**
 * Pages to be printed, each under an address of its own that holds once; no window of the application goes
 * there.
 */
export const PRINT_ORIGIN = 'campaign-desk://print'
