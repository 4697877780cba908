import type { CampaignTableColumn } from '../../electron/contract/campaign-columns.ts'
import {
  CAMPAIGN_SEARCH_COLUMNS,
  EMPTY_CAMPAIGN_QUERY,
  type CampaignFilters,
  type CampaignQuery,
  type CampaignRow,
  type CampaignSortKey,
} from '../../electron/contract/campaign-query.ts'
import {
  DEFAULT_TABLE_COLUMNS,
  DEFAULT_CAMPAIGN_TABLE,
  type CampaignRowHeight,
  type CampaignTableLayout,
  type CampaignTableQuery,
  type CampaignTableView,
} from '../../electron/contract/campaign-table.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { isFieldKey, type FieldKey, type OtherFieldPage } from '../../electron/contract/fields.ts'
import { conditionsOf, withoutColumn } from '../../electron/contract/filter-tree.ts'
import type { ColumnValues } from '../../electron/contract/query.ts'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
import { parseFields } from '../../electron/contract/search-fields.ts'
import { api, faultOf } from '../api.ts'
import type { GridResult, GridTarget, ListScroll, RowSource } from '../lists/row-source.ts'
import {
  invert,
  moveSelection,
  NO_SELECTION,
  rangesOf,
  selectAll,
  selectRow,
  sizeOf,
  toggleRange,
  type Selection,
  type SelectMode,
} from '../lists/selection.ts'
import {
  columnValues,
  groupCampaigns,
  rowsIn,
  sumsOf,
  type CampaignSums,
  type CellReader,
} from './campaign-groups.ts'
import { CampaignViews, type CampaignViewsChange } from './campaign-views.ts'
import { ColumnCounts } from './column-counts.svelte.ts'
import { GroupFolds } from './group-folds.svelte.ts'
import { cycleSort, hasSameConditions } from './items-query.ts'
import { Latest } from './latest.ts'
import { concernsFilter, concernsSearch, ListSearch } from './list-search.svelte.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import { columnAction, type ViewAction } from './view-history.ts'

/** Columns that are always requested, because sums, tiles and overdue artwork need them. */
const NEEDED_COLUMNS = [
  'name',
  'items',
  'itemsAtService',
  'quantity',
  'downloaded',
  'downloadedAt',
  'withoutArtwork',
  'artworkDue',
  'endAt',
  'isActive',
  'record',
] as const satisfies readonly CampaignTableColumn[]

/** Undocumented fields in the menu of the filter builder. */
const MAX_OFFERED_FIELDS = 100

/** What the table shows: its query, flat, with the column of the groups. */
type ShownQuery = CampaignQuery & Pick<CampaignTableQuery, 'group'>

/** The shown campaigns. */
export interface CampaignTableResult extends GridResult<CampaignRow> {
  readonly query: ShownQuery
  /** The requested columns, which {@link cellOf} returns. */
  readonly columns: ReadonlySet<CampaignTableColumn>
  /** The campaigns in the order of the table. */
  readonly list: readonly CampaignRow[]
  /** All known campaigns, without search and filters. */
  readonly total: number
  readonly cellOf: CellReader
  readonly sums: CampaignSums
}

/** What the table shows. */
interface CampaignTableParts {
  readonly query: ShownQuery
  readonly columns: CampaignTableLayout
  readonly rowHeight: CampaignRowHeight
}

/** Parts that undo or redo restores; it leaves all others, which other windows and connections share. */
export interface RestoredParts extends Partial<CampaignTableParts> {
  readonly views?: CampaignViewsChange
}

/** A change of what the table shows, or of its saved views. */
export interface CampaignTableChange {
  readonly action: ViewAction
  readonly connectionId: string
  /** The changed parts before the change. */
  readonly before: RestoredParts
  /** The same parts after the change. */
  readonly after: RestoredParts
  /** Consecutive changes with the same key are undone together; null for a separate change. */
  readonly mergeKey: string | null
}

/** Why another result is opened: the same query over changed data or with other columns, or another query. */
type Reason = 'data' | 'query'

/**
 * The table of all known campaigns. All rows of a query are loaded at once, so groups, selection and sums are
 * computed here. It stays as it was when another view is shown, and its query is stored.
 */
