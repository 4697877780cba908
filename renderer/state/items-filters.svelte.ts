import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import type { ColumnFilter, FacetValue, ItemFilters } from '../../electron/contract/query.ts'
import { noted, NO_HISTORY, stepBack, stepForward, type Narrowing } from './filter-history.ts'
import {
  isFiltered,
  toggleValue,
  withDuplicates,
  withEmpty,
  withFilter,
  withRange,
  type FilterRange,
} from './items-query.ts'

/** Changes what a list is narrowed to, and takes that back. */
export class FilterChanges {
  readonly #now: () => Narrowing
  readonly #apply: (narrowing: Narrowing) => Promise<void>
  #history = $state.raw(NO_HISTORY)

  readonly canUndo = $derived(this.#history.past.length > 0)
  readonly canRedo = $derived(this.#history.future.length > 0)

  /**
   * @param now what the list is narrowed to.
   * @param apply narrows it to something else.
   */
  constructor(now: () => Narrowing, apply: (narrowing: Narrowing) => Promise<void>) {
    this.#now = now
    this.#apply = apply
  }

  /** Gives a column another filter; null lifts it. */
  async set(key: ItemColumnKey, filter: ColumnFilter | null): Promise<void> {
    await this.#setFilters(withFilter(this.#now().filters, key, filter))
  }

  /** Lets a value of a column in, or no longer. */
  async toggle(key: ItemColumnKey, value: FacetValue): Promise<void> {
    await this.#setFilters(toggleValue(this.#now().filters, key, value))
  }

  /** Narrows a column to a range. What is typed into its fields one after the other is taken back as one. */
  async setRange(key: ItemColumnKey, range: FilterRange): Promise<void> {
    await this.#setFilters(withRange(this.#now().filters, key, range), `range ${key}`)
  }

  /** Narrows a column to empty cells (true), to filled ones (false), or to neither (null). */
  async setEmpty(key: ItemColumnKey, empty: boolean | null): Promise<void> {
    await this.#setFilters(withEmpty(this.#now().filters, key, empty))
  }

  /** Narrows a column to values that several items have, or no longer. */
  async setDuplicates(key: ItemColumnKey, only: boolean): Promise<void> {
    await this.#setFilters(withDuplicates(this.#now().filters, key, only))
  }

  /** Narrows the list to items with changes that were not seen yet, or no longer. */
  async setUnseenOnly(only: boolean): Promise<void> {
    await this.#change({ ...this.#now(), unseenOnly: only }, null)
  }

  /** Lifts all of them. */
  async clear(): Promise<void> {
    if (isFiltered(this.#now())) await this.#change({ filters: {}, unseenOnly: false }, null)
  }

  /** Takes the last change back. */
  async undo(): Promise<void> {
    await this.#step(stepBack(this.#history, this.#now()))
  }

  /** Makes again what was taken back last. */
  async redo(): Promise<void> {
    await this.#step(stepForward(this.#history, this.#now()))
  }

  /** Notes what holds, before something else than a person's choice of filters changes it. */
  note(): void {
    this.#history = noted(this.#history, this.#now(), null)
  }

  /** Begins anew: another list. */
  forget(): void {
    this.#history = NO_HISTORY
  }

  async #setFilters(filters: ItemFilters, about: string | null = null): Promise<void> {
    await this.#change({ ...this.#now(), filters }, about)
  }

  async #change(narrowing: Narrowing, about: string | null): Promise<void> {
    this.#history = noted(this.#history, this.#now(), about)
    await this.#apply(narrowing)
  }

  async #step(step: ReturnType<typeof stepBack>): Promise<void> {
    if (step === null) return
    this.#history = step.history
    await this.#apply(step.narrowing)
  }
}
