import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { FieldKey } from '../../electron/contract/fields.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemQuery } from '../../electron/contract/query.ts'
import { api, faultOf } from '../api.ts'
import type { RowPages } from '../lists/row-pages.ts'
import { RowChoice } from './item-choice.svelte.ts'
import { keep, EMPTY_ANCHOR, type ViewAnchor, type ReopenReason } from './view-anchor.ts'
import type { ShownResult } from '../lists/shown-result.ts'
import { locatorOf, openResult, withFields, type OpenedResult } from './items-opening.ts'
import { SelectionTotals } from './items-totals.svelte.ts'
import { NO_SELECTION } from '../lists/selection.ts'

/** The result that is shown: opened, replaced by the next one, with its active row, selection and totals. */
export abstract class OpenedList extends RowChoice {
  #turn = 0
  #patience: ReturnType<typeof setTimeout> | undefined
  #pages: RowPages<ItemRow> | null = null
  /** The latest request for a result. */
  #opening: Promise<unknown> = Promise.resolve()
  #firstInView = 0
  #lastInView = 0
  #arrivals = $state(0)
  /** Fields that the rows are to come with. */
  #fields: readonly FieldKey[] = []

  result = $state.raw<ShownResult | null>(null)
  /** A request for a new result is pending. */
  busy = $state(false)

  /** What the selected rows add up to. */
  readonly totals = new SelectionTotals(
    () => ({ result: this.result, ranges: this.selection.ranges, passing: this.selection.passing }),
    (resultId, ranges) =>
      api.call('items.totals', {
        connectionId: this.connectionId,
        resultId,
        ranges,
      }),
  )

