import type { LastView } from '../../electron/contract/preferences.ts'

/** A visited view. */
export type Visit = Pick<LastView, 'campaignId' | 'tab'>

const MAX_VISITS = 100

/** The history of views of the current connection, for going back and forward. */
export class Visits {
  #list = $state.raw<readonly Visit[]>([])
  #at = $state(-1)

  readonly canGoBack = $derived(this.#at > 0)
  readonly canGoForward = $derived(this.#at < this.#list.length - 1)

  /** Resets the history for another connection. */
  reset(visit: Visit): void {
    this.#list = [visit]
    this.#at = 0
  }

  /** Adds a visited view; views ahead of it are removed. */
  add(visit: Visit): void {
    const now = this.#list[this.#at]
    if (now?.campaignId === visit.campaignId && now.tab === visit.tab) return
    this.#list = [...this.#list.slice(0, this.#at + 1), visit].slice(-MAX_VISITS)
    this.#at = this.#list.length - 1
  }

  /** Moves by -1 or 1. Returns null at the ends. */
  step(by: -1 | 1): Visit | null {
    const visit = this.#list[this.#at + by]
    if (visit === undefined) return null
    this.#at += by
    return visit
  }
}
