import pLimit from 'p-limit'
import type { Fault } from '../../electron/contract/faults.ts'
import type { ColumnKey, ItemColumnKey } from '../../electron/contract/columns.ts'
import { isStateColumn, type FilterColumn } from '../../electron/contract/filters.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { RowColorRule } from '../../electron/contract/row-colors.ts'
import type { ColumnValues, FacetCount, GroupKey, ItemQuery, SortKey } from '../../electron/contract/query.ts'
import { api, faultOf } from '../api.ts'
import { GroupFolds } from './group-folds.svelte.ts'
import { ColumnCounts, NO_VALUES } from './column-counts.svelte.ts'
import {
  FilterChanges,
  cycleSort,
  isNarrowed,
  isSameQuery,
  PLAIN_VIEW,
  type ViewQuery,
} from './items-query.ts'
import type { ReopenReason } from './open-result.ts'
import type { ListPlace } from './places.ts'
import { ResultList } from './result-list.svelte.ts'
import { RowColoring } from './row-coloring.svelte.ts'
import { concernsFilter, concernsSearch, ListSearch } from './list-search.svelte.ts'
import { columnAction, type ViewAction, type ViewChange, type ViewParts } from './view-history.ts'

/** Time in milliseconds for which the previous list stays visible. */
const HOLD_MS = 300

/** Returns the reason for which a change of these parts of a query opens a result. */
function reasonOf(parts: Partial<ViewQuery>): ReopenReason {
  if (parts.search !== undefined) return 'search'
  return parts.filters === undefined && parts.list === undefined ? 'sort' : 'filter'
}

/** What a list needs from its owner. */
export interface ItemListOwner {
  /** Returns the columns of the list. */
  readonly columns: () => ColumnLayout
  readonly setColumns: (columns: ColumnLayout) => void
  /** Returns the rules that color the rows of the list. */
  readonly rowColors: () => readonly RowColorRule[]
  readonly setRowColors: (rules: readonly RowColorRule[]) => void
  /** Records a change of the view before it happens. */
  readonly record: (change: ViewChange) => void
  /** Identifies the stored data that a query depends on. */
  readonly versionFor: (query: ItemQuery) => string
}

/** An action that changes a view. */
interface Action {
  readonly name: ViewAction
  /** Null or absent: the columns do not change. */
  readonly columns?: ColumnLayout | null
  /** Null or absent: the colors of the rows do not change. */
  readonly rowColors?: readonly RowColorRule[] | null
  /** Actions in a row with the same key are undone as one. */
  readonly mergeKey?: string | null
}

/** The list of items with its query. */
export class ItemsState extends ResultList {
  readonly #in: ItemListOwner
  #connectionId = ''
  /** Whether it was opened before its view existed. */
  #isPreloaded = false

  /** Null: all campaigns. */
  campaignId = $state.raw<string | null>(null)
  query = $state.raw<ViewQuery>(PLAIN_VIEW)
  /** Why there is no result. The last result stays. */
  fault = $state.raw<Fault | null>(null)

  readonly search = new ListSearch(
    () => this.query,
    async (searched, edit) => {
      this.#record(searched, { name: 'search', mergeKey: `search ${String(edit)}` })
      this.query = { ...this.query, ...searched }
      await this.open(searched.search === '' ? 'filter' : 'search')
    },
  )

  /** The values of the column that is being filtered. */
  readonly counts = new ColumnCounts<FilterColumn>(
    (column, find) => this.#loadValues(column, find),
    (error) => this.reportFault(faultOf(error)),
  )

  /** The colors of the rows. */
  readonly coloring = new RowColoring(() => ({
    connectionId: this.#connectionId,
    campaignIds: this.itemQuery().campaignIds,
    rules: this.#in.rowColors(),
    version: (filters) => {
      // The version itself is not reactive; it changes before a new result is opened.
      void this.result
      return this.#in.versionFor({ ...this.itemQuery(), filters, sort: [] })
    },
  }))

  /** The collapsed groups. */
  readonly folds = new GroupFolds()

  /** One request for the range of a column at a time. */
  readonly #extents = pLimit(1)

  readonly filters = new FilterChanges(
    () => this.query.filters,
    async (filters, mergeKey) => {
      await this.#change({ filters }, { name: 'filter', mergeKey })
    },
  )

  /** Why the pattern of a filter cannot be used; the last result stays. */
  filterProblem = $state.raw<string | null>(null)

