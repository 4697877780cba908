import type { ItemResult, ItemTotals, SelectionRanges } from '../../electron/contract/query.ts'
import { Latest } from './latest.ts'

/** Totals are requested when the selection has not changed for this time, in milliseconds. */
const REQUEST_DELAY_MS = 60
/** Maximum number of ranges in a request (see the contract). */
const MAX_RANGES = 100_000

interface Selection {
  readonly result: ItemResult | null
  readonly ranges: SelectionRanges
  /** Whether it comes from a plain click, for which no totals are shown. */
  readonly transient: boolean
}

/** The totals of the selected rows. */
export class SelectionTotals {
  readonly #requestTotals: (resultId: number, ranges: SelectionRanges) => Promise<ItemTotals>
  readonly #selection: () => Selection
  #loaded = $state.raw<{
    readonly resultId: number
    readonly ranges: SelectionRanges
    readonly totals: ItemTotals
  } | null>(null)
  readonly #latest = new Latest()

  /** The totals of the selection; null while they are unknown. */
  readonly current = $derived.by((): ItemTotals | null => {
    const { result, ranges } = this.#selection()
    const loaded = this.#loaded
    return result !== null && loaded?.resultId === result.resultId && loaded.ranges === ranges
      ? loaded.totals
      : null
  })

  /**
   * @param selection returns the current selection; called in an effect
   * @param requestTotals requests the totals of rows
   */
  constructor(
    selection: () => Selection,
    requestTotals: (resultId: number, ranges: SelectionRanges) => Promise<ItemTotals>,
  ) {
    this.#selection = selection
    this.#requestTotals = requestTotals
  }

  /** Follows the selection while the calling effect exists. */
  follow(): () => void {
    const { result, ranges, transient } = this.#selection()
    const isNeeded = ranges.length > 0 && ranges.length <= MAX_RANGES && !transient
    if (result !== null && isNeeded) {
      this.#latest.after(REQUEST_DELAY_MS, (isLatest) => this.#fetch(result.resultId, ranges, isLatest))
    }
    return this.#latest.cancel
  }

  async #fetch(resultId: number, ranges: SelectionRanges, isLatest: () => boolean): Promise<void> {
    try {
      const totals = await this.#requestTotals(resultId, ranges)
      if (isLatest()) this.#loaded = { resultId, ranges, totals }
    } catch {
      // The result expired; the new one will have its own totals.
    }
  }
}
