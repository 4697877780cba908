import type { LastView } from '../../electron/contract/preferences.ts'

/** A view that was looked at. */
export type Visit = Pick<LastView, 'campaignId' | 'tab'>

const MAX_VISITS = 100

/** Where the person was in the current connection, for going back and forward. */
export class Visits {
  #list = $state.raw<readonly Visit[]>([])
  #at = $state(-1)

  readonly canGoBack = $derived(this.#at > 0)
  readonly canGoForward = $derived(this.#at < this.#list.length - 1)

  /** Begins anew, in another connection. */
  reset(visit: Visit): void {
    this.#list = [visit]
    this.#at = 0
  }

  /** Notes a view that was gone to; what was ahead is forgotten. */
  note(visit: Visit): void {
    const now = this.#list[this.#at]
    if (now?.campaignId === visit.campaignId && now.tab === visit.tab) return
    this.#list = [...this.#list.slice(0, this.#at + 1), visit].slice(-MAX_VISITS)
    this.#at = this.#list.length - 1
  }

  /** Steps by -1 or 1; null when there is nothing there. */
  step(by: -1 | 1): Visit | null {
    const visit = this.#list[this.#at + by]
    if (visit === undefined) return null
    this.#at += by
    return visit
  }
}