export class CampaignTable {
  readonly #preferences: PreferencesModel
  readonly #record: (change: CampaignTableChange) => void
  readonly #request = new Latest()
  #connectionId = $state('')
  /** Columns that a view of the campaigns needs besides those of the table. */
  #viewColumns: readonly CampaignTableColumn[] = []
  #firstInView = 0
  #readScroll: (() => ListScroll) | null = null
  /** Where the table was left; null while it is shown. */
  #left: GridTarget | null = null

  query = $state.raw<ShownQuery>({ ...EMPTY_CAMPAIGN_QUERY, group: null })
  result = $state.raw<CampaignTableResult | null>(null)
  /** Whether a request for a result is pending. */
  busy = $state(false)
  /** Why there is no new result. The last result stays. */
  fault = $state.raw<Fault | null>(null)
  /** Why the pattern of a filter cannot be used; the last result stays. */
  filterProblem = $state.raw<string | null>(null)
  /** Index of the active row; null if there is none. */
  active = $state.raw<number | null>(null)
  selection = $state.raw<Selection>(NO_SELECTION)
  readonly selectedCount = $derived(sizeOf(this.selection.ranges))
  /** The selected rows. */
  readonly selectedRows = $derived(
    this.result === null ? [] : rowsIn(this.result.list, this.selection.ranges),
  )
  readonly activeRow = $derived(this.active === null ? null : (this.result?.list[this.active] ?? null))
  /** Whether search or filters exclude campaigns of the shown result. */
  readonly narrowed = $derived(
    this.result !== null &&
      (this.result.query.search !== '' || conditionsOf(this.result.query.filters).length > 0),
  )

  readonly views: CampaignViews

  /** The collapsed groups. */
  readonly folds = new GroupFolds()

  readonly search = new ListSearch(
    () => this.query,
    async (searched, edit) => {
      await this.#change(searched, 'search', `search ${String(edit)}`)
    },
    {
      modeOf: (text) => detectSearchMode(text, (name) => CAMPAIGN_SEARCH_COLUMNS.columnOf(name) !== null),
      problemOf: (text) => parseFields(text, CAMPAIGN_SEARCH_COLUMNS).problem,
      correct: () => null,
    },
  )

  /**
   * The most frequent undocumented fields of the stored records; empty until {@link loadFields} has found
   * them.
   */
  foundFields = $state.raw<readonly FieldKey[]>([])

  /** The values of the column that is being filtered. */
  readonly counts = new ColumnCounts<CampaignTableColumn>(
    (column, find) => this.valuesOf(column, find),
    (error) => this.#failed(faultOf(error)),
  )

  /** @param record receives each change of the query, the columns or the saved views */
  constructor(preferences: PreferencesModel, record: (change: CampaignTableChange) => void) {
    this.#preferences = preferences
    this.#record = record
    this.views = new CampaignViews(
      preferences,
      () => this.#connectionId,
      (action, views) => {
        this.views.apply(views)
        const reverse = { removed: views.added, added: views.removed }
        this.#recordChange(action, { views: reverse }, { views })
      },
    )
  }

  /** Whether columns are shown, maybe by another window, whose values are not loaded. */
  get lacksColumns(): boolean {
    const { result } = this
    return result !== null && this.visibleColumns.some((column) => !result.columns.has(column))
  }

  get rowHeight(): CampaignRowHeight {
    return this.#preferences.current.campaignTable.rowHeight
  }

  get layout(): CampaignTableLayout {
    return this.#preferences.current.campaignTable.columns
  }

  /** Keys of the shown columns, in order. */
  get visibleColumns(): readonly CampaignTableColumn[] {
    const { order } = this.layout
    return order.length > 0 ? order : DEFAULT_TABLE_COLUMNS
  }

  /** The undocumented fields that are shown, in order. */
  get visibleFields(): readonly FieldKey[] {
    return this.visibleColumns.filter((key) => isFieldKey(key))
  }

