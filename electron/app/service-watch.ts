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

/** The checks of a watched service. */
interface WatchedService {
  /** Number of checks since it was last reached. */
  failedChecks: number
  cancelCheck: () => void
}

/**
 * Tracks whether the services can be reached, by the outcome of every request. The connections in windows are
 * also checked: when a window opens them, when a window gets the focus, when the network changes, whenever
 * their service was not used for five minutes, and after growing pauses while the service cannot be reached.
 */
export class ServiceWatch {
  readonly #options: ServiceWatchOptions
  readonly #statuses = new Map<string, ServiceStatus>()
  readonly #lastUse = new Map<string, number>()
  readonly #watched = new Map<string, WatchedService>()

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
    const watched = this.#watched.get(connectionId)
    if (watched === undefined) return
    if (reached) {
      watched.failedChecks = 0
      this.#checkIn(connectionId, RECENT_USE_MS)
    } else if (previous.state !== 'unreachable') this.#checkIn(connectionId, RECHECK_MS[0])
  }

  /** Watches these connections and no others. */
  watch(connectionIds: readonly string[]): void {
    for (const id of this.#watched.keys()) if (!connectionIds.includes(id)) this.#unwatch(id)
    for (const id of connectionIds) {
      if (this.#watched.has(id)) continue
      this.#watched.set(id, { failedChecks: 0, cancelCheck: () => undefined })
      const age = this.#timeSinceUse(id)
      const isRecent = this.statusOf(id).state === 'reachable' && age < RECENT_USE_MS
      this.#checkIn(id, isRecent ? RECENT_USE_MS - age : FIRST_CHECK_MS)
    }
  }

  /** Checks the watched services that were not used recently, after a window has received the focus. */
  refresh(): void {
    for (const id of this.#watched.keys()) {
      const { state } = this.statusOf(id)
      // In the state `unknown`, a check is already planned.
      if (state === 'unknown') continue
      if (state === 'reachable' && this.#timeSinceUse(id) < RECENT_USE_MS) continue
      this.#checkNow(id)
    }
  }

  /** Checks the watched services after a change that makes the last outcomes doubtful, as of the network. */
  checkNow(): void {
    for (const id of this.#watched.keys()) this.#checkNow(id)
  }

  forget(connectionId: string): void {
    this.#unwatch(connectionId)
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

  #unwatch(connectionId: string): void {
    this.#watched.get(connectionId)?.cancelCheck()
    this.#watched.delete(connectionId)
  }

  #checkNow(connectionId: string): void {
    const watched = this.#watched.get(connectionId)
    if (watched !== undefined) watched.failedChecks = 0
    this.#checkIn(connectionId, 0)
  }

  #checkIn(connectionId: string, milliseconds: number): void {
    const watched = this.#watched.get(connectionId)
    if (watched === undefined) return
    watched.cancelCheck()
    const schedule = this.#options.schedule ?? callLater
    watched.cancelCheck = schedule(milliseconds, () => {
      watched.cancelCheck = () => undefined
      void this.#check(connectionId, watched)
    })
  }

  async #check(connectionId: string, watched: WatchedService): Promise<void> {
    // Replaced by the outcome of the check. Without a network or a key, nothing is requested.
    this.#checkIn(connectionId, RECENT_USE_MS)
    if (this.#options.isOnline()) await this.#options.check(connectionId)
    if (this.#watched.get(connectionId) !== watched || this.statusOf(connectionId).state !== 'unreachable')
      return
    const pause = RECHECK_MS[Math.min(watched.failedChecks, RECHECK_MS.length - 1)] ?? RECHECK_MS[0]
    watched.failedChecks += 1
    this.#checkIn(connectionId, pause)
  }
}