  /** Whether search or filters exclude items of the shown result. */
  readonly narrowed = $derived(this.result !== null && isNarrowed(this.result.query))

  /** Whether the shown result does not match the query yet. */
  readonly isOutdated = $derived(
    this.busy || (this.search.isValid && this.search.typed !== this.query.search),
  )

  constructor(surroundings: ItemListOwner) {
    super()
    this.#in = surroundings
  }

  override get connectionId(): string {
    return this.#connectionId
  }

  /**
   * Shows the items of a campaign, or of all, from the start or with a given query. The previous list stays
   * until they are loaded, unless that takes too long.
   * @param place where the list was left, if the person returns to it
   */
  async show(
    connectionId: string,
    campaignId: string | null,
    query: ViewQuery = PLAIN_VIEW,
    place: ListPlace | null = null,
  ): Promise<void> {
    if (connectionId !== this.#connectionId) this.clear()
    this.#connectionId = connectionId
    this.campaignId = campaignId
    this.query = query
    this.search.follow(query)
    this.counts.clear()
    if (place === null) this.folds.openAll()
    else this.folds.restore(place.closedGroups)
    this.chosen = place?.chosen ?? false
    this.clearAfter(HOLD_MS)
    const fault = await this.open('show', place)
    if (fault === null) return
    this.clear()
    if (concernsSearch(fault)) await this.#showUnsearched(fault.message)
    if (concernsFilter(fault)) {
      this.query = { ...this.query, filters: PLAIN_VIEW.filters }
      await this.open('show')
      this.filterProblem = fault.message
    }
  }

  /** The stored pattern of a list is invalid: the list is shown without it, with a message. */
  async #showUnsearched(problem: string): Promise<void> {
    this.query = { ...this.query, search: '', searchMode: PLAIN_VIEW.searchMode }
    await this.open('show')
    this.search.refuse(problem)
  }

  /** Opens a list before its view exists. */
  async preload(...list: Parameters<ItemsState['show']>): Promise<void> {
    this.#isPreloaded = true
    await this.show(...list)
  }

  /**
   * Returns what a new view finds: a list that was opened for it, one that was left and must be updated, or
   * none.
   * @param place where the list was left, if the person returns to it
   */
  resume(
    connectionId: string,
    campaignId: string | null,
    place: ListPlace | null = null,
  ): 'preloaded' | 'previous' | 'none' {
    const isPreloaded = this.#isPreloaded
    this.#isPreloaded = false
    if (connectionId !== this.#connectionId || campaignId !== this.campaignId) return 'none'
    if (isPreloaded) return 'preloaded'
    if (this.result === null || (place !== null && place.resultId !== this.result.resultId)) return 'none'
    this.#redrawAt(place)
    return 'previous'
  }

  /** Captures what the list shows. Returns null while another list is being opened. */
  capture(): ListPlace | null {
    return this.capturePlace(this.folds.closed)
  }

  /** Shows the list in another form: as it was left at a place, or else at the same rows. */
  async showAgain(place: ListPlace | null): Promise<void> {
    if (place === null || place.resultId === this.result?.resultId) this.#redrawAt(place)
    else await this.show(this.#connectionId, this.campaignId, this.query, place)
  }

  #redrawAt(place: ListPlace | null): void {
    if (place === null) {
      this.redraw()
      return
    }
    this.folds.restore(place.closedGroups)
    this.restoreRows(place)
  }

  /** Returns the range of a column's values under the filters of other columns. */
  async extentOf(column: FilterColumn): Promise<Pick<ColumnValues, 'min' | 'max'>> {
    // A request for values cancels an earlier one.
    return await this.#extents(() => this.#loadValues(column, ''))
  }

  async #loadValues(column: FilterColumn, find: string): Promise<ColumnValues> {
    if (isStateColumn(column)) return NO_VALUES
    const input = { connectionId: this.#connectionId, query: this.itemQuery(), column, find }
    return await api.call('items.values', input)
  }

  /** Returns the values of a column that contain a text, most frequent first, regardless of the search. */
  async valuesOf(column: ItemColumnKey, find: string): Promise<readonly FacetCount[]> {
    const query = { ...this.itemQuery(), search: '', searchMode: PLAIN_VIEW.searchMode }
    const input = { connectionId: this.#connectionId, query, column, find }
    return (await api.call('items.values', input)).values
  }

  /**
   * Searches for the rows of a pasted list instead of the search text, without groups, so that its order is
   * kept; null removes it. The filters stay.
   */
  async findList(list: readonly string[] | null): Promise<void> {
    const { search, searchMode, sort, group } = PLAIN_VIEW
    await this.#change(list === null ? { list } : { list, search, searchMode, sort, group }, {
      name: 'pastedList',
    })
  }

