import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ColumnFilter, FacetValue, ItemFilters } from '../../electron/contract/query.ts'
import type { ReviewFilter } from '../../electron/contract/review.ts'
import {
  isFiltered,
  toggleValue,
  withDuplicates,
  withEmpty,
  withFilter,
  withRange,
  type FilterRange,
  type ViewQuery,
} from './items-query.ts'

/** What a list is narrowed to, but for what is searched for in it. */
type Narrowing = Pick<ViewQuery, 'filters' | 'unseenOnly' | 'marks'>

/** Changes what a list is narrowed to. */
export class FilterChanges {
  readonly #now: () => Narrowing
  readonly #apply: (narrowing: Narrowing, about: string | null) => Promise<void>

  /**
   * @param now what the list is narrowed to.
   * @param apply narrows it to something else; changes in a row about the same thing are one.
   */
  constructor(now: () => Narrowing, apply: (narrowing: Narrowing, about: string | null) => Promise<void>) {
    this.#now = now
    this.#apply = apply
  }

  /** Gives a column another filter; null lifts it. */
  async set(key: ColumnKey, filter: ColumnFilter | null): Promise<void> {
    await this.#setFilters(withFilter(this.#now().filters, key, filter))
  }

  /** Lets a value of a column in, or no longer. */
  async toggle(key: ColumnKey, value: FacetValue): Promise<void> {
    await this.#setFilters(toggleValue(this.#now().filters, key, value))
  }

  /** Narrows a column to a range. What is typed into its fields one after the other is taken back as one. */
  async setRange(key: ColumnKey, range: FilterRange): Promise<void> {
    await this.#setFilters(withRange(this.#now().filters, key, range), `range ${key}`)
  }

  /** Narrows a column to empty cells (true), to filled ones (false), or to neither (null). */
  async setEmpty(key: ColumnKey, empty: boolean | null): Promise<void> {
    await this.#setFilters(withEmpty(this.#now().filters, key, empty))
  }

  /** Narrows a column to values that several items have, or no longer. */
  async setDuplicates(key: ColumnKey, only: boolean): Promise<void> {
    await this.#setFilters(withDuplicates(this.#now().filters, key, only))
  }

  /** Narrows the list to items with changes that were not seen yet, or no longer. */
  async setUnseenOnly(only: boolean): Promise<void> {
    await this.#apply({ ...this.#now(), unseenOnly: only }, null)
  }

  /** Narrows the list to items with one of these marks of the person; none of them: no longer. */
  async setMarks(marks: readonly ReviewFilter[]): Promise<void> {
    await this.#apply({ ...this.#now(), marks: marks.length === 0 ? null : marks }, null)
  }

  /** Lifts all of them. */
  async clear(): Promise<void> {
    if (isFiltered(this.#now())) await this.#apply({ filters: {}, unseenOnly: false, marks: null }, null)
  }

  async #setFilters(filters: ItemFilters, about: string | null = null): Promise<void> {
    await this.#apply({ ...this.#now(), filters }, about)
  }
}
