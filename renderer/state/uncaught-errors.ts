import { AppError } from '../../electron/contract/app-error.ts'
import {
  MAX_ERROR_MESSAGE,
  MAX_ERROR_STACK,
  type ErrorReport,
  createRateLimit,
} from '../../electron/contract/error-report.ts'
import type { FaultCode } from '../../electron/contract/faults.ts'
import { api } from '../api.ts'

/** Maximum number of reports in a minute, so that an error in every frame does not keep main busy. */
const MAX_REPORTS = 10
const REPORTS_PERIOD_MS = 60_000

/** Outcomes that a caller may ignore: someone canceled the call, or a newer one replaced it. */
const EXPECTED_CODES: ReadonlySet<FaultCode> = new Set<FaultCode>(['cancelled', 'superseded', 'shuttingDown'])

/** Chromium reports this if an observer changes sizes again; the next frame handles the rest. */
const RESIZE_OBSERVER_NOTICE = 'ResizeObserver loop'

/** An unhandled error with the id of its entry in the log; null while unknown. */
export interface UncaughtError {
  readonly detail: string
  readonly logId: string | null
}

let mayReport = newLimit()

function newLimit(): () => boolean {
  return createRateLimit(MAX_REPORTS, REPORTS_PERIOD_MS, () => performance.now())
}

/**
 * Reports every unhandled error and rejection of the window to the log of main, and then calls `show`.
 * Returns a function that stops this.
 */
export function reportUncaughtErrors(show: (error: UncaughtError) => void): () => void {
  mayReport = newLimit()
  const report = (source: ErrorReport['source'], error: unknown, message?: string): void => {
    void send(source, error, message).then((logId) => show({ detail: detailOf(error, message), logId }))
  }
  const onError = ({ error, message }: ErrorEvent): void => {
    if (!message.startsWith(RESIZE_OBSERVER_NOTICE)) report('error', error, message)
  }
  const onRejection = ({ reason }: PromiseRejectionEvent): void => {
    if (reason instanceof AppError && EXPECTED_CODES.has(reason.code)) return
    report('rejection', reason)
  }
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/** Reports an error that ended a worker to the log of main. The owner of the worker informs the person. */
export function reportWorkerError(event: ErrorEvent): void {
  const { filename, lineno, colno, message } = event
  const source = filename === '' ? '' : ` (${filename}:${String(lineno)}:${String(colno)})`
  void send('worker', event.error, `${message}${source}`)
}

/** Resolves with the id of the log entry; null if nothing was logged. Never rejects. */
async function send(source: ErrorReport['source'], error: unknown, message?: string): Promise<string | null> {
  if (!mayReport()) return null
  try {
    const stack = error instanceof Error ? (error.stack ?? null) : null
    const { logId } = await api.call('app.reportError', {
      source,
      message: (message ?? messageOf(error)).slice(0, MAX_ERROR_MESSAGE),
      stack: stack?.slice(0, MAX_ERROR_STACK) ?? null,
    })
    return logId
  } catch {
    // Main cannot be reached; the window still shows the error.
    return null
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `not an error: ${typeof error}`
}

function detailOf(error: unknown, message: string | undefined): string {
  const text = error instanceof Error ? (error.stack ?? messageOf(error)) : (message ?? messageOf(error))
  return text.slice(0, MAX_ERROR_MESSAGE)
}
