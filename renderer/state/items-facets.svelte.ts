import type { ItemFacets } from '../../electron/contract/query.ts'

/** The counts of the filters, fetched only as long as somebody looks at them. */
export class FacetCounts {
  readonly #ask: () => Promise<ItemFacets>
  readonly #fail: (error: unknown) => void
  #wanted = false
  #turn = 0

  /** Null while they are not known. */
  values = $state.raw<ItemFacets | null>(null)

  /**
   * @param ask fetches the counts for the query as it is.
   * @param fail is told of a failure; the last counts stay.
   */
  constructor(ask: () => Promise<ItemFacets>, fail: (error: unknown) => void) {
    this.#ask = ask
    this.#fail = fail
  }

  /** Says whether anybody looks at them; if so, they are fetched now and with every {@link refresh}. */
  async want(wanted: boolean): Promise<void> {
    this.#wanted = wanted
    await this.refresh()
  }

  /** The query or the data has changed. */
  async refresh(): Promise<void> {
    this.#turn += 1
    if (!this.#wanted) return
    const turn = this.#turn
    try {
      const values = await this.#ask()
      if (turn === this.#turn) this.values = values
    } catch (error) {
      if (turn === this.#turn) this.#fail(error)
    }
  }

  /** Forgets them, and drops answers under way. */
  clear(): void {
    this.#turn += 1
    this.values = null
  }
}
