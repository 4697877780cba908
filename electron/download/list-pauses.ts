import { setTimeout as wait } from 'node:timers/promises'
import { formatWait, RETRY_MESSAGES } from '../contract/strings/retry.ts'
import type { RetryWait } from '../service/types.ts'
import type { Shortcoming } from './judgement.ts'

const FIRST_PAUSE_MS = 1_000

/** How long a list that keeps changing is waited for. */
export interface Patience {
  /** Limit of all pauses of one download together, in milliseconds. */
  readonly maxWaitMs: number
  /** Called before each pause. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined
  /** Rejects when the signal is aborted; a timer if left out. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The pauses of one download, each twice as long as the one before it. */
export interface ListPauses {
  /** Returns true after a pause, or false at once when the limit is reached. Rejects when the signal is aborted. */
  pause(): Promise<boolean>
}

const bySystem = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await wait(milliseconds, undefined, { signal })
}

export function createListPauses(patience: Patience | undefined, signal: AbortSignal): ListPauses {
  let nextMs = FIRST_PAUSE_MS
  let remainingMs = patience?.maxWaitMs ?? 0
  const sleep = patience?.sleep ?? bySystem
  return {
    async pause() {
      const milliseconds = Math.min(nextMs, remainingMs)
      if (milliseconds <= 0) return false
      remainingMs -= milliseconds
      nextMs *= 2
      patience?.onWait?.({ milliseconds, message: RETRY_MESSAGES.changingList(formatWait(milliseconds)) })
      await sleep(milliseconds, signal)
      return true
    },
  }
}

/** Whether a list could not be read in full because it changed meanwhile. */
export function isChanging({ why }: Shortcoming): boolean {
  return why === 'restless' || why === 'countUnsteady'
}
