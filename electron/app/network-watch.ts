import type { Network, NetworkState } from '../download/types.ts'

/** Long, because windows request a check when something changes: this one is for when there is no window. */
const CHECK_INTERVAL_MS = 60_000
/**
 * Long, because each check starts a process, on Windows a large one. A little less than two intervals, whose
 * timer may run early by a moment.
 */
const METERED_INTERVAL_MS = 110_000

export interface NetworkOptions {
  readonly isOnline: () => boolean
  readonly isMetered: () => Promise<boolean>
  /** Returns whether to check if the network is metered. */
  readonly needsMetered: () => boolean
}

/**
 * Watches whether the computer is online, for which Chromium has events in windows but not in main, and
 * whether the network is metered.
 */
export class NetworkWatch implements Network {
  readonly #options: NetworkOptions
  readonly #listeners = new Set<() => void>()
  /** The state until the first check, which must wait until Electron is ready. */
  #state: NetworkState = { online: true, metered: false }
  #meteredCheck: Promise<void> | null = null
  #meteredCheckedAt = -Infinity

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  get state(): NetworkState {
    return this.#state
  }

  check(): boolean {
    const online = this.#options.isOnline()
    if (online !== this.#state.online) {
      // It may be another network.
      this.#meteredCheckedAt = -Infinity
      this.#set({ ...this.#state, online })
      this.#refreshIfNeeded()
    }
    return online
  }

  refresh(): Promise<void> {
    if (!this.#state.online || performance.now() - this.#meteredCheckedAt < METERED_INTERVAL_MS)
      return this.#meteredCheck ?? Promise.resolve()
    this.#meteredCheckedAt = performance.now()
    const check = this.#options.isMetered().then((metered) => {
      this.#meteredCheck = null
      if (metered !== this.#state.metered) this.#set({ ...this.#state, metered })
    })
    this.#meteredCheck = check
    return check
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks once a minute as long as the application runs, so that a computer at rest hardly wakes. */
  watch(): void {
    setInterval(() => {
      this.check()
      this.#refreshIfNeeded()
    }, CHECK_INTERVAL_MS).unref()
  }

  #refreshIfNeeded(): void {
    if (this.#options.needsMetered()) void this.refresh()
  }

  #set(state: NetworkState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
