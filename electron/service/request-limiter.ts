import type { Clock } from './retry.ts'
import type { ReadPermit } from './types.ts'

/** Concurrent requests, unless the service allows fewer. */
export const MAX_CONCURRENT_REQUESTS = 4
/**
 * Additional slots while responses wait for their read permit. Together there are six, the number of
 * connections that Chromium keeps to one host.
 */
const EXTRA_SLOTS = 2
const SUCCESSES_BEFORE_GROWTH = 8

/** The slot of an active request, which must be released. */
export interface RequestSlot {
  reportSuccess(): void
  /** Reports that the service is overloaded (429, 503). */
  reportOverload(): void
  /** Marks the response as waiting for its read permit. */
  startWaiting(): void
  /** Marks the read permit as granted. */
  stopWaiting(): void
  release(): void
}

interface PendingRequest {
  readonly start: () => void
  readonly readPermit: ReadPermit | undefined
}

/**
 * Limits the concurrent requests of one connection, in their order: fewer after overload, none during a pause
 * that the service requested, unless it exceeds the limit of pauses (`sendWithRetries`).
 *
 * Responses that wait for their read permit keep a slot, because they keep a connection busy. To avoid a
 * deadlock, requests that do not wait for a permit may use the extra slots.
 */
export class RequestLimiter {
  readonly #clock: Clock
  readonly #max: number
  #limit: number
  #active = 0
  /** Active requests whose responses wait for their read permit. */
  #waitingForPermit = 0
  #successes = 0
  /** Number of times the limit was halved; outcomes of requests from before the last time do not count. */
  #halvings = 0
  /** Milliseconds since 1970; null if not paused. */
  #pausedUntil: number | null = null
  #pauseTimer: AbortController | null = null
  readonly #pending: PendingRequest[] = []

  constructor(clock: Clock, max = MAX_CONCURRENT_REQUESTS) {
    this.#clock = clock
    this.#max = max
    this.#limit = max
  }

  /** Starts no request before a time in milliseconds since 1970; the latest of several times applies. */
  pauseUntil(time: number): void {
    if (time <= this.#clock.now() || time <= (this.#pausedUntil ?? 0)) return
    this.#pausedUntil = time
    if (this.#pauseTimer !== null) this.#setPauseTimer()
  }

  /**
   * Resolves with a slot. Rejects with the signal's reason if that is aborted first.
   * @param isUrgent before all requests that wait
   */
  async acquire(
    signal: AbortSignal | undefined,
    permit?: ReadPermit,
    isUrgent = false,
  ): Promise<RequestSlot> {
    signal?.throwIfAborted()
    if (this.#pending.length > 0 || !this.#isOpen(permit)) await this.#wait(signal, permit, isUrgent)
    else this.#active += 1
    return this.#createSlot()
  }

  #isOpen(permit: ReadPermit | undefined): boolean {
    if (this.#pausedUntil !== null && this.#pausedUntil <= this.#clock.now()) this.#pausedUntil = null
    if (this.#pausedUntil !== null) return false
    if (this.#active < this.#limit) return true
    const isReadable = permit === undefined || permit.isGranted
    return (
      isReadable &&
      this.#active - this.#waitingForPermit < this.#limit &&
      this.#active < this.#max + EXTRA_SLOTS
    )
  }

  #wait(
    signal: AbortSignal | undefined,
    readPermit: ReadPermit | undefined,
    isUrgent: boolean,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#pending.splice(this.#pending.indexOf(pending), 1)
        // An unused timer would keep the process alive.
        if (this.#pending.length === 0) this.#stopPauseTimer()
        reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'))
      }
      const pending: PendingRequest = {
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          this.#active += 1
          resolve()
        },
        readPermit,
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      if (isUrgent) this.#pending.unshift(pending)
      else this.#pending.push(pending)
      void readPermit?.granted.then(() => this.#startPending())
      this.#startPending()
    })
  }

  #startPending(): void {
    for (;;) {
      const index = this.#pending.findIndex(({ readPermit }) => this.#isOpen(readPermit))
      if (index === -1) break
      this.#pending.splice(index, 1)[0]?.start()
    }
    if (this.#pending.length > 0 && this.#pausedUntil !== null) {
      if (this.#pauseTimer === null) this.#setPauseTimer()
    } else this.#stopPauseTimer()
  }

  #setPauseTimer(): void {
    this.#stopPauseTimer()
    const until = this.#pausedUntil ?? 0
    const timer = new AbortController()
    this.#pauseTimer = timer
    this.#clock.sleep(Math.max(0, until - this.#clock.now()), timer.signal).then(
      () => {
        if (this.#pauseTimer !== timer) return
        this.#pauseTimer = null
        // Timers may fire a millisecond early.
        this.#pausedUntil = null
        this.#startPending()
      },
      () => undefined,
    )
  }

  #stopPauseTimer(): void {
    this.#pauseTimer?.abort()
    this.#pauseTimer = null
  }

  #createSlot(): RequestSlot {
    const halvings = this.#halvings
    let isReleased = false
    let isWaiting = false
    const setWaiting = (value: boolean): void => {
      if (isWaiting === value) return
      isWaiting = value
      this.#waitingForPermit += value ? 1 : -1
    }
    return {
      reportSuccess: () => {
        if (halvings !== this.#halvings || this.#limit === this.#max) return
        this.#successes += 1
        if (this.#successes < SUCCESSES_BEFORE_GROWTH) return
        this.#successes = 0
        this.#limit += 1
      },
      reportOverload: () => {
        this.#successes = 0
        if (halvings !== this.#halvings) return
        this.#halvings += 1
        this.#limit = Math.max(1, Math.floor(this.#limit / 2))
      },
      startWaiting: () => {
        setWaiting(true)
        this.#startPending()
      },
      stopWaiting: () => setWaiting(false),
      release: () => {
        if (isReleased) return
        isReleased = true
        setWaiting(false)
        this.#active -= 1
        this.#startPending()
      },
    }
  }
}
