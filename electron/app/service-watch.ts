import { UNKNOWN_SERVICE, type ServiceStatus } from '../contract/connection.ts'
import { callLater } from './schedule.ts'

/** Pauses between checks of a service that cannot be reached. */
const RECHECK_MS = [15_000, 30_000, 60_000, 120_000, 300_000] as const
/** Delay of the check of an opened connection, unless it is used meanwhile. */
const FIRST_CHECK_MS = 2_000
/** A reachable service is checked when it was not used for this time, and not before. */
const RECENT_USE_MS = 300_000

export interface ServiceWatchOptions {
  /**
   * Sends one small request to the service of a connection, whose outcome is then passed to `record`. Never
   * rejects.
   */
  readonly check: (connectionId: string) => Promise<void>
  /** Returns whether the computer has a network. */
  readonly isOnline: () => boolean
  readonly onChange: (connectionId: string, status: ServiceStatus) => void
  /** Milliseconds since 1970; the system's clock if left out. */
  readonly now?: () => number
  /** See `callLater`, the default. */
  readonly schedule?: (milliseconds: number, call: () => void) => () => void
}

/**
 * Tracks whether the services can be reached, by the outcome of every request. The connection in the window
 * is also checked: when it opens, when the window gets the focus, when the network changes, whenever its
 * service was not used for five minutes, and after growing pauses while the service cannot be reached.
 */
export class ServiceWatch {
  readonly #options: ServiceWatchOptions
  readonly #statuses = new Map<string, ServiceStatus>()
  readonly #lastUse = new Map<string, number>()
  #current: string | null = null
  #checks = 0
  #cancelCheck: () => void = () => undefined

  constructor(options: ServiceWatchOptions) {
    this.#options = options
  }

  statusOf(connectionId: string): ServiceStatus {
    return this.#statuses.get(connectionId) ?? UNKNOWN_SERVICE
  }

  /**
   * Records the outcome of a request.
   * @param since when the service became unreachable, in milliseconds since 1970
   */
  record(connectionId: string, reached: boolean, since: number): void {
    const previous = this.statusOf(connectionId)
    this.#lastUse.set(connectionId, this.#now())
    const status: ServiceStatus = reached
      ? { state: 'reachable', since: null }
      : { state: 'unreachable', since: previous.since ?? since }
    this.#statuses.set(connectionId, status)
    if (status.state !== previous.state) this.#options.onChange(connectionId, status)
    if (connectionId !== this.#current) return
    if (reached) {
      this.#checks = 0
      this.#checkIn(RECENT_USE_MS)
    } else if (previous.state !== 'unreachable') this.#checkIn(RECHECK_MS[0])
  }

  /** Watches this connection instead of the previous one; null: none, as for the sample. */
  watch(connectionId: string | null): void {
    this.#cancelCheck()
    this.#current = connectionId
    this.#checks = 0
    if (connectionId === null) return
    this.#options.onChange(connectionId, this.statusOf(connectionId))
    const age = this.#timeSinceUse(connectionId)
    const isRecent = this.statusOf(connectionId).state === 'reachable' && age < RECENT_USE_MS
    this.#checkIn(isRecent ? RECENT_USE_MS - age : FIRST_CHECK_MS)
  }

  /** Checks the watched service unless it was used recently, after the window has received the focus. */
  refresh(): void {
    if (this.#current === null) return
    const { state } = this.statusOf(this.#current)
    // In the state `unknown`, a check is already planned.
    if (state === 'unknown') return
    if (state === 'reachable' && this.#timeSinceUse(this.#current) < RECENT_USE_MS) return
    this.checkNow()
  }

  /** Checks the watched service after a change that makes the last outcome doubtful, as of the network. */
  checkNow(): void {
    if (this.#current === null) return
    this.#checks = 0
    this.#checkIn(0)
  }

  forget(connectionId: string): void {
    if (this.#current === connectionId) this.watch(null)
    this.#statuses.delete(connectionId)
    this.#lastUse.delete(connectionId)
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now()
  }

  /** Milliseconds; not negative if the clock was set back. */
  #timeSinceUse(connectionId: string): number {
    return Math.max(0, this.#now() - (this.#lastUse.get(connectionId) ?? -Infinity))
  }

  #checkIn(milliseconds: number): void {
    this.#cancelCheck()
    const schedule = this.#options.schedule ?? callLater
    this.#cancelCheck = schedule(milliseconds, () => {
      this.#cancelCheck = () => undefined
      void this.#check()
    })
  }

  async #check(): Promise<void> {
    const id = this.#current
    if (id === null) return
    // Replaced by the outcome of the check. Without a network or a key, nothing is requested.
    this.#checkIn(RECENT_USE_MS)
    if (this.#options.isOnline()) await this.#options.check(id)
    if (id !== this.#current || this.statusOf(id).state !== 'unreachable') return
    const pause = RECHECK_MS[Math.min(this.#checks, RECHECK_MS.length - 1)] ?? RECHECK_MS[0]
    this.#checks += 1
    this.#checkIn(pause)
  }
}
