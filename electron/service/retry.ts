import { setTimeout as wait } from 'node:timers/promises'
import type { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'

/** Attempts of a request, the first one included. */
export const DEFAULT_ATTEMPTS = 4
/** Longest pause before a retry, and total of the pauses for a list that keeps changing. */
export const DEFAULT_MAX_WAIT_MS = 60_000

/** Time and randomness, replaceable in tests. */
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

/** Parses `Retry-After` (RFC 9110) into milliseconds; null if it is absent or invalid. */
export function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d+$/u.test(text)) return Number(text) * 1_000
  // The obsolete form without a time zone is in GMT, too.
  const date = /^[a-z]{3} [a-z]{3} .+\d{4}$/iu.test(text) ? `${text} GMT` : text
  // `Date` would accept other forms too, such as a negative number.
  const time = /^[a-z]{3,9},? .+ GMT$/iu.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, time - now)
}

/** Returns an exponential delay with random jitter, so that clients do not retry at the same moment. */
export function backoffMs(attempt: number, baseMs: number, maxMs: number, random: number): number {
  return Math.round(Math.min(maxMs, baseMs * 2 ** (attempt - 1)) * (0.5 + random / 2))
}

const RETRYABLE_CODES: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'serviceTooMany',
  'serviceFailed',
])

export function shouldRetry(error: AppError): boolean {
  // A proxy may recover from a restart, but not from a refusal.
  return RETRYABLE_CODES.has(error.code) || (error.code === 'proxyFailed' && error.retryable)
}
