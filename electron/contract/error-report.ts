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
