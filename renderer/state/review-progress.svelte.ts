import { untrack } from 'svelte'
import type { ReviewProgress } from '../../electron/contract/review.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'

/** Quick successive marks are counted once, after this pause in milliseconds. */
const COUNT_DELAY_MS = 80

interface Counted {
  readonly connectionId: string
  /** Null: all campaigns. */
  readonly campaignId: string | null
  readonly resultId: number
}

/** The progress of the review of the shown list. */
export class ReviewProgressModel {
  readonly #what: () => Counted | null
  readonly #latest = new Latest()

  now = $state.raw<ReviewProgress | null>(null)

  /** @param what returns what is counted, reactively; null: nothing */
  constructor(what: () => Counted | null) {
    this.#what = what
  }

  /** Counts now and after each change, while the calling effect exists. */
  follow(): () => void {
    const what = this.#what()
    if (what === null) this.now = null
    else {
      const wait = untrack(() => this.now) === null ? 0 : COUNT_DELAY_MS
      this.#latest.after(wait, (isLatest) => this.#count(what, isLatest))
    }
    return this.#latest.cancel
  }

  async #count(what: Counted, isLatest: () => boolean): Promise<void> {
    // After a failure there is no progress; the next change counts again.
    const progress = await api.call('reviews.progress', { ...what }).catch(() => null)
    if (isLatest()) this.now = progress
  }
}
