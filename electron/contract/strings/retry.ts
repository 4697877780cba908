import type { FaultCode } from '../faults.ts'
import type { FaultParams } from './faults.ts'

/** Formats a pause for people: `0.4 s`, `12 s`, `1 min 5 s`. */
export function formatWait(milliseconds: number): string {
  if (milliseconds < 950) return `${(Math.max(100, milliseconds) / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds < 60) return `${String(seconds)} s`
  const rest = seconds % 60
  return `${String(Math.floor(seconds / 60))} min${rest === 0 ? '' : ` ${String(rest)} s`}`
}

/** Strings of a pending retry. */
export const RETRY_MESSAGES = {
  attempt: (reason: string, wait: string, attempt: number, attempts: number) =>
    `${reason} Trying again in ${wait} (attempt ${String(attempt)} of ${String(attempts)}).`,
  changingList: (wait: string) => `The list keeps changing while it is read. Trying again in ${wait}.`,
} as const

interface RetryParams extends Pick<FaultParams, 'proxy' | 'reason'> {
  readonly host: string
  /** Null without a response. */
  readonly status: number | null
}

const REASONS: Readonly<Partial<Record<FaultCode, (params: RetryParams) => string>>> = {
  serviceTooMany: ({ host }) => `${host} received too many requests (429).`,
  serviceFailed: ({ host, status }) => `${host} failed${status === null ? '' : ` (${String(status)})`}.`,
  offline: ({ host }) => `${host} cannot be found.`,
  unreachable: ({ host }) => `${host} does not accept connections.`,
  timeout: ({ host }) => `${host} does not respond.`,
  interrupted: ({ host }) => `The connection to ${host} was interrupted.`,
  proxyFailed: ({ proxy, reason = 'cannot be reached' }) =>
    `The proxy${proxy === undefined ? '' : ` ${proxy}`} ${reason}.`,
}

/** Returns the reason for another attempt as one short sentence. */
export function retryReason(code: FaultCode, params: RetryParams): string {
  return REASONS[code]?.(params) ?? `${params.host} cannot be reached.`
}
