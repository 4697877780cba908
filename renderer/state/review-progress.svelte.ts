import { untrack } from 'svelte'
import type { ReviewProgress } from '../../electron/contract/review.ts'
import { api } from '../api.ts'
import { firstFrame } from './first-frame.ts'
import { Latest } from './latest.ts'

/** Quick successive marks are counted once, after this pause in milliseconds. */
const COUNT_DELAY_MS = 80

/** A result whose review progress is counted. */
export interface CountedList {
  readonly connectionId: string
  /** Null: all campaigns. */
  readonly campaignId: string | null
  readonly resultId: number
}

/** The progress of the review of the shown list. */
export class ReviewProgressModel {
  readonly #list: () => CountedList | null
  readonly #latest = new Latest()

  progress = $state.raw<ReviewProgress | null>(null)

  /** @param list returns the list to count, reactively; null: none */
  constructor(list: () => CountedList | null) {
    this.#list = list
  }

  /** Counts now and after each change, while the calling effect exists. */
  follow(): () => void {
    const list = this.#list()
    if (list === null) this.progress = null
    else {
      const delayMs = untrack(() => this.progress) === null ? 0 : COUNT_DELAY_MS
      this.#latest.after(delayMs, (isLatest) => this.#count(list, isLatest))
    }
    return this.#latest.cancel
  }

  async #count(list: CountedList, isLatest: () => boolean): Promise<void> {
    await firstFrame()
    // After a failure there is no progress; the next change counts again.
    const progress = await api.call('reviews.progress', { ...list }).catch(() => null)
    if (isLatest()) this.progress = progress
  }
}
