import type { Fault } from '../../electron/contract/faults.ts'
import { faultOf } from '../api.ts'
import type { RowPages } from '../lists/row-pages.ts'
import type { GridTarget, ListScroll, RowSource } from '../lists/row-source.ts'
import { Latest } from './latest.ts'

/** The result of a list: its rows, and the scroll target. */
export interface PagedResult<Row> {
  readonly count: number
  readonly rows: RowSource<Row>
  readonly target: GridTarget
}

/** Number of rows above the active one in a list that is rendered for it. */
const ROWS_ABOVE_ACTIVE = 3

/** Indexes of the first and the last visible row. */
export interface VisibleRows {
  readonly first: number
  readonly last: number
}

/** A list whose rows are loaded as they become visible. Its result stays until the next one is loaded. */
export abstract class PagedList<Row, Result extends PagedResult<Row>> {
  readonly #request = new Latest()
  readonly #clearTimer = new Latest()
  #pages: RowPages<Row> | null = null
  #arrivals = $state(0)
  #readScroll: (() => ListScroll) | null = null
  protected firstInView = 0
  protected lastInView = 0

  result = $state.raw<Result | null>(null)
  /** Whether a request for a result is pending. */
  busy = $state(false)
  /** Index of the active row; null if there is none. */
  active = $state.raw<number | null>(null)

  readonly activeRow = $derived.by<Row | null>(() => {
    // Rows arrive without a change of the result.
    if (this.#arrivals < 0 || this.active === null) return null
    return this.result?.rows.get(this.active) ?? null
  })

  /** Sets the visible rows, to which a new result scrolls. */
  setVisibleRows(first: number, last: number = first): void {
    this.firstInView = first
    this.lastInView = last
  }

  /** Reads the scroll offset by a function, until the returned one is called. */
  followScroll(read: () => ListScroll): () => void {
    this.#readScroll = read
    return () => {
      if (this.#readScroll === read) this.#readScroll = null
    }
  }

  /** Returns the target that shows the list as it is now. */
  protected get currentTarget(): GridTarget {
    const index = this.firstInView
    const scroll = this.#readScroll?.() ?? null
    return scroll === null ? { kind: 'at', index } : { kind: 'restore', index, scroll }
  }

  /** Activates a row, or the nearest one of the list. */
  activate(index: number): void {
    const count = this.result?.count ?? 0
    if (count > 0) this.active = Math.min(Math.max(index, 0), count - 1)
  }

  /** The visible rows, first and last. */
  get visibleRows(): VisibleRows {
    return { first: this.firstInView, last: this.lastInView }
  }

  /** Renders the result again at the same rows. */
  redraw(): void {
    if (this.result !== null)
      this.result = { ...this.result, target: { kind: 'at', index: this.firstInView } }
  }

  /** Renders the result again with the active row in view: at these rows if they include it. */
  redrawAtActive(rows: VisibleRows | null): void {
    const { active, result } = this
    if (result === null || active === null) return
    const isVisible = rows !== null && active >= rows.first && active <= rows.last
    const index = isVisible ? rows.first : Math.max(0, active - ROWS_ABOVE_ACTIVE)
    this.result = { ...result, target: { kind: 'at', index } }
  }

  /** Ignores pending responses. */
  close(): void {
    this.#request.cancel()
    this.#clearTimer.cancel()
  }

  /** Shows why there is no result, or why rows could not be loaded. */
  protected abstract failed(fault: Fault): void

  /** Clears the result after a time in milliseconds, unless another one arrives. */
  protected clearAfter(delayMs: number): void {
    this.#clearTimer.after(delayMs, () => this.clear())
  }

  /** Keeps the shown result. */
  protected stopWaiting(): void {
    this.#clearTimer.cancel()
  }

  protected clear(): void {
    this.stopWaiting()
    this.result = null
    this.active = null
  }

  /** Runs a request for a result. Returns the failure that is shown, or null. */
  protected async request(open: (isCurrent: () => boolean) => Promise<void>): Promise<Fault | null> {
    const isCurrent = this.#request.begin()
    this.busy = true
    try {
      await open(isCurrent)
      return null
    } catch (error) {
      return isCurrent() ? this.reportFault(faultOf(error)) : null
    } finally {
      if (isCurrent()) this.busy = false
    }
  }

  /** Shows a failure, unless the request was superseded or canceled. Returns the shown failure, or null. */
  protected reportFault(fault: Fault): Fault | null {
    if (fault.code === 'superseded' || fault.code === 'cancelled') return null
    this.failed(fault)
    return fault
  }

  /** Replaces the shown result. */
  protected replace(result: Result, pages: RowPages<Row>): void {
    this.stopWaiting()
    this.renew(result, pages)
  }

  /** Shows the same result with other pages. */
  protected renew(result: Result, pages: RowPages<Row>): void {
    this.#pages?.close()
    this.#pages = pages
    pages.onRows(() => {
      this.#arrivals += 1
    })
    this.#arrivals += 1
    this.result = result
  }
}
