import { untrack } from 'svelte'
import type { ReviewProgress } from '../../electron/contract/review.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'

/** Marks that come quickly one after the other are counted once, in milliseconds. */
const REST = 80

interface Counted {
  readonly connectionId: string
  /** Null: all campaigns. */
  readonly campaignId: string | null
  readonly resultId: number
}

/** How far the list that is shown has been reviewed. */
export class ReviewProgressModel {
  readonly #what: () => Counted | null
  readonly #latest = new Latest()

  now = $state.raw<ReviewProgress | null>(null)

  /** @param what what is to be counted, read as state; null: nothing. */
  constructor(what: () => Counted | null) {
    this.#what = what
  }

  /** Counts, and counts anew whenever something has changed; for an effect, which ends it. */
  follow(): () => void {
    const what = this.#what()
    if (what === null) this.now = null
    else {
      const wait = untrack(() => this.now) === null ? 0 : REST
      this.#latest.after(wait, (isLatest) => this.#count(what, isLatest))
    }
    return this.#latest.cancel
  }

  async #count(what: Counted, isLatest: () => boolean): Promise<void> {
    // What cannot be counted now is not said; the next change counts anew.
    const progress = await api.call('reviews.progress', { ...what }).catch(() => null)
    if (isLatest()) this.now = progress
  }
}
