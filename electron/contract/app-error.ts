import { faultMessage, type FaultParams } from './fault-message.ts'
import type { Fault, FaultCode } from './faults.ts'

/** Codes of temporary failures. */
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
  'updateCheckFailed',
  'updateDownloadFailed',
])

export interface AppErrorOptions {
  readonly cause?: unknown
  /** See {@link Fault.detail}. */
  readonly detail?: string
  /** Parameters of the message. */
  readonly params?: FaultParams
  readonly retryable?: boolean
}

/** The error class within a process. Across processes it becomes a {@link Fault}; see {@link toFault}. */
export class AppError extends Error {
  readonly code: FaultCode
  readonly detail: string | undefined
  readonly retryable: boolean
  /** Parameters of the message. */
  readonly params: FaultParams

  constructor(code: FaultCode, options: AppErrorOptions = {}) {
    super(faultMessage(code, options.params), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.detail = options.detail
    this.params = options.params ?? {}
    this.retryable = options.retryable ?? RETRYABLE.has(code)
  }

  toFault(): Fault {
    return {
      code: this.code,
      message: this.message,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      retryable: this.retryable,
      ...(this.params.proxySignIn === undefined ? {} : { proxySignIn: this.params.proxySignIn }),
      ...(this.params.requestedWait === undefined ? {} : { requestedWait: this.params.requestedWait }),
    }
  }

  /** Returns the error for a connection that is being created, without downloads. */
  ofNewConnection(): AppError {
    return this.as(this.code, { newConnection: true })
  }

  /** Returns the error with a message that mentions no downloads. Messages of other processes stay. */
  withoutDownloads(): AppError {
    const isOwnMessage = this.message === faultMessage(this.code, this.params)
    return isOwnMessage ? this.as(this.code, { withoutDownloads: true }) : this
  }

  /** Returns the error with another code or other parameters. */
  as(code: FaultCode, params: FaultParams = {}): AppError {
    return new AppError(code, {
      cause: this.cause,
      params: { ...this.params, ...params },
      retryable: this.retryable,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
    })
  }

  /** Converts a fault from another process to an error. */
  static from(fault: Fault): AppError {
    const error = new AppError(fault.code, {
      retryable: fault.retryable,
      params: { proxySignIn: fault.proxySignIn, requestedWait: fault.requestedWait },
      ...(fault.detail === undefined ? {} : { detail: fault.detail }),
    })
    error.message = fault.message
    return error
  }
}

/** Creates a `badInput` error with a reason, a clause without a period. */
export function badInput(reason: string): AppError {
  return new AppError('badInput', { params: { reason } })
}

/**
 * Converts any thrown value to a {@link Fault}. Values other than an {@link AppError} become `internal`.
 * @param logId id of the log entry, so that the person can quote it
 */
export function toFault(error: unknown, logId?: string): Fault {
  if (error instanceof AppError) return error.toFault()
  if (error instanceof Error && error.name === 'AbortError') return new AppError('cancelled').toFault()
  return new AppError('internal', { params: { logId: logId ?? 'none' } }).toFault()
}
