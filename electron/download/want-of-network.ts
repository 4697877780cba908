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
export function mayBeForWantOfNetwork({ code }: Fault): boolean {
  return SIGNS.has(code)
}

/** Milliseconds until the next attempt when the system saw no change of the network: longer each time in a row. */
export function waitForNetworkMs(timesBefore: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** timesBefore)
}