  /** Shows the campaigns of a connection in the table, as they were left. */
  async show(connectionId: string): Promise<void> {
    if (connectionId === this.#connectionId && this.result !== null && this.#left !== null)
      this.result = { ...this.result, target: this.#left }
    this.#left = null
    await this.showWith(connectionId, [])
  }

  /** Shows the campaigns of a connection in another view, which needs more columns. */
  async showWith(connectionId: string, columns: readonly CampaignTableColumn[]): Promise<void> {
    this.#viewColumns = columns
    if (connectionId !== this.#connectionId) {
      this.#connectionId = connectionId
      this.#restoreQuery()
    }
    await this.#open('data')
    // A menu that is open does not change, so the fields are found before the filter builder opens.
    await this.loadFields()
  }

  #restoreQuery(): void {
    const stored = this.#preferences.current.campaignTable
    const isSame = stored.connectionId === this.#connectionId
    this.query = isSame ? { ...stored.query, group: stored.group } : { ...EMPTY_CAMPAIGN_QUERY, group: null }
    this.search.follow(this.query)
    this.folds.openAll()
    this.#left = null
    this.result = null
    this.foundFields = []
    this.fault = null
    this.filterProblem = null
    this.active = null
    this.selection = NO_SELECTION
  }

  /** Remembers the scroll offset of the table, if it is shown, and ignores pending answers. */
  leave(): void {
    const scroll = this.#readScroll?.() ?? null
    const index = this.#firstInView
    if (scroll !== null) this.#left = { kind: 'restore', index, scroll }
    else this.#left ??= { kind: 'at', index }
    this.#request.cancel()
    this.search.cancelPending()
    this.busy = false
  }

  /** Loads the campaigns again, and keeps the same ones active, selected and in view. */
  async reopen(): Promise<void> {
    await this.#open('data')
  }

  /** Cycles the sort of a column; `additional` keeps the other keys. */
  async sortBy(key: CampaignTableColumn, additional: boolean): Promise<void> {
    await this.setSort(cycleSort(this.query.sort, key, additional))
  }

  async setSort(sort: readonly CampaignSortKey[]): Promise<void> {
    await this.#change({ sort }, 'sort')
  }

  /** Groups by a column; null for no groups. */
  async setGroup(group: CampaignTableColumn | null): Promise<void> {
    this.folds.openAll()
    await this.#change({ group }, 'grouping')
  }

  async setFilters(filters: CampaignFilters, mergeKey: string | null = null): Promise<void> {
    await this.#change({ filters }, 'filter', mergeKey)
  }

  /** Finds undocumented fields to choose from. Without them, those of the shown columns are offered. */
  async loadFields(): Promise<void> {
    const connectionId = this.#connectionId
    try {
      const { fields } = await this.findFields()
      if (connectionId !== this.#connectionId) return
      const frequent = fields.toSorted((one, other) => other.count - one.count).slice(0, MAX_OFFERED_FIELDS)
      this.foundFields = fields.filter((field) => frequent.includes(field)).map(({ key }) => key)
    } catch {
      // The columns panel reports why they cannot be found.
    }
  }

  /** Finds the undocumented fields in a sample of the stored records. */
  findFields(): Promise<OtherFieldPage> {
    return api.call('campaigns.fields', { connectionId: this.#connectionId })
  }

  /** Returns the values of a column under the search and the filters of other columns. */
  async valuesOf(column: CampaignTableColumn, find: string): Promise<ColumnValues> {
    const { group: _, ...query } = this.query
    const { rows } = await api.call('campaigns.query', {
      connectionId: this.#connectionId,
      query: { ...query, filters: withoutColumn(query.filters, column), sort: [] },
      columns: [column],
      // Another place than the table, whose running request it must not supersede.
      view: 'home',
    })
    return columnValues(
      rows.map(({ cells }) => cells[0] ?? null),
      column,
      find,
    )
  }

  /** Replaces the query and the columns. */
  async applyView({ query, group }: CampaignTableQuery, columns: CampaignTableLayout): Promise<void> {
    this.folds.openAll()
    await this.#apply({ query: { ...query, group }, columns }, 'view', null)
    this.search.follow(this.query)
  }

  /** Shows what the table showed before, or after, a change. Throws `ActionUnavailable`. */
  async restore({ query, columns, rowHeight, views }: RestoredParts): Promise<void> {
    if (views !== undefined) this.views.apply(views)
    if (rowHeight !== undefined) this.#store({ rowHeight })
    if (columns !== undefined) this.#store({ columns })
    if (query === undefined) return
    this.folds.openAll()
    this.query = query
    this.#storeShown(this.layout)
    this.search.follow(query)
    await this.#open('query')
  }

  /** Saves the query and the columns as a view. */
  saveView(name: string, forAllConnections: boolean): void {
    const { group, ...query } = this.query
    this.views.save(name, forAllConnections, { query, group, columns: this.layout })
  }

  /** Deletes the views and the query of a connection. */
  forget(connectionId: string): void {
    const { connectionId: shown, views } = this.#preferences.current.campaignTable
    const { query, group } = DEFAULT_CAMPAIGN_TABLE
    this.#store({
      ...(shown === connectionId ? { connectionId: null, query, group } : {}),
      views: views.filter((view) => view.connectionId !== connectionId),
    })
  }

  /** Sets the height of all rows. */
  setRowHeight(rowHeight: CampaignRowHeight): void {
    if (rowHeight === this.rowHeight) return
    const before = this.#parts
    this.#store({ rowHeight })
    this.#recordSince(before, 'rowHeight', null)
  }

  /** Returns whether the table shows a view. The widths of columns do not matter. */
  shows({ query, group, columns }: Omit<CampaignTableView, 'name'>): boolean {
    return (
      hasSameConditions(this.query, { ...query, group }) &&
      this.visibleColumns.join('\n') === columns.order.join('\n')
    )
  }

  /** Sets the columns. The view loads the values of those that {@link lacksColumns} then reports. */
  setLayout(columns: CampaignTableLayout): void {
    const before = this.#parts
    this.#store({ columns })
    this.#recordSince(before, columnAction(before.columns, columns), null)
  }

  get #parts(): CampaignTableParts {
    return { query: this.query, columns: this.layout, rowHeight: this.rowHeight }
  }

  async #change(
    change: Partial<ShownQuery>,
    action: ViewAction,
    mergeKey: string | null = null,
  ): Promise<void> {
    await this.#apply({ query: { ...this.query, ...change }, columns: this.layout }, action, mergeKey)
  }

