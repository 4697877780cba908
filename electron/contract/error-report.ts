/** Sources of unhandled errors in the window. */
export const ERROR_SOURCES = ['error', 'rejection', 'worker'] as const

/** Lengths to which the window clips a report, in UTF-16 code units. */
export const MAX_ERROR_MESSAGE = 2_000
export const MAX_ERROR_STACK = 10_000

/** An unhandled error of the window for main's log. */
export interface ErrorReport {
  readonly source: (typeof ERROR_SOURCES)[number]
  readonly message: string
  /** Null if the engine provides none. */
  readonly stack: string | null
}
