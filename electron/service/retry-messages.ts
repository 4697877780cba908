import type { FaultCode } from '../contract/faults.ts'
import { messages } from '../contract/messages.ts'

/** Formats a pause for people: `0.4 s`, `12 s`, `1 min 5 s`. */
export function formatWait(milliseconds: number): string {
  const { wait } = messages.retry
  if (milliseconds < 950) return wait.seconds({ seconds: Math.round(Math.max(100, milliseconds) / 100) / 10 })
  const total = Math.round(milliseconds / 1_000)
  if (total < 60) return wait.seconds({ seconds: total })
  const minutes = Math.floor(total / 60)
  const seconds = total % 60
  return seconds === 0 ? wait.minutes({ minutes }) : wait.minutesAndSeconds({ minutes, seconds })
}

interface RetryContext {
  readonly host: string
  /** Null without a response. */
  readonly status: number | null
  /** What the proxy did, as a clause. */
  readonly reason?: string | undefined
}

/** Codes whose reason names only the host. */
const CODES_OF_HOST = ['serviceTooMany', 'offline', 'timeout', 'interrupted'] as const

/** Returns the reason for another attempt as one short sentence. */
export function retryReason(code: FaultCode, { host, status, reason }: RetryContext): string {
  const { reasons } = messages.retry
  if (code === 'serviceFailed')
    return reasons.serviceFailed({ host, hasStatus: status !== null, status: String(status ?? '') })
  if (code === 'proxyFailed')
    return reasons.proxyFailed({ hasReason: reason !== undefined, reason: reason ?? '' })
  const named = CODES_OF_HOST.find((each) => each === code) ?? 'other'
  return reasons[named]({ host })
}
