import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'

/**
 * Why a running download is stopped when it is to go on later: it was paused, the network went away, or the connection
 * closes. What it has staged is released (`StoreWriter.releaseDownload`) instead of abandoned.
 */
export class Released extends Error {
  constructor() {
    super('The download was stopped to go on later.')
    // For whoever only knows that it was stopped.
    this.name = 'AbortError'
  }
}

/** Faults that a person mends, after which the same download may go on. */
const MENDABLE: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'keyMissing',
  'keyWithheld',
  'serviceUnauthorized',
  'tls',
  'proxyFailed',
  'clientCertificate',
  'diskFull',
  'folderReadOnly',
])

/**
 * Whether what a download has staged is kept for later (`releaseDownload`) after it was stopped by its signal or by
 * this error: it was released, or what stopped it may pass or be mended. After a cancellation, or when the service's
 * answers themselves are to blame, it is abandoned.
 */
export function keepsStaging(signal: AbortSignal, error: unknown): boolean {
  if (signal.aborted) return signal.reason instanceof Released
  return error instanceof AppError && (error.retryable || MENDABLE.has(error.code))
}

/** Faults after which another attempt is of no use: the service does not give this campaign. */
const FINAL: ReadonlySet<FaultCode> = new Set<FaultCode>(['badInput', 'serviceForbidden', 'serviceNotFound'])

/** Whether a download that ended without its result may get it when it is tried again later. */
export function isResumable({ state, error }: Pick<DownloadJob, 'state' | 'error'>): boolean {
  if (state === 'incomplete') return true
  return state === 'failed' && error !== null && !FINAL.has(error.code)
}
