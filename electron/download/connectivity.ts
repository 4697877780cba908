import type { Fault, FaultCode } from '../contract/faults.ts'

/** Errors of a request that loses the network. */
const CONNECTIVITY_CODES: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'proxyFailed',
])

const INITIAL_WAIT_MS = 15_000
const MAX_WAIT_MS = 300_000

/** Returns whether a missing network may be the cause of a failure. */
export function isConnectivityError({ code }: Fault): boolean {
  return CONNECTIVITY_CODES.has(code)
}

/** Consecutive waits without a new item before a download fails; at most about eight minutes in total. */
export const MAX_WAITS_FOR_SERVICE = 5

/**
 * Returns whether a service that has answered before is likely to answer again soon, as after a restart or
 * when its limit of requests has been renewed. It is not if the service requested a long pause.
 */
export function isOutage({ code, retryable, requestedWait }: Fault): boolean {
  if (requestedWait !== undefined) return false
  if (code === 'serviceTooMany') return true
  return retryable && (CONNECTIVITY_CODES.has(code) || code === 'serviceFailed')
}

/** Returns the milliseconds until the next attempt, doubled each time. */
export function outageWaitMs(earlierWaits: number): number {
  return Math.min(MAX_WAIT_MS, INITIAL_WAIT_MS * 2 ** earlierWaits)
}
