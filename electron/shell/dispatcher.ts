import * as v from 'valibot'
import { AppError, toFault } from '../contract/app-error.ts'
import { clipValues } from '../contract/clip-text.ts'
import type { Result } from '../contract/faults.ts'
import { API, type ApiInput, type ApiName, type ApiOutput } from '../contract/api.ts'
import { isTrusted, type Caller } from './caller.ts'

/** One function for each call of the contract. */
export type Handlers = {
  readonly [Name in ApiName]: (input: ApiInput<Name>) => Promise<ApiOutput<Name>> | ApiOutput<Name>
}

export type Dispatch = (caller: Caller, name: unknown, input: unknown) => Promise<Result<unknown>>

function isApiName(name: unknown): name is ApiName {
  return typeof name === 'string' && Object.hasOwn(API, name)
}

/** Returns the paths of invalid values, without the values, which may be secret. */
function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${v.getDotPath(issue) ?? 'input'}: expected ${issue.expected ?? 'another value'}`)
    .join('; ')
}

/** Calls whose results contain long texts in full. */
const WHOLE_TEXTS: ReadonlySet<ApiName> = new Set<ApiName>([
  'texts.read',
  'app.licenses',
  'diagnostics.collect',
])

/**
 * Creates the dispatcher of all calls from the window. It checks sender, main frame, origin, name and schema,
 * runs the handler and clips long values in the result or error. Errors are returned as data; untrusted
 * callers only ever get `denied`.
 * @param onUnexpected logs an error that is not an `AppError` and returns the id of the entry.
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
      // The input has just been validated with the schema of this handler.
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
        error: clipValues(toFault(error, error instanceof AppError ? undefined : onUnexpected(error, name))),
      }
    }
  }
}
