import type { ColumnValues } from '../../electron/contract/query.ts'
import { Latest } from './latest.ts'

/** The values of what is no column. */
export const NO_VALUES: ColumnValues = { values: [], distinct: 0, empty: 0, min: null, max: null }

/** A request for the values of a column that contain a text. */
interface ValuesRequest<Column> {
  readonly key: Column
  readonly find: string
}

/** The values of one column with their counts, loaded only while they are shown. */
export class ColumnCounts<Column extends string> {
  readonly #fetch: (key: Column, find: string) => Promise<ColumnValues>
  readonly #onError: (error: unknown) => void
  #request: ValuesRequest<Column> | null = null
  readonly #latest = new Latest()

  /** Null until they are loaded. While the text changes, the previous values stay. */
  values = $state.raw<ColumnValues | null>(null)

  /**
   * @param fetch returns the values for the current query.
   * @param onError is called when a request fails; the last values stay.
   */
  constructor(
    fetch: (key: Column, find: string) => Promise<ColumnValues>,
    onError: (error: unknown) => void,
  ) {
    this.#fetch = fetch
    this.#onError = onError
  }

  /** Loads the values of a column, now and with every {@link refresh}, until {@link close} is called. */
  async load(key: Column, find: string): Promise<void> {
    if (this.#request?.key !== key) this.values = null
    this.#request = { key, find }
    await this.refresh()
  }

  /** Stops loading values. */
  close(): void {
    this.#request = null
    this.clear()
  }

  /** Reloads the values after the query or the data has changed. */
  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin()
    if (this.#request === null) return
    const { key, find } = this.#request
    try {
      const values = await this.#fetch(key, find)
      if (isLatest()) this.values = values
    } catch (error) {
      if (isLatest()) this.#onError(error)
    }
  }

  /** Clears the values, and ignores pending responses. */
  clear(): void {
    this.#latest.cancel()
    this.values = null
  }
}
