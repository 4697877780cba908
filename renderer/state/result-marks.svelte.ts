import { untrack } from 'svelte'
import type { Fault } from '../../electron/contract/faults.ts'
import { REVIEW_MARKS, type ReviewMark } from '../../electron/contract/review.ts'
import { api, faultOf } from '../api.ts'
import { Latest } from './latest.ts'
import type { CountedList } from './review-progress.svelte.ts'
import type { ReviewsModel } from './reviews.svelte.ts'

/** Quick successive changes are loaded once, after this pause in milliseconds. */
const LOAD_DELAY_MS = 80

/** A result whose marks are loaded. */
export interface MarkedResult extends CountedList {
  /** Number of rows. */
  readonly count: number
}

/**
 * The marks of all rows of a result, a byte for each, so that the next row without a mark is known at once.
 * Marks that the person sets are included before they are on disk.
 */
export class ResultMarks {
  readonly #result: () => MarkedResult | null
  readonly #reviews: Pick<ReviewsModel, 'isChanging' | 'revision'>
  readonly #latest = new Latest()
  /** Null until they are loaded. */
  #bytes: Uint8Array | null = null
  #resultId: number | null = null
  /** Increases with each change of the bytes. */
  #revision = $state(0)

  /** Why the marks cannot be loaded. */
  fault = $state.raw<Fault | null>(null)

  /** The number of rows with each mark; null until the marks are loaded. */
  readonly counts = $derived.by((): Readonly<Record<ReviewMark, number>> | null => {
    if (this.#revision < 0 || this.#bytes === null) return null
    const counts = [0, 0, 0, 0]
    for (const byte of this.#bytes) counts[byte] = (counts[byte] ?? 0) + 1
    const [, ok = 0, problem = 0, question = 0] = counts
    return { ok, problem, question }
  })

  /** The number of rows with a mark; null until the marks are loaded. */
  readonly reviewed = $derived(
    this.counts === null ? null : this.counts.ok + this.counts.problem + this.counts.question,
  )

  /** @param result returns the result, reactively; null: none */
  constructor(result: () => MarkedResult | null, reviews: Pick<ReviewsModel, 'isChanging' | 'revision'>) {
    this.#result = result
    this.#reviews = reviews
  }

  /** Loads the marks now and after each change, while the calling effect exists. */
  follow(): () => void {
    const result = this.#result()
    const { isChanging, revision } = this.#reviews
    untrack(() => {
      if (this.#resultId !== (result?.resultId ?? null)) this.#replace(null, result?.resultId ?? null)
    })
    // While changes are being saved, the saved marks are older than those of the person.
    if (result !== null && !isChanging && revision >= 0) {
      const delayMs = this.#bytes === null ? 0 : LOAD_DELAY_MS
      this.#latest.after(delayMs, (isLatest) => this.#load(result, isLatest))
    }
    return this.#latest.cancel
  }

  /** Returns the mark of a row, reactively; null without one, and until the marks are loaded. */
  markOf(index: number): ReviewMark | null {
    if (this.#revision < 0) return null
    return REVIEW_MARKS[(this.#bytes?.[index] ?? 0) - 1] ?? null
  }

  /** Sets the mark of a row, which is being saved. */
  set(index: number, mark: ReviewMark | null): void {
    if (this.#bytes === null || index >= this.#bytes.length) return
    this.#bytes[index] = mark === null ? 0 : REVIEW_MARKS.indexOf(mark) + 1
    this.#revision += 1
  }

  /**
   * Returns the index of the next row without a mark after a row, continuing at the start of the result;
   * null if all other rows have one. Until the marks are loaded, it is the next row.
   */
  nextUnreviewed(from: number): number | null {
    const { count = 0 } = this.#result() ?? {}
    if (this.#bytes === null) return from + 1 < count ? from + 1 : null
    const after = this.#bytes.indexOf(0, from + 1)
    if (after >= 0) return after
    const first = this.#bytes.indexOf(0)
    return first >= 0 && first !== from ? first : null
  }

  /** Returns the indexes of the next rows without a mark, reactively, at most `max`. */
  upNext(from: number, max: number): readonly number[] {
    if (this.#revision < 0 || this.#bytes === null) return []
    const indexes: number[] = []
    for (let at: number | null = from; indexes.length < max;) {
      at = this.nextUnreviewed(at)
      if (at === null || at === from || at === indexes[0]) break
      indexes.push(at)
    }
    return indexes
  }

  async #load(result: MarkedResult, isLatest: () => boolean): Promise<void> {
    const { connectionId, campaignId, resultId, count } = result
    try {
      const marks = await api.call('reviews.marks', { connectionId, campaignId, resultId })
      if (!isLatest()) return
      const bytes = new Uint8Array(count)
      bytes.set(marks.subarray(0, count))
      this.fault = null
      this.#replace(bytes, resultId)
    } catch (error) {
      const fault = faultOf(error)
      // The result expired; the list opens it again.
      if (isLatest() && fault.code !== 'notFound') this.fault = fault
    }
  }

  #replace(bytes: Uint8Array | null, resultId: number | null): void {
    this.#bytes = bytes
    this.#resultId = resultId
    this.#revision += 1
  }
}
