/** What a file with a review may be at most; they are told in docs/cdreview.md. */

export const MOST_FILE_BYTES = 2_000_000_000
/** Entries in the zip. */
export const MOST_ENTRIES = 20_000
/** Of `review.json`, unpacked. */
export const MOST_JSON_BYTES = 64 * 1024 * 1024
/** Objects and lists in it. */
export const MOST_JSON_PARTS = 1_000_000
/** How deep they stand in each other. */
export const DEEPEST_JSON = 16
export const MOST_ITEMS = 100_000
export const MOST_CAMPAIGNS = 10_000
/** Characters of a name, or of any other text of the service. */
export const LONGEST_TEXT = 20_000
/** Of all pictures together. */
export const MOST_PHOTO_BYTES = 2_000_000_000
/** Memory that a thread may take for its objects, in megabytes; what needs more is refused. */
export const MOST_HEAP_MB = 768
