import type { SelectionRanges } from '../../electron/contract/query.ts'
import type { RowSource } from './row-source.ts'

export interface RowPagesOptions<Row> {
  readonly count: number
  /** Returns the rows from `start` on; at most `count`, fewer only at the end. */
  readonly load: (start: number, count: number) => Promise<readonly Row[]>
  /** Called once for each failed request; the next call of `request` covers visible rows again. */
  readonly onFailure: (error: unknown) => void
  readonly pageSize?: number
  /** Maximum number of kept pages; the least recently used are removed first. */
  readonly maxPages?: number
}

const PAGE_SIZE = 100
const MAX_PAGES = 60
/** Maximum number of simultaneous requests: one is sent while another is answered. */
const MAX_REQUESTS = 2
/** Maximum pages in a request (the contract allows 1,000 rows). */
const MAX_PAGES_PER_REQUEST = 5
/** Pages that are loaded ahead of the movement. */
const AHEAD = 3

/**
 * The rows of a result, loaded by page on demand: visible pages first, then those ahead. Adjacent pages share
 * a request, and pages that are no longer needed are not requested.
 */
export class RowPages<Row> implements RowSource<Row> {
  readonly count: number
  readonly #options: RowPagesOptions<Row>
  readonly #pageSize: number
  /** By page number; the order of a Map is the order of use. */
  readonly #pages = new Map<number, readonly Row[]>()
  readonly #loading = new Set<number>()
  readonly #listeners = new Set<(first: number, last: number) => void>()
  #requestedPages: readonly number[] = []
  #requests = 0
  #closed = false

  constructor(options: RowPagesOptions<Row>) {
    this.#options = options
    this.#pageSize = options.pageSize ?? PAGE_SIZE
    this.count = options.count
  }

  get(index: number): Row | undefined {
    const page = Math.floor(index / this.#pageSize)
    return this.#pages.get(page)?.[index - page * this.#pageSize]
  }

  request(first: number, last: number, direction: 1 | 0 | -1 | null): void {
    this.requestRanges([[first, last]], direction)
  }

  requestRanges(ranges: SelectionRanges, direction: 1 | 0 | -1 | null): void {
    const pageOf = (index: number): number => Math.floor(index / this.#pageSize)
    const end = pageOf(this.count - 1)
    const requestedPages: number[] = []
    for (const [first, last] of ranges) {
      for (let page = pageOf(first); page <= pageOf(last); page += 1) requestedPages.push(page)
    }
    const from = requestedPages[0] ?? 0
    const to = requestedPages.at(-1) ?? 0
    for (let step = 1; requestedPages.length > 0 && direction !== null && step <= AHEAD; step += 1) {
      if (direction >= 0 || step === 1) requestedPages.push(to + step)
      if (direction <= 0 || step === 1) requestedPages.push(from - step)
    }
    this.#requestedPages = [...new Set(requestedPages)].filter((page) => page >= 0 && page <= end)
    for (const page of this.#requestedPages) this.#touch(page)
    this.#startRequests()
  }

  onRows(listener: (first: number, last: number) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads the visible rows, so that a result can be shown together with them. */
  async prime(first: number, last: number): Promise<void> {
    if (this.count === 0) return
    const from = Math.floor(Math.max(0, first) / this.#pageSize)
    const to = Math.floor(Math.min(this.count - 1, last) / this.#pageSize)
    await this.#load(from, Math.min(to, from + MAX_PAGES_PER_REQUEST - 1))
  }

  /** Removes the listeners; answers of running requests are ignored. */
  close(): void {
    this.#closed = true
    this.#listeners.clear()
    this.#requestedPages = []
  }

  #touch(page: number): void {
    const rows = this.#pages.get(page)
    if (rows === undefined) return
    this.#pages.delete(page)
    this.#pages.set(page, rows)
  }

  #missing(page: number): boolean {
    return !this.#pages.has(page) && !this.#loading.has(page)
  }

  #startRequests(): void {
    while (!this.#closed && this.#requests < MAX_REQUESTS) {
      const first = this.#requestedPages.find((page) => this.#missing(page))
      if (first === undefined) return
      let [from, to] = [first, first]
      const joins = (page: number): boolean =>
        to - from + 1 < MAX_PAGES_PER_REQUEST && this.#requestedPages.includes(page) && this.#missing(page)
      while (joins(to + 1)) to += 1
      while (joins(from - 1)) from -= 1
      this.#loadAndGoOn(from, to)
    }
  }

  #loadAndGoOn(from: number, to: number): void {
    this.#load(from, to).then(
      () => this.#startRequests(),
      (error: unknown) => {
        // Repeated only when the view requests it again, so that a permanent failure does not loop.
        this.#requestedPages = []
        if (!this.#closed) this.#options.onFailure(error)
      },
    )
  }

  async #load(from: number, to: number): Promise<void> {
    const start = from * this.#pageSize
    const end = Math.min(this.count, (to + 1) * this.#pageSize)
    for (let page = from; page <= to; page += 1) this.#loading.add(page)
    this.#requests += 1
    try {
      const rows = await this.#options.load(start, end - start)
      for (let page = from; page <= to; page += 1) {
        const offset = page * this.#pageSize - start
        this.#pages.set(page, rows.slice(offset, offset + this.#pageSize))
      }
    } finally {
      this.#requests -= 1
      for (let page = from; page <= to; page += 1) this.#loading.delete(page)
    }
    this.#forgetOldest()
    for (const listener of this.#listeners) listener(start, end - 1)
  }

  #forgetOldest(): void {
    const maxPages = this.#options.maxPages ?? MAX_PAGES
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) return
      if (!this.#requestedPages.includes(page)) this.#pages.delete(page)
    }
  }
}
