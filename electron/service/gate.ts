import type { Clock } from './retry.ts'
import type { Turn } from './types.ts'

/** Requests that are under way at the same time, unless the service asks for fewer. */
export const MOST_IN_FLIGHT = 4
/**
 * So many more are let in past answers that wait for their turn. With these there are six, which is as many connections
 * as Chromium keeps to one service.
 */
const PAST_HELD = 2
/** So many good answers in a row let one more request in. */
const RUN_OF_SUCCESSES = 8

/** A request that was let in; it must be told when it has left. */
export interface Pass {
  /** The service answered well. */
  succeeded(): void
  /** The service had too much to do (429, 503). */
  tooMuch(): void
  /** Its answer has begun, and is not taken before its turn. */
  hold(): void
  /** Its turn has come. */
  goOn(): void
  leave(): void
}

interface Waiting {
  readonly enter: () => void
  readonly turn: Turn | undefined
}

/**
 * What all requests of one connection pass, in the order in which they come: few at a time, fewer when the service
 * has too much to do, none while it asks to be left alone.
 *
 * Answers that wait for their turn count as under way: they keep a connection busy. But what they wait for must not
 * wait for them. So requests whose turn has come, and those that have none, are let in past them.
 */
export class Gate {
  readonly #clock: Clock
  readonly #most: number
  #limit: number
  #inFlight = 0
  /** Of those, answers that wait for their turn. */
  #held = 0
  #successes = 0
  /** Counts the halvings: what was already under way at one of them says nothing about the new limit. */
  #era = 0
  /** Milliseconds since 1970; null: open. */
  #heldUntil: number | null = null
  #alarm: AbortController | null = null
  readonly #waiting: Waiting[] = []

  constructor(clock: Clock, most = MOST_IN_FLIGHT) {
    this.#clock = clock
    this.#most = most
    this.#limit = most
  }

  /** Lets nobody in before that time (milliseconds since 1970). An earlier end than one set before changes nothing. */
  holdUntil(time: number): void {
    if (time <= this.#clock.now() || time <= (this.#heldUntil ?? 0)) return
    this.#heldUntil = time
    if (this.#alarm !== null) this.#setAlarm()
  }

  /** Waits until it is let in. Rejects with the signal's reason when that is aborted first. */
  async enter(signal: AbortSignal | undefined, turn?: Turn): Promise<Pass> {
    signal?.throwIfAborted()
    if (this.#waiting.length > 0 || !this.#isOpen(turn)) await this.#wait(signal, turn)
    else this.#inFlight += 1
    return this.#pass()
  }

  #isOpen(turn: Turn | undefined): boolean {
    if (this.#heldUntil !== null && this.#heldUntil <= this.#clock.now()) this.#heldUntil = null
    if (this.#heldUntil !== null) return false
    if (this.#inFlight < this.#limit) return true
    const isNext = turn === undefined || turn.hasCome
    return isNext && this.#inFlight - this.#held < this.#limit && this.#inFlight < this.#most + PAST_HELD
  }

  #wait(signal: AbortSignal | undefined, turn: Turn | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        // With nobody left to wake, a timer would only keep the process from ending.
        if (this.#waiting.length === 0) this.#stopAlarm()
        reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'))
      }
      const waiting: Waiting = {
        enter: () => {
          signal?.removeEventListener('abort', giveUp)
          this.#inFlight += 1
          resolve()
        },
        turn,
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(waiting)
      void turn?.come.then(() => {
        this.#letIn()
      })
      this.#letIn()
    })
  }

  #letIn(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ turn }) => this.#isOpen(turn))
      if (at === -1) break
      this.#waiting.splice(at, 1)[0]?.enter()
    }
    if (this.#waiting.length > 0 && this.#heldUntil !== null) {
      if (this.#alarm === null) this.#setAlarm()
    } else this.#stopAlarm()
  }

  #setAlarm(): void {
    this.#stopAlarm()
    const until = this.#heldUntil ?? 0
    const alarm = new AbortController()
    this.#alarm = alarm
    this.#clock.sleep(Math.max(0, until - this.#clock.now()), alarm.signal).then(
      () => {
        if (this.#alarm !== alarm) return
        this.#alarm = null
        // Timers may be early by a millisecond; what was slept is what was asked for.
        this.#heldUntil = null
        this.#letIn()
      },
      () => undefined,
    )
  }

  #stopAlarm(): void {
    this.#alarm?.abort()
    this.#alarm = null
  }

  #pass(): Pass {
    const era = this.#era
    let inside = true
    let held = false
    const hold = (whether: boolean): void => {
      if (held === whether) return
      held = whether
      this.#held += whether ? 1 : -1
    }
    return {
      succeeded: () => {
        if (era !== this.#era || this.#limit === this.#most) return
        this.#successes += 1
        if (this.#successes < RUN_OF_SUCCESSES) return
        this.#successes = 0
        this.#limit += 1
      },
      tooMuch: () => {
        this.#successes = 0
        if (era !== this.#era) return
        this.#era += 1
        this.#limit = Math.max(1, Math.floor(this.#limit / 2))
      },
      hold: () => {
        hold(true)
        this.#letIn()
      },
      goOn: () => {
        hold(false)
      },
      leave: () => {
        if (!inside) return
        inside = false
        hold(false)
        this.#inFlight -= 1
        this.#letIn()
      },
    }
  }
}
