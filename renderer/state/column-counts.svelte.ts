import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ColumnValues } from '../../electron/contract/query.ts'
import { Latest } from './latest.ts'

/** The requested values: those of a column that contain a text. */
interface Wanted {
  readonly key: ColumnKey
  readonly find: string
}

/** The values of a column with their counts, loaded while they are shown. */
export class ColumnCounts {
  readonly #ask: (key: ColumnKey, find: string) => Promise<ColumnValues>
  readonly #fail: (error: unknown) => void
  #wanted: Wanted | null = null
  readonly #latest = new Latest()

  /** Null while loading. The values of the previous text stay until those of the new one arrive. */
  values = $state.raw<ColumnValues | null>(null)

  /**
   * @param ask loads the values for the current query
   * @param fail receives a failure; the last values stay
   */
  constructor(ask: (key: ColumnKey, find: string) => Promise<ColumnValues>, fail: (error: unknown) => void) {
    this.#ask = ask
    this.#fail = fail
  }

  /** Requests values, now and with every {@link refresh}. */
  async want(key: ColumnKey, find: string): Promise<void> {
    if (this.#wanted?.key !== key) this.values = null
    this.#wanted = { key, find }
    await this.refresh()
  }

  /** Ends the request. */
  leave(): void {
    this.#wanted = null
    this.clear()
  }

  /** Loads again after the query or the data has changed. */
  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin()
    if (this.#wanted === null) return
    const { key, find } = this.#wanted
    try {
      const values = await this.#ask(key, find)
      if (isLatest()) this.values = values
    } catch (error) {
      if (isLatest()) this.#fail(error)
    }
  }

  /** Clears the values, and ignores answers of running requests. */
  clear(): void {
    this.#latest.cancel()
    this.values = null
  }
}