  async #apply(
    { query, columns }: Pick<CampaignTableParts, 'query' | 'columns'>,
    action: ViewAction,
    mergeKey: string | null,
  ): Promise<void> {
    const before = this.#parts
    this.query = query
    this.#storeShown(columns)
    this.#recordSince(before, action, mergeKey)
    await this.#open('query')
  }

  #recordSince(before: CampaignTableParts, action: ViewAction, mergeKey: string | null): void {
    const after = this.#parts
    const changed = (['query', 'columns', 'rowHeight'] as const).filter(
      (part) => !hasSameConditions({ part: before[part] }, { part: after[part] }),
    )
    if (changed.length === 0) return
    const partsOf = (parts: CampaignTableParts): RestoredParts =>
      Object.fromEntries(changed.map((part) => [part, parts[part]]))
    this.#recordChange(action, partsOf(before), partsOf(after), mergeKey)
  }

  #recordChange(
    action: ViewAction,
    before: RestoredParts,
    after: RestoredParts,
    mergeKey: string | null = null,
  ): void {
    this.#record({ action, connectionId: this.#connectionId, before, after, mergeKey })
  }

  #storeShown(columns: CampaignTableLayout): void {
    const { group, ...query } = this.query
    this.#store({ connectionId: this.#connectionId, query, group, columns })
  }

  #store(change: Partial<PreferencesModel['current']['campaignTable']>): void {
    this.#preferences.change({ campaignTable: { ...this.#preferences.current.campaignTable, ...change } })
  }

  async #open(reason: Reason): Promise<void> {
    const isCurrent = this.#request.begin()
    this.busy = true
    try {
      const { query } = this
      const { group, ...campaignQuery } = query
      const dates = this.#preferences.current.campaignDates
      const columns = [
        ...new Set([
          ...this.visibleColumns,
          ...NEEDED_COLUMNS,
          ...this.#viewColumns,
          ...(group === null ? [] : [group]),
          ...(this.visibleColumns.includes('nextDate') ? dates : []),
        ]),
      ]
      const { rows, total } = await api.call('campaigns.query', {
        connectionId: this.#connectionId,
        query: campaignQuery,
        columns,
        view: 'campaigns',
        dates: [...dates],
      })
      if (!isCurrent()) return
      if (reason === 'query') [this.#left, this.#firstInView] = [null, 0]
      this.#showRows(rows, { query, total, columns, reason })
      this.fault = null
      this.filterProblem = null
      this.search.refuse(null)
      void this.counts.refresh()
    } catch (error) {
      if (isCurrent()) this.#failed(faultOf(error))
    } finally {
      if (isCurrent()) this.busy = false
    }
  }

  #failed(fault: Fault): void {
    if (fault.code === 'superseded' || fault.code === 'cancelled') return
    if (concernsSearch(fault)) this.search.refuse(fault.message)
    else if (concernsFilter(fault)) this.filterProblem = fault.message
    else this.fault = fault
  }

  #showRows(
    rows: readonly CampaignRow[],
    {
      query,
      total,
      columns,
      reason,
    }: {
      readonly query: ShownQuery
      readonly total: number
      readonly columns: readonly CampaignTableColumn[]
      readonly reason: Reason
    },
  ): void {
    const before = this.result
    const positions = new Map(columns.map((column, index) => [column, index]))
    const cellOf: CellReader = (row, column) => row.cells[positions.get(column) ?? -1] ?? null
    const { group } = query
    const direction = query.sort.find(({ key }) => key === group)?.direction ?? 1
    const grouped = group === null ? null : groupCampaigns(rows, group, cellOf, direction)
    const list = grouped?.rows ?? rows
    const indexes = new Map(list.map(({ id }, index) => [id, index]))
    const indexOf = (id: string | undefined): number | null => indexes.get(id ?? '') ?? null
    const firstInView = indexOf(before?.list[this.#firstInView]?.id)
    const active = indexOf(this.activeRow?.id)
    const selected = this.selectedRows.flatMap(({ id }) => indexOf(id) ?? [])
    const target: GridTarget =
      before === null || reason === 'query'
        ? { kind: 'top' }
        : { kind: 'shift', from: this.#firstInView, to: firstInView ?? this.#firstInView }
    this.selection = selected.length === 0 ? NO_SELECTION : { ...this.selection, ...selectionOf(selected) }
    this.active = active ?? (list.length > 0 ? 0 : null)
    this.result = {
      query,
      columns: new Set(columns),
      count: list.length,
      total,
      groups: grouped?.groups ?? null,
      list,
      rows: loadedRows(list),
      cellOf,
      sums: sumsOf(list, cellOf),
      target,
    }
  }

  /** Sets the visible rows, to which a new result scrolls. */
  setVisibleRows(first: number): void {
    this.#firstInView = first
  }

  /** Reads the scroll offset by a function, until the returned one is called. */
  followScroll(read: () => ListScroll): () => void {
    this.#readScroll = read
    return () => {
      if (this.#readScroll === read) this.#readScroll = null
    }
  }

  /** Activates a row, or the nearest one of the table. */
  activate(index: number): void {
    const count = this.result?.count ?? 0
    if (count > 0) this.active = Math.min(Math.max(index, 0), count - 1)
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
    this.selection = selectAll(this.result?.count ?? 0)
  }

  invertSelection(): void {
    this.selection = invert(this.selection, this.result?.count ?? 0)
  }

  clearSelection(): void {
    this.selection = NO_SELECTION
  }
}

/** Returns the selection of these rows, which no extension continues. */
function selectionOf(indexes: readonly number[]): Pick<Selection, 'ranges' | 'anchor' | 'base'> {
  const ranges = rangesOf(indexes)
  return { ranges, anchor: null, base: ranges }
}

/** Returns rows that are all loaded. */
function loadedRows(list: readonly CampaignRow[]): RowSource<CampaignRow> {
  return {
    count: list.length,
    get: (index) => list[index],
    request: () => undefined,
    requestRanges: () => undefined,
    onRows: () => () => undefined,
  }
}