  /** Replaces the query of the list; with null the columns or the colors do not change. */
  async applyView(
    query: ViewQuery,
    columns: ColumnLayout | null = null,
    rowColors: readonly RowColorRule[] | null = null,
  ): Promise<void> {
    await this.#change(query, { name: 'view', columns, rowColors })
  }

  /** Cycles the sort of a column; `additional` keeps the other keys. */
  async sortBy(key: ColumnKey, additional: boolean): Promise<void> {
    await this.setSort(cycleSort(this.query.sort, key, additional))
  }

  async setSort(sort: readonly SortKey[]): Promise<void> {
    await this.#change({ sort }, { name: 'sort' })
  }

  /** Groups the rows by a column; null: no groups. */
  async setGroup(group: GroupKey | null): Promise<void> {
    await this.#change({ group }, { name: 'grouping' })
  }

  /**
   * Returns the index of an item, removing search and filters if they exclude it; null if it does not exist.
   */
  async find(key: number): Promise<number | null> {
    const index = await this.indexOf(key)
    if (index !== null || !isNarrowed(this.query)) return index
    const { group: _group, sort: _sort, ...everything } = PLAIN_VIEW
    await this.#change(everything, { name: 'filter' })
    return await this.indexOf(key)
  }

  /** Sets the columns. */
  setColumns(columns: ColumnLayout): void {
    this.#record({}, { name: columnAction(this.#in.columns(), columns), columns })
    this.#in.setColumns(columns)
  }

  /** Sets the rules that color rows. Consecutive changes with the same key are undone together. */
  setRowColors(rowColors: readonly RowColorRule[], mergeKey: string | null = null): void {
    this.#record({}, { name: 'rowColors', rowColors, mergeKey })
    this.#in.setRowColors(rowColors)
  }

  /** Returns the index of an item in the result, or null. */
  locate(key: number): Promise<number | null> {
    return this.indexOf(key)
  }

  /** Restores parts of the view, as undo and redo do. */
  async restore(parts: ViewParts): Promise<void> {
    await this.#apply(parts)
  }

  /** Changes parts of the query as one action that can be undone. */
  async #change(query: Partial<ViewQuery>, action: Action): Promise<void> {
    this.#record(query, action)
    await this.#apply({ query, columns: action.columns ?? null, rowColors: action.rowColors ?? null })
  }

  #record(
    query: Partial<ViewQuery>,
    { name, columns = null, rowColors = null, mergeKey = null }: Action,
  ): void {
    if (columns === null && rowColors === null && isSameQuery({ ...this.query, ...query }, this.query)) return
    const now = this.query
    const before = Object.fromEntries(Object.keys(query).map((key) => [key, now[key as keyof ViewQuery]]))
    this.#in.record({
      action: name,
      before: {
        query: before,
        columns: columns === null ? null : this.#in.columns(),
        rowColors: rowColors === null ? null : this.#in.rowColors(),
      },
      after: { query, columns, rowColors },
      mergeKey,
    })
  }

  async #apply({ query: parts, columns, rowColors }: ViewParts): Promise<void> {
    const query = { ...this.query, ...parts }
    if (query.group !== this.query.group) this.folds.openAll()
    this.query = query
    if (parts.search !== undefined) this.search.follow(query)
    if (columns !== null) this.#in.setColumns(columns)
    if (rowColors !== null) this.#in.setRowColors(rowColors)
    if (Object.keys(parts).length > 0) await this.open(reasonOf(parts))
  }

  override close(): void {
    super.close()
    this.counts.clear()
    this.search.cancelPending()
  }

  protected override itemQuery(): ItemQuery {
    const campaignIds = this.campaignId === null ? null : [this.campaignId]
    return { campaignIds, ...this.query }
  }

  protected override versionFor(query: ItemQuery): string {
    return this.#in.versionFor(query)
  }

  protected override opened(): void {
    this.fault = null
    this.filterProblem = null
    this.search.refuse(null)
    void this.counts.refresh()
  }

  protected override failed(fault: Fault): void {
    if (concernsSearch(fault)) this.search.refuse(fault.message)
    else if (concernsFilter(fault)) this.filterProblem = fault.message
    else this.fault = fault
  }
}
