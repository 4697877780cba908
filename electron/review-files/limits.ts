/** What a file with a review may be at most; they are told in docs/cdreview.md. */

export const MAX_FILE_BYTES = 2_000_000_000
/** Entries in the zip. */
export const MAX_ENTRIES = 20_000
/** Of `review.json`, unpacked. */
export const MAX_JSON_BYTES = 64 * 1024 * 1024
/** Objects and lists in it. */
export const MAX_JSON_PARTS = 1_000_000
/** Values in it, of whatever kind: a short one takes many times the room of its text. */
export const MAX_JSON_VALUES = 5_000_000
/** How deep they stand in each other. */
export const MAX_JSON_DEPTH = 16
export const MAX_ITEMS = 100_000
export const MAX_CAMPAIGNS = 10_000
/** Characters of a name, or of any other text of the service. */
export const MAX_REVIEW_TEXT_LENGTH = 20_000
/** Of all pictures together. */
export const MAX_PHOTO_BYTES = 2_000_000_000
/**
 * Memory that a thread may take for its objects, in megabytes. Nothing within the other limits needs as much:
 * V8 ends a thread there, but is known to end the process where a single object is too large.
 */
export const MAX_HEAP_MB = 1_024
