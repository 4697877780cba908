import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { FieldKey } from '../../electron/contract/fields.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemQuery, SelectionRanges } from '../../electron/contract/query.ts'
import { api, faultOf } from '../api.ts'
import {
  captureAnchor,
  EMPTY_ANCHOR,
  type ViewAnchor,
  type ReopenReason,
  locatorOf,
  openResult,
  withFields,
  type OpenedResult,
} from './open-result.ts'
import type { ShownResult } from '../lists/row-source.ts'
import { SelectionTotals } from './selection-totals.svelte.ts'
import {
  extendTo,
  invert,
  check,
  NO_SELECTION,
  selectAll,
  selectOnly,
  sizeOf,
  toggle,
  toggleRange,
  type Selection,
} from '../lists/selection.ts'
import { PagedList } from './paged-list.svelte.ts'

/** The shown result with its active row, selection and totals. */
export abstract class ResultList extends PagedList<ItemRow, ShownResult> {
  /** The latest request for a result. */
  #opening: Promise<unknown> = Promise.resolve()
  /** Fields that are loaded with the rows. */
  #fields: readonly FieldKey[] = []

  /** Whether the person chose the active row, so that it stays in view. */
  protected chosen = false

  selection = $state.raw<Selection>(NO_SELECTION)
  readonly selectedCount = $derived(sizeOf(this.selection.ranges))

  /** The totals of the selected rows. */
  readonly totals = new SelectionTotals(
    () => ({ result: this.result, ranges: this.selection.ranges, transient: this.selection.transient }),
    (resultId, ranges) => api.call('items.totals', { connectionId: this.connectionId, resultId, ranges }),
  )

  /** The unseen change of the active item. */
  readonly activeUnseenChange = $derived(
    this.activeRow === null ? undefined : this.result?.unseenChangeOf(this.activeRow.key),
  )

  abstract get connectionId(): string

  /** Returns the current query. */
  protected abstract itemQuery(): ItemQuery

  /** Called when a result is shown. */
  protected abstract opened(): void

  /** Sets the fields that are shown as columns, which are loaded with the rows. */
  showFields(fields: readonly FieldKey[]): void {
    const before = this.#fields
    this.#fields = fields
    if (!this.busy && this.#needsFieldsBeyond(before)) void this.#reloadRows()
  }

  /** Opens the query again at the same rows, after the data changed or the result expired. */
  async reopen(): Promise<void> {
    await this.open('data')
  }

  /** Copies the selected rows to the clipboard as a table. Returns their number. */
  async copy(columns: readonly ColumnKey[]): Promise<number> {
    const ranges = this.rangesToUse()
    if (this.result === null || ranges.length === 0) return 0
    return await api.call('items.copy', {
      connectionId: this.connectionId,
      resultId: this.result.resultId,
      ranges,
      columns: [...columns],
    })
  }

  protected override clear(): void {
    super.clear()
    this.selection = NO_SELECTION
  }

  /** Makes a row the active one. */
  override activate(index: number): void {
    super.activate(index)
    if (this.#rowCount > 0) this.chosen = true
  }

  /** Moves to a row by keyboard. A row that was only clicked is deselected. */
  moveTo(index: number, extend: boolean): void {
    const from = this.active ?? 0
    this.activate(index)
    if (extend && this.active !== null) {
      this.selection = extendTo(
        { ...this.selection, anchor: this.selection.anchor ?? from },
        from,
        this.active,
      )
    } else if (this.selection.transient) {
      this.selection = NO_SELECTION
    } else {
      this.selection = { ...this.selection, anchor: null, base: this.selection.ranges }
    }
  }

  select(index: number, mode: 'only' | 'toggle' | 'check' | 'extend'): void {
    const from = this.active ?? index
    this.activate(index)
    if (mode === 'only') this.selection = selectOnly(index)
    else if (mode === 'toggle') this.selection = toggle(this.selection, index)
    else if (mode === 'check') this.selection = check(this.selection, index)
    else this.selection = extendTo(this.selection, from, index)
  }

  /** Selects consecutive rows, or deselects them if all are selected. */
  toggleRange(first: number, last: number): void {
    this.selection = toggleRange(this.selection, [first, last])
  }

  selectAll(): void {
    this.selection = selectAll(this.#rowCount)
  }

  invertSelection(): void {
    this.selection = invert(this.selection, this.#rowCount)
  }

  clearSelection(): void {
    this.selection = NO_SELECTION
  }

  /** Returns the rows that a command affects: the selection, or else the active row. */
  rangesToUse(): SelectionRanges {
    if (this.selection.ranges.length > 0) return this.selection.ranges
    return this.active === null ? [] : [[this.active, this.active]]
  }

  get #rowCount(): number {
    return this.result?.count ?? 0
  }

  /** Returns the index of an item in the result, or null. */
  protected async indexOf(key: number): Promise<number | null> {
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

  #open(reason: ReopenReason): Promise<Fault | null> {
    const fields = this.#fields
    return this.request(async (isCurrent) => {
      const viewAnchor = await this.#captureAnchor(reason)
      if (!isCurrent()) return
      const opened = await openResult({
        connectionId: this.connectionId,
        query: this.itemQuery(),
        fields,
        reason,
        viewAnchor,
        firstInView: this.firstInView,
        current: isCurrent,
        onFailure: (error) => this.#handleRowFailure(faultOf(error)),
      })
      if (opened === null) return
      this.#showResult(opened)
      if (this.#needsFieldsBeyond(fields)) void this.#reloadRows()
    })
  }

  #showResult({ result, pages, active, selection }: OpenedResult): void {
    this.active = active ?? (result.count > 0 ? 0 : null)
    this.chosen = this.chosen && active !== null
    this.selection = selection
    this.replace(result, pages)
    this.opened()
  }

  #needsFieldsBeyond(fields: readonly FieldKey[]): boolean {
    return this.#fields.some((field) => !fields.includes(field))
  }

  /** Loads the rows of the result with the current fields. The previous rows stay until then. */
  async #reloadRows(): Promise<void> {
    const before = this.result
    if (before === null) return
    const fields = this.#fields
    const onFailure = (error: unknown): void => this.#handleRowFailure(faultOf(error))
    try {
      const { result, pages } = await withFields(before, {
        connectionId: this.connectionId,
        fields,
        firstInView: this.firstInView,
        onFailure,
      })
      if (before !== this.result || this.#needsFieldsBeyond(fields)) {
        pages.close()
        return
      }
      this.renew(result, pages)
    } catch (error) {
      if (before === this.result) onFailure(error)
    }
  }

  #captureAnchor(reason: ReopenReason): Promise<ViewAnchor> {
    if (this.result === null) return Promise.resolve(EMPTY_ANCHOR)
    return captureAnchor(
      {
        connectionId: this.connectionId,
        resultId: this.result.resultId,
        rows: this.result.rows,
        active: this.active,
        chosen: this.chosen,
        firstInView: this.firstInView,
        lastInView: this.lastInView,
        selection: this.selection,
      },
      reason,
    )
  }

  /** Handles rows that could not be loaded. While a newer result is pending, the old one may expire. */
  #handleRowFailure(fault: Fault): void {
    if (this.busy) return
    if (fault.code === 'notFound') void this.reopen()
    else this.reportFault(fault)
  }
}
