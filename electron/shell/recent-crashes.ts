/** Crashes within this number of milliseconds have one cause. */
const CRASH_PERIOD_MS = 60_000

/** Counts the latest crashes of the window. */
export class RecentCrashes {
  readonly #now: () => number
  #times: readonly number[] = []

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Number of crashes within the last minute. */
  get count(): number {
    const now = this.#now()
    this.#times = this.#times.filter((at) => now - at < CRASH_PERIOD_MS)
    return this.#times.length
  }

  /** Records a crash. */
  add(): void {
    this.#times = [...this.#times, this.#now()]
  }

  /**
   * Returns what the window restores: after two crashes another tab, because the last one may be the cause.
   */
  restoredView<View extends { readonly tab: string }>(
    lastView: View,
  ): View | (View & { readonly tab: 'items' }) {
    return this.count < 2 ? lastView : { ...lastView, tab: 'items' }
  }
}
