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
  type UnchangedRows,
  locatorOf,
  openResult,
  withFields,
  type OpenedResult,
} from './open-result.ts'
import type { ShownResult } from '../lists/row-source.ts'
import { SelectionTotals } from './selection-totals.svelte.ts'
import {
  invert,
  moveSelection,
  NO_SELECTION,
  selectAll,
  selectRow,
  sizeOf,
  toggleRange,
  type Selection,
  type SelectMode,
} from '../lists/selection.ts'
import { isSameQuery } from './items-query.ts'
import { PagedList } from './paged-list.svelte.ts'
import type { ListPlace } from './places.ts'

/** The shown result with its active row, selection and totals. */
export abstract class ResultList extends PagedList<ItemRow, ShownResult> {
  /** The latest request for a result. */
  #opening: Promise<unknown> = Promise.resolve()
  /** Fields that are loaded with the rows. */
  #fields: readonly FieldKey[] = []
  /** Identifies the stored data of the shown result. */
  #version = ''

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

  /** Identifies the stored data that a query depends on. */
  protected abstract versionFor(query: ItemQuery): string

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
    this.selection = moveSelection(this.selection, from, this.active ?? from, extend && this.active !== null)
  }

  select(index: number, mode: SelectMode): void {
    const from = this.active ?? index
    this.activate(index)
    this.selection = selectRow(this.selection, index, mode, from)
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

  /** Captures the shown rows. Returns null while the list to which they belong is being left or opened. */
  protected capturePlace(closedGroups: ListPlace['closedGroups']): ListPlace | null {
    const { result, active, chosen, selection, firstInView } = this
    if (result === null || !isSameList(result.query, this.itemQuery())) return null
    return {
      kind: 'list',
      connectionId: this.connectionId,
      resultId: result.resultId,
      query: result.query,
      version: this.#version,
      count: result.count,
      active,
      chosen,
      selection,
      firstInView,
      target: this.currentTarget,
      closedGroups,
      anchor: this.#captureAnchor('data'),
    }
  }

  /** Shows the result as it was left at a place. */
  protected restoreRows({ active, chosen, selection, target }: ListPlace): void {
    if (this.result === null) return
    this.active = active
    this.chosen = chosen
    this.selection = selection
    this.result = { ...this.result, target }
  }

  /**
   * Opens the current query. Returns the failure, which is also shown, or null.
   * @param place where the list was left; null for a new list
   */
  protected open(reason: ReopenReason, place: ListPlace | null = null): Promise<Fault | null> {
    const opening = this.#open(reason, place)
    this.#opening = opening
    return opening
  }

  #open(reason: ReopenReason, place: ListPlace | null): Promise<Fault | null> {
    const fields = this.#fields
    return this.request(async (isCurrent) => {
      const viewAnchor = place === null ? await this.#captureAnchor(reason) : await place.anchor
      if (!isCurrent()) return
      const query = this.itemQuery()
      const version = this.versionFor(query)
      const opened = await openResult({
        connectionId: this.connectionId,
        query,
        fields,
        reason,
        viewAnchor,
        firstInView: this.firstInView,
        leftAt: place?.firstInView ?? null,
        unchanged: this.#unchangedRows(reason, place, query, version),
        current: isCurrent,
        onFailure: (error) => this.#handleRowFailure(faultOf(error)),
      })
      if (opened === null) return
      this.#version = version
      this.#showResult(opened)
      if (this.#needsFieldsBeyond(fields)) void this.#reloadRows()
    })
  }

  /**
   * Returns the rows of a list that is opened again, if neither its query nor the stored data has changed.
   */
  #unchangedRows(
    reason: ReopenReason,
    place: ListPlace | null,
    query: ItemQuery,
    version: string,
  ): UnchangedRows | null {
    if (place !== null) return place.version === version && isSameQuery(place.query, query) ? place : null
    const { result, active, selection, firstInView } = this
    if (reason !== 'data' || result === null || this.#version !== version) return null
    if (!isSameList(result.query, query) || !isSameQuery(result.query, query)) return null
    return {
      count: result.count,
      active,
      selection,
      target: { kind: 'shift', from: firstInView, to: firstInView },
    }
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

/** Returns whether two queries are about the same campaigns. */
function isSameList({ campaignIds: one }: ItemQuery, { campaignIds: other }: ItemQuery): boolean {
  return one?.join() === other?.join()
}
