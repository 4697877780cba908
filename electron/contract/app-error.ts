import type { Fault, FaultCode } from './faults.ts'
import { faultMessage, type FaultParams } from './strings/faults.ts'

/** Codes whose cause may pass by itself. */
const RETRYABLE: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'captivePortal',
  'serviceTooMany',
  'serviceFailed',
  'cacheBusy',
  'cacheUnavailable',
])

export interface AppErrorOptions {
  readonly cause?: unknown
  /** For a report; see {@link Fault.detail}. */
  readonly detail?: string
  /** Fills the places in the sentence of the code. */
  readonly params?: FaultParams
  readonly retryable?: boolean
}

/** The one error class inside a process. At a border it becomes a {@link Fault} by {@link toFault}. */
export class AppError extends Error {
  readonly code: FaultCode
  readonly detail: string | undefined
  readonly retryable: boolean
  readonly #params: FaultParams

  constructor(code: FaultCode, options: AppErrorOptions = {}) {
    super(faultMessage(code, options.params), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.detail = options.detail
    this.#params = options.params ?? {}
    this.retryable = options.retryable ?? RETRYABLE.has(code)
  }

  toFault(): Fault {
    return {
      code: this.code,
      message: this.message,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      retryable: this.retryable,
    }
  }

  /** The same error, said of a connection that is only being made: nothing was downloaded with it yet. */
  ofNewConnection(): AppError {
    return this.as(this.code, { newConnection: true })
  }

  /** The same error under another code, or said of something else. */
  as(code: FaultCode, params: FaultParams = {}): AppError {
    return new AppError(code, {
      cause: this.cause,
      params: { ...this.#params, ...params },
      retryable: this.retryable,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
    })
  }

  /** The error that a fault from the other side of a border stood for. */
  static from(fault: Fault): AppError {
    const error = new AppError(fault.code, {
      retryable: fault.retryable,
      ...(fault.detail === undefined ? {} : { detail: fault.detail }),
    })
    error.message = fault.message
    return error
  }
}

/**
 * Any thrown value as a {@link Fault}. What is not an {@link AppError} becomes `internal`; pass `logId`, the
 * name under which the caller has written the failure to the log, so that the person can quote it.
 */
export function toFault(error: unknown, logId?: string): Fault {
  if (error instanceof AppError) return error.toFault()
  if (error instanceof Error && error.name === 'AbortError') return new AppError('cancelled').toFault()
  return new AppError('internal', { params: { logId: logId ?? 'none' } }).toFault()
}
