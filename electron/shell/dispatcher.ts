import * as v from 'valibot'
import { API, type ApiInput, type ApiOutput } from '../contract/api.ts'
import { AppError, toFault } from '../contract/app-error.ts'
import { clipValues } from '../contract/clip-text.ts'
import type { Result } from '../contract/faults.ts'
import { API_NAMES, type ApiName } from '../contract/names.ts'
import { APP_ORIGIN } from '../contract/channels.ts'

/** One function for each call of the contract. */
export type Handlers = {
  readonly [Name in ApiName]: (input: ApiInput<Name>) => Promise<ApiOutput<Name>> | ApiOutput<Name>
}

/** Where a message came from, as far as it matters for trusting it. */
export interface Caller {
  /** Whether the message came out of a window that this application opened. */
  readonly isOwnWindow: boolean
  readonly isMainFrame: boolean
  /** Origin of the frame; null when the frame is gone. */
  readonly origin: string | null
}

export type Dispatch = (caller: Caller, name: unknown, input: unknown) => Promise<Result<unknown>>

/** Whether a message came out of the page of a window of ours. */
export function isTrusted(caller: Caller): boolean {
  return caller.isOwnWindow && caller.isMainFrame && caller.origin === APP_ORIGIN
}

function isApiName(name: unknown): name is ApiName {
  return typeof name === 'string' && (API_NAMES as readonly string[]).includes(name)
}

/** The names of what was out of schema, without the values: they may be secret. */
function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${v.getDotPath(issue) ?? 'input'}: expected ${issue.expected ?? 'another value'}`)
    .join('; ')
}

/** Calls that return values of the service in full. */
const WHOLE_TEXTS: ReadonlySet<ApiName> = new Set(['texts.read'])

/**
 * The one gate between the window and main: known sender, main frame, exact origin, known name, schema, handler,
 * result. Long values are clipped in every result. Whatever fails on the way is answered as data; a stranger is told nothing
 * but `denied`.
 * @param onUnexpected writes an error that is not an `AppError` to the log and gives the name of the entry.
 */
export function createDispatcher(
  handlers: Handlers,
  onUnexpected: (error: unknown, name: string) => string,
): Dispatch {
  return async (caller, name, input) => {
    if (!isTrusted(caller) || !isApiName(name)) return { ok: false, error: new AppError('denied').toFault() }
    const parsed = v.safeParse(API[name].input, input)
    if (!parsed.success) {
      const detail = `${name}: ${describeIssues(parsed.issues)}`
      return { ok: false, error: new AppError('badInput', { detail }).toFault() }
    }
    try {
      // The schema of this name has just been applied: the handler of the same name takes exactly that.
      const handler = handlers[name] as (input: unknown) => unknown
      return {
        ok: true,
        value: WHOLE_TEXTS.has(name)
          ? await handler(parsed.output)
          : clipValues(await handler(parsed.output)),
      }
    } catch (error) {
      return {
        ok: false,
        error: toFault(error, error instanceof AppError ? undefined : onUnexpected(error, name)),
      }
    }
  }
}
