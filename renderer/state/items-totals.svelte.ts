import type { ItemResult, ItemTotals, SelectionRanges } from '../../electron/contract/query.ts'
import { isAll } from '../lists/selection.ts'
import { Latest } from './latest.ts'

/** While a selection grows it is added up only when it rests for so long, in milliseconds. */
const REST = 60
/** Ranges of a selection that are added up; the contract takes so many. */
const MAX_RANGES = 100_000

interface Selected {
  readonly result: ItemResult | null
  readonly ranges: SelectionRanges
  /** Made by a plain click, and not worth a word. */
  readonly passing: boolean
}

/** What the selected rows of a list add up to. */
export class SelectionTotals {
  readonly #ask: (resultId: number, ranges: SelectionRanges) => Promise<ItemTotals>
  readonly #selected: () => Selected
  #told = $state.raw<{
    readonly resultId: number
    readonly ranges: SelectionRanges
    readonly sum: number
  } | null>(null)
  readonly #latest = new Latest()

  /** Sum of the quantities; null while or where it is not known. */
  readonly qtySum = $derived.by((): number | null => {
    const { result, ranges } = this.#selected()
    if (result === null || ranges.length === 0) return null
    if (isAll(ranges, result.count)) return result.qtySum
    const told = this.#told
    return told !== null && told.resultId === result.resultId && told.ranges === ranges ? told.sum : null
  })

  /**
   * @param selected what is selected now; read in a reactive place.
   * @param ask adds rows of a result up.
   */
  constructor(
    selected: () => Selected,
    ask: (resultId: number, ranges: SelectionRanges) => Promise<ItemTotals>,
  ) {
    this.#selected = selected
    this.#ask = ask
  }

  /** Follows the selection as long as the effect lives in which it is called. */
  follow(): () => void {
    const { result, ranges, passing } = this.#selected()
    const wanted = ranges.length > 0 && ranges.length <= MAX_RANGES && !passing
    if (result !== null && wanted && !isAll(ranges, result.count)) {
      this.#latest.after(REST, (isLatest) => this.#fetch(result.resultId, ranges, isLatest))
    }
    return this.#latest.cancel
  }

  async #fetch(resultId: number, ranges: SelectionRanges, isLatest: () => boolean): Promise<void> {
    try {
      const { qtySum } = await this.#ask(resultId, ranges)
      if (isLatest()) this.#told = { resultId, ranges, sum: qtySum }
    } catch {
      // The result is no longer held: a new one is on its way, with its own totals.
    }
  }
}