  readonly activeRow = $derived.by<ItemRow | null>(() => {
    // Read for its own sake: rows arrive without the result changing.
    if (this.#arrivals < 0 || this.active === null) return null
    return this.result?.rows.get(this.active) ?? null
  })
  /** What happened to the active item since the changes were last marked as seen. */
  readonly activeMark = $derived(
    this.activeRow === null ? undefined : this.result?.markOf(this.activeRow.key),
  )

  abstract get connectionId(): string

  /** Returns the current query. */
  protected abstract itemQuery(): ItemQuery

  /** A result is there. */
  protected abstract opened(): void

  /** There is no result, or rows of it could not be fetched; it is to be said where it belongs. */
  protected abstract failed(fault: Fault): void

  /** Called by the grid with the visible rows, to which a new result scrolls. */
  viewed(first: number, last: number): void {
    this.#firstInView = first
    this.#lastInView = last
  }

  /** Says which fields are shown as columns: the rows come with their values. */
  showFields(fields: readonly FieldKey[]): void {
    const before = this.#fields
    this.#fields = fields
    if (!this.busy && this.#wantsMoreThan(before)) void this.#renewRows()
  }

  /** Opens the query again at the same rows: after the data changed, or when the result has expired. */
  async reopen(): Promise<void> {
    await this.open('data')
  }

  /** Closes the list. Pending responses are ignored. */
  close(): void {
    this.#turn += 1
    clearTimeout(this.#patience)
    this.#pages?.close()
  }

  /** Puts the chosen rows on the clipboard as a table; gives their number. */
  async copy(columns: readonly ColumnKey[]): Promise<number> {
    const ranges = this.chosenRanges()
    if (this.result === null || ranges.length === 0) return 0
    return await api.call('items.copy', {
      connectionId: this.connectionId,
      resultId: this.result.resultId,
      ranges,
      columns: [...columns],
    })
  }

  protected override get rowCount(): number {
    return this.result?.count ?? 0
  }

  /** Clears the result after a time in milliseconds, unless another one arrives. */
  protected clearAfter(patience: number): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => {
      this.clear()
    }, patience)
  }

  protected clear(): void {
    clearTimeout(this.#patience)
    this.result = null
    this.active = null
    this.selection = NO_SELECTION
  }

  /** Renders the result again at the same rows. */
  redraw(): void {
    if (this.result === null) return
    this.result = { ...this.result, target: { kind: 'at', position: this.#firstInView } }
  }

  /** Where an item is in the result; null: it is not there. */
  protected async positionOf(key: number): Promise<number | null> {
    return this.result === null ? null : await locatorOf(this.connectionId, this.result.resultId)(key)
  }

  /** Resolves when no request for a new result is pending. */
  async whenOpened(): Promise<void> {
    while (this.busy) await this.#opening
  }

  /** Opens the current query. Returns the failure, which is also shown, or null. */
  protected open(reason: ReopenReason): Promise<Fault | null> {
    const opening = this.#open(reason)
    this.#opening = opening
    return opening
  }

  async #open(reason: ReopenReason): Promise<Fault | null> {
    this.#turn += 1
    const turn = this.#turn
    const current = (): boolean => turn === this.#turn
    const fields = this.#fields
    this.busy = true
    try {
      const kept = await this.#keep(reason)
      if (!current()) return null
      const opened = await openResult({
        connectionId: this.connectionId,
        query: this.itemQuery(),
        fields,
        reason,
        kept,
        firstInView: this.#firstInView,
        current,
        onFailure: (error) => {
          this.#rowsFailed(faultOf(error))
        },
      })
      if (opened === null) return null
      this.#take(opened)
      if (this.#wantsMoreThan(fields)) void this.#renewRows()
      return null
    } catch (error) {
      return current() ? this.tell(faultOf(error)) : null
    } finally {
      if (current()) this.busy = false
    }
  }

  /** Shows a failure, unless the request was superseded or canceled. Returns what was shown, or null. */
  protected tell(fault: Fault): Fault | null {
    if (fault.code === 'superseded' || fault.code === 'cancelled') return null
    this.failed(fault)
    return fault
  }

  #take({ result, pages, active, selection }: OpenedResult): void {
    clearTimeout(this.#patience)
    this.#listenTo(pages)
    this.active = active ?? (result.count > 0 ? 0 : null)
    this.chosen = this.chosen && active !== null
    this.selection = selection
    this.result = result
    this.opened()
  }

  #listenTo(pages: RowPages<ItemRow>): void {
    this.#pages?.close()
    this.#pages = pages
    pages.onRows(() => {
      this.#arrivals += 1
    })
  }

  #wantsMoreThan(fields: readonly FieldKey[]): boolean {
    return this.#fields.some((field) => !fields.includes(field))
  }

  /**
   * Fetches the rows of the result again with the fields that are shown now. The old rows stay until then.
   */
  async #renewRows(): Promise<void> {
    const before = this.result
    if (before === null) return
    const fields = this.#fields
    const onFailure = (error: unknown): void => {
      this.#rowsFailed(faultOf(error))
    }
    try {
      const { result, pages } = await withFields(before, {
        connectionId: this.connectionId,
        fields,
        firstInView: this.#firstInView,
        onFailure,
      })
      if (before !== this.result || this.#wantsMoreThan(fields)) {
        pages.close()
        return
      }
      this.#listenTo(pages)
      this.#arrivals += 1
      this.result = result
    } catch (error) {
      if (before === this.result) onFailure(error)
    }
  }

  #keep(reason: ReopenReason): Promise<ViewAnchor> {
    if (this.result === null) return Promise.resolve(EMPTY_ANCHOR)
    return keep(
      {
        connectionId: this.connectionId,
        resultId: this.result.resultId,
        rows: this.result.rows,
        active: this.active,
        chosen: this.chosen,
        firstInView: this.#firstInView,
        lastInView: this.#lastInView,
        selection: this.selection,
      },
      reason,
    )
  }

  /** Handles rows that could not be fetched. While a newer result is pending, the old one may expire. */
  #rowsFailed(fault: Fault): void {
    if (this.busy) return
    if (fault.code === 'notFound') void this.reopen()
    else this.tell(fault)
  }
}
