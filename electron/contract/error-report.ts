import * as v from 'valibot'
import { text, type ReadonlyOutput } from './base-schemas.ts'

/** Sources of unhandled errors in the window. */
export const ERROR_SOURCES = ['error', 'rejection', 'worker'] as const

/** Lengths to which the window clips a report, in UTF-16 code units. */
export const MAX_ERROR_MESSAGE = 2_000
export const MAX_ERROR_STACK = 10_000

export const errorReportSchema = v.strictObject({
  source: v.picklist(ERROR_SOURCES),
  message: text(MAX_ERROR_MESSAGE),
  /** Null if the engine provides none. */
  stack: v.nullable(text(MAX_ERROR_STACK)),
})

/** An unhandled error of the window for main's log. */
export type ErrorReport = ReadonlyOutput<typeof errorReportSchema>

/**
 * Returns a function that returns whether another event is allowed: at most `count` in any period of
 * `periodMs` milliseconds.
 * @param now returns the time in milliseconds from a monotonic clock
 */
export function createRateLimit(count: number, periodMs: number, now: () => number): () => boolean {
  const accepted: number[] = []
  return () => {
    const time = now()
    while (accepted[0] !== undefined && time - accepted[0] >= periodMs) accepted.shift()
    if (accepted.length >= count) return false
    accepted.push(time)
    return true
  }
}
