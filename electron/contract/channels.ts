/** Names of the IPC channels. The preload is built from API and event names; these prefixes keep them apart. */
export const CALL_CHANNEL_PREFIX = 'call:'
export const EVENT_CHANNEL_PREFIX = 'event:'

/** Scheme and origin of the application's own pages. */
export const APP_SCHEME = 'campaign-desk'
export const APP_ORIGIN = 'campaign-desk://app'
/** Pictures of artworks: `campaign-desk://picture/<connectionId>/<itemKey>/<artwork index>`. */
export const PICTURE_ORIGIN = 'campaign-desk://picture'
