import type { Network, NetworkState } from '../download/types.ts'

const CHECK_INTERVAL_MS = 2_000
/** Long, because each check starts a process, on Windows a large one. */
const METERED_INTERVAL_MS = 120_000

export interface NetworkOptions {
  readonly isOnline: () => boolean
  readonly isMetered: () => Promise<boolean>
  /** Returns whether to check if the network is metered. */
  readonly needsMetered: () => boolean
}

/**
 * Watches whether the computer is online, for which Chromium has no event in main, and whether the network is
 * metered.
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

  /** Checks every few seconds as long as the application runs. */
  watch(): void {
    setInterval(() => this.tick(), CHECK_INTERVAL_MS).unref()
  }

  /** Checks once. */
  tick(): void {
    this.check()
    if (this.#options.needsMetered()) void this.refresh()
  }

  #set(state: NetworkState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
