import { AppError } from '../contract/app-error.ts'
import type { Fault, FaultCode } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'

/**
 * The reason to stop a download that continues later: it was paused, the network was lost, or the connection
 * closes. Its staged rows are released (`StoreWriter.releaseDownload`) instead of discarded.
 */
export class Suspended extends Error {
  constructor() {
    super('The download was suspended.')
    // For code that only checks for an abort.
    this.name = 'AbortError'
  }
}

/** Faults that a person can fix, after which the download can continue. */
const FIXABLE_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
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
 * Returns whether to keep staged rows (`releaseDownload`) after the signal or an error stopped a download: it
 * was suspended, or the error may pass or can be fixed. A cancellation or an invalid response discards them.
 */
export function shouldKeepStaging(signal: AbortSignal, error: unknown): boolean {
  if (signal.aborted) return signal.reason instanceof Suspended
  return error instanceof AppError && mayPassOrBeFixed(error)
}

function mayPassOrBeFixed({ code, retryable }: Pick<Fault, 'code' | 'retryable'>): boolean {
  return retryable || FIXABLE_FAULTS.has(code)
}

/** Returns whether the staged rows of an ended download were kept for its next run. */
export function hasKeptStaging({ state, error }: Pick<DownloadJob, 'state' | 'error'>): boolean {
  return state === 'failed' && error !== null && mayPassOrBeFixed(error)
}

/** Faults after which another attempt is useless, because the service refuses this campaign. */
const FINAL_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'badInput',
  'serviceForbidden',
  'serviceNotFound',
])

/** Returns whether a later attempt of a failed or incomplete download may succeed. */
export function isResumable({ state, error }: Pick<DownloadJob, 'state' | 'error'>): boolean {
  if (state === 'incomplete') return true
  return state === 'failed' && error !== null && !FINAL_FAULTS.has(error.code)
}
