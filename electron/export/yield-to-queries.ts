import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/** It may stand still so much longer than it has worked: of all time it has a tenth, whatever is asked of the store. */
const STANDING_FOR_WORK = 9
/** Longest that it stands still for one answer, in milliseconds. */
const LONGEST_MS = 1_000
/** Questions come one behind the other: it goes on when none has come for so long, in milliseconds. */
const QUIET_MS = 4
/** A cancellation is noticed within so many milliseconds. */
const LOOK_EVERY_MS = 20

/**
 * Lets what a person waits for go first. An export has a core of the processor to itself, and its compression another one;
 * a search would have to share them. At each of its blocks it stands still instead while the store owes an answer.
 */
export class GivingWay {
  readonly #asked: Int32Array<SharedArrayBuffer>
  readonly #isCancelled: () => boolean
  /** Milliseconds that it may stand still. */
  #left = LONGEST_MS
  #since = performance.now()

  /** @param precedence `PRECEDENCE` of the process. */
  constructor(precedence: SharedArrayBuffer, isCancelled: () => boolean) {
    this.#asked = new Int32Array(precedence)
    this.#isCancelled = isCancelled
  }

  /** To be called every few milliseconds of work; blocks the thread. */
  here(): void {
    if (Atomics.load(this.#asked, 0) === 0) return
    const start = performance.now()
    this.#left = Math.min(LONGEST_MS, this.#left + (start - this.#since) * STANDING_FOR_WORK)
    this.#standUntil(start + this.#left)
    this.#since = performance.now()
    this.#left -= this.#since - start
  }

  #standUntil(end: number): void {
    for (;;) {
      const left = end - performance.now()
      if (left <= 0 || this.#isCancelled()) return
      const asked = Atomics.load(this.#asked, 0)
      const longest = Math.min(left, asked === 0 ? QUIET_MS : LOOK_EVERY_MS)
      if (Atomics.wait(this.#asked, 0, asked, longest) === 'timed-out' && asked === 0) return
    }
  }
}

/**
 * Lets all other threads run before the calling one, for good. Only Linux has priorities of single threads (setpriority(2),
 * "C library/kernel differences"); elsewhere, and where it is not allowed, nothing changes.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    // Who has asked for less than that keeps it.
    setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // It then has its share like every other.
  }
}
