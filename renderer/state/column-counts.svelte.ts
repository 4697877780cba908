import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ColumnValues } from '../../electron/contract/query.ts'
import { Latest } from './latest.ts'

/** What somebody looks at: the values of a column that contain a text. */
interface Wanted {
  readonly key: ColumnKey
  readonly find: string
}

/** The values of one column with their counts, fetched only as long as somebody looks at them. */
export class ColumnCounts {
  readonly #ask: (key: ColumnKey, find: string) => Promise<ColumnValues>
  readonly #fail: (error: unknown) => void
  #wanted: Wanted | null = null
  readonly #latest = new Latest()

  /** Null while they are not known. Those of the text before stay until those of the new one are there. */
  values = $state.raw<ColumnValues | null>(null)

  /**
   * @param ask fetches the values for the query as it is.
   * @param fail is told of a failure; the last values stay.
   */
  constructor(ask: (key: ColumnKey, find: string) => Promise<ColumnValues>, fail: (error: unknown) => void) {
    this.#ask = ask
    this.#fail = fail
  }

  /** Says what is looked at; it is fetched now and with every {@link refresh}. */
  async want(key: ColumnKey, find: string): Promise<void> {
    if (this.#wanted?.key !== key) this.values = null
    this.#wanted = { key, find }
    await this.refresh()
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#wanted = null
    this.clear()
  }

  /** The query or the data has changed. */
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

  /** Forgets them, and drops answers under way. */
  clear(): void {
    this.#latest.cancel()
    this.values = null
  }
}
