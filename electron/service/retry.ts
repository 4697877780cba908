import { setTimeout as wait } from 'node:timers/promises'
import type { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'

/** Attempts of a request, the first one included. */
export const DEFAULT_ATTEMPTS = 4
/** The longest pause before another attempt, and the total of the pauses for a list that keeps changing. */
export const DEFAULT_MAX_WAIT_MS = 60_000

/** Time and chance, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 up to, not including, 1. */
  random(): number
  /** Rejects when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal === undefined ? {} : { signal })
  },
}

/** How long the service asks to be left alone, in milliseconds; null when it does not say or not in form (RFC 9110). */
export function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d+$/u.test(text)) return Number(text) * 1_000
  // An HTTP date; what `Date` would take beside that form (a negative number, say) is no date here.
  const time = /^[a-z]{3,9},? .+ GMT$|^[a-z]{3} [a-z]{3} .+\d{4}$/iu.test(text)
    ? Date.parse(text)
    : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, time - now)
}

/** Exponential, halved at most by chance, so that many clients do not come back at the same moment. */
export function backoffMs(attempt: number, baseMs: number, longestMs: number, random: number): number {
  return Math.round(Math.min(longestMs, baseMs * 2 ** (attempt - 1)) * (0.5 + random / 2))
}

/** Faults that a second try may mend; certificates, keys and sign-in pages stay as they are. */
const WORTH_RETRYING: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'serviceTooMany',
  'serviceFailed',
])

export function isWorthRetrying(error: AppError): boolean {
  // Some faults of a proxy pass, such as a restart; a refusal does not.
  return WORTH_RETRYING.has(error.code) || (error.code === 'proxyFailed' && error.retryable)
}
