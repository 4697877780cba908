import type { Fault, FaultCode } from '../contract/faults.ts'

/** What a request may end with when the network goes away under it. */
const SIGNS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'proxyFailed',
])

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 300_000

/** Whether a failure may be owed to a missing network. */
export function isConnectivityError({ code }: Fault): boolean {
  return SIGNS.has(code)
}

/** Waits in a row without a new item, together about eight minutes, before a download fails. */
export const MAX_WAITS_FOR_SERVICE = 5

/** Returns whether a service that has answered before is likely to answer again soon, as after a restart. */
export function isOutage({ code, retryable }: Fault): boolean {
  return retryable && (SIGNS.has(code) || code === 'serviceFailed')
}

/** Returns the milliseconds until the next attempt: longer each time in a row. */
export function pauseMs(timesBefore: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** timesBefore)
}
