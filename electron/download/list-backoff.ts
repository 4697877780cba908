import { messages } from '../contract/messages.ts'
import { formatWait } from '../service/retry-messages.ts'
import { SYSTEM_CLOCK } from '../service/retry.ts'
import type { RetryWait } from '../service/types.ts'
import type { IncompleteReason } from './completeness-check.ts'

const INITIAL_PAUSE_MS = 1_000

/** How long to wait for a list that keeps changing. */
export interface ListRetryPolicy {
  /** Total limit of the pauses of one download, in milliseconds. */
  readonly maxWaitMs: number
  /** Called before each pause. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined
  /** Rejects when the signal is aborted; a timer by default. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Pauses of one download, each twice as long as the previous one. */
export interface ListBackoff {
  /**
   * Returns true after a pause, or false at once when the limit is reached. Rejects when the signal is
   * aborted.
   */
  pause(): Promise<boolean>
}

export function createListBackoff(policy: ListRetryPolicy | undefined, signal: AbortSignal): ListBackoff {
  let nextMs = INITIAL_PAUSE_MS
  let remainingMs = policy?.maxWaitMs ?? 0
  return {
    async pause() {
      const milliseconds = Math.min(nextMs, remainingMs)
      if (milliseconds <= 0) return false
      remainingMs -= milliseconds
      nextMs *= 2
      policy?.onWait?.({
        milliseconds,
        message: messages.retry.changingList({ wait: formatWait(milliseconds) }),
      })
      await (policy?.sleep?.(milliseconds, signal) ?? SYSTEM_CLOCK.sleep(milliseconds, signal))
      return true
    },
  }
}

/** Returns whether a list could not be read in full because it kept changing. */
export function isUnstable({ code }: IncompleteReason): boolean {
  return code === 'unstable' || code === 'countUnsteady'
}
