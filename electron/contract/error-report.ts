/** Where in the window an error came from that nothing handled. */
export const ERROR_SOURCES = ['error', 'rejection', 'worker'] as const

/** Lengths in UTF-16 code units to which the window shortens a report. */
export const MAX_ERROR_MESSAGE = 2_000
export const MAX_ERROR_STACK = 10_000

/** An error of the window that nothing handled, as it is sent to main's log. */
export interface ErrorReport {
  readonly source: (typeof ERROR_SOURCES)[number]
  readonly message: string
  /** Null where the engine provides none. */
  readonly stack: string | null
}
