import type { FaultCode } from '../contract/faults.ts'

/** Called at the end of each request with whether the service was reached, and when that began to be so. */
export type OnReach = (reached: boolean, since: number) => void

/** Faults that say that the service was not reached. */
const UNREACHED: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'tls',
  'proxyFailed',
  'clientCertificate',
  'captivePortal',
])
/** Responses of a gateway that could not reach the service behind it, or of a service that is being restarted. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504])

/** Returns whether the outcome of a request says that the service was reached; null where it says nothing. */
export function wasReached(code: FaultCode, status: number | null): boolean | null {
  if (code === 'cancelled') return null
  if (status !== null && GATEWAY_STATUSES.has(status)) return false
  return !UNREACHED.has(code)
}
