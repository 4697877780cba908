import type { FaultCode } from '../contract/faults.ts'

/** Called at the end of each request with whether the service was reached, and since when. */
export type OnReachability = (reached: boolean, since: number) => void

/** Faults of requests that did not reach the service. */
export const CONNECTIVITY_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'tls',
  'proxyFailed',
  'clientCertificate',
  'captivePortal',
])

/**
 * Responses of a gateway that could not reach the service behind it, or of a service that is being restarted.
 */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504])

/** Returns whether a failed request reached the service; null if unknown. */
export function wasReached(code: FaultCode, status: number | null): boolean | null {
  if (code === 'cancelled') return null
  if (status !== null && GATEWAY_STATUSES.has(status)) return false
  return !CONNECTIVITY_FAULTS.has(code)
}
