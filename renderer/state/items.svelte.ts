import type { Fault } from '../../electron/contract/faults.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import type {
  FacetCount,
  GroupKey,
  ItemMark,
  ItemQuery,
  ItemResult,
  SearchMode,
  SortKey,
} from '../../electron/contract/query.ts'
import { parseFields } from '../../electron/contract/search-fields.ts'
import { modeOf } from '../../electron/contract/search-mode.ts'
import { searchStrings } from '../../electron/contract/strings/items-search.ts'
import { api, faultOf } from '../api.ts'
import { RowPages, type RowSource } from '../grid/row-pages.ts'
import { GroupFolds } from './group-folds.svelte.ts'
import { RowChoice } from './items-choice.svelte.ts'
import { ColumnCounts } from './items-facets.svelte.ts'
import { FilterChanges } from './items-filters.svelte.ts'
import { carrySelection, keep, NOTHING_KEPT, placeFor, type GridPlace, type Occasion } from './items-kept.ts'
import {
  asInput,
  cycleSort,
  heldMode,
  isFiltered,
  isNarrowed,
  PLAIN_VIEW,
  rangesAsInput,
  type ViewQuery,
} from './items-query.ts'
import { SelectionTotals } from './items-totals.svelte.ts'
import { NO_SELECTION } from './selection.ts'

/** Typing is answered this long after the last key, in milliseconds. */
const TYPING_PAUSE = 60
/** A mistake in what is typed is told this long after the last key, in milliseconds: it may be half of a term. */
const MISTAKE_PAUSE = 700
/** What was shown before stays in sight for so long, in milliseconds. */
const PATIENCE = 300
/** Rows fetched together with a new result, so that it appears with its rows. */
const FIRST_ROWS = 80
/** Whether a failure is the pattern's, which is said at the search box. */
function aboutSearch(fault: Fault): boolean {
  return fault.code === 'searchInvalid' || fault.code === 'searchTooSlow'
}

/** A result together with its rows and the query that it answers. */
export interface ShownResult extends ItemResult {
  readonly query: ItemQuery
  readonly rows: RowSource<ItemRow>
  readonly place: GridPlace
  /** What the last downloads did to an item and was not seen yet, for rows that have come. */
  readonly markOf: (key: number) => ItemMark | undefined
}

/** The list of items that is shown: its query, result, active row and selection. */
export class ItemsState extends RowChoice {
  #connectionId = ''
  #turn = 0
  #patience: ReturnType<typeof setTimeout> | undefined
  #typing: ReturnType<typeof setTimeout> | undefined
  #pages: RowPages<ItemRow> | null = null
  #firstInView = 0
  #lastInView = 0
  #arrivals = $state(0)

  /** Null: all campaigns. */
  campaignId = $state.raw<string | null>(null)
  query = $state.raw<ViewQuery>(PLAIN_VIEW)
  /** What stands in the search box; the query follows after a moment. */
  typed = $state('')
  /** The way of searching that the person holds to; null: as what is typed reads. */
  chosenMode = $state<SearchMode | null>(null)
  /** How what is typed is searched for. */
  readonly searchMode = $derived(this.chosenMode ?? modeOf(this.typed))
  /** What of a search in fields cannot be read, and where. */
  readonly searchMistake = $derived(this.searchMode === 'fields' ? parseFields(this.typed).problem : null)
  result = $state.raw<ShownResult | null>(null)
  /** A request for a new result is under way. */
  busy = $state(false)
  /** Why there is no result; the last good one, if any, stays. */
  fault = $state.raw<Fault | null>(null)
  /** What is wrong with the pattern, as a sentence. */
  searchProblem = $state.raw<string | null>(null)

  /** The values of the column that is being narrowed. */
  readonly counts = new ColumnCounts(
    (column, find) =>
      api.call('items.values', {
        connectionId: this.#connectionId,
        query: asInput(this.#itemQuery()),
        column,
        find,
      }),
    (error) => {
      this.#fail(faultOf(error))
    },
  )

  /** Which groups are closed. */
  readonly folds = new GroupFolds()

  readonly filters = new FilterChanges(
    () => ({ filters: this.query.filters, unseenOnly: this.query.unseenOnly }),
    async (narrowing) => {
      this.query = { ...this.query, ...narrowing }
      await this.#open('filter')
    },
  )

  /** What the selected rows add up to. */
  readonly totals = new SelectionTotals(
    () => ({ result: this.result, ranges: this.selection.ranges, passing: this.selection.passing }),
    (resultId, ranges) =>
      api.call('items.totals', {
        connectionId: this.#connectionId,
        resultId,
        ranges: rangesAsInput(ranges),
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
  /** Search or filters leave something out of the result that is shown. */
  readonly narrowed = $derived(this.result !== null && isNarrowed(this.result.query))

  get connectionId(): string {
    return this.#connectionId
  }

  /**
   * Shows the items of a campaign, or of all, from the top or as the given query says. What was shown stays until
   * they are there, unless that takes long enough to be seen.
   */
  async show(connectionId: string, campaignId: string | null, query: ViewQuery = PLAIN_VIEW): Promise<void> {
    clearTimeout(this.#typing)
    if (connectionId !== this.#connectionId) this.#clear()
    this.#connectionId = connectionId
    this.campaignId = campaignId
    this.query = query
    this.typed = query.search
    this.chosenMode = heldMode(query)
    this.searchProblem = null
    this.counts.clear()
    this.filters.forget()
    this.folds.openAll()
    this.chosen = false
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => {
      this.#clear()
    }, PATIENCE)
    const fault = await this.#open('show')
    if (fault === null) return
    this.#clear()
    if (aboutSearch(fault)) await this.#showUnsearched(fault.message)
  }

  /** A pattern that was left behind cannot be searched for: the list is shown without it, and says so. */
  async #showUnsearched(problem: string): Promise<void> {
    this.query = { ...this.query, search: '', searchMode: PLAIN_VIEW.searchMode }
    await this.#open('show')
    this.searchProblem = problem
  }

  /** Makes ready to be drawn anew, where it was left. Gives whether there is anything to draw. */
  putBack(connectionId: string, campaignId: string | null): boolean {
    if (this.result === null || connectionId !== this.#connectionId || campaignId !== this.campaignId)
      return false
    this.result = { ...this.result, place: { kind: 'at', position: this.#firstInView } }
    return true
  }

  /** Takes what was typed; the search follows when the fingers rest. */
  type(text: string): void {
    this.typed = text
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => {
      void this.applySearch()
    }, TYPING_PAUSE)
  }

  /** Searches for what was typed, now. */
  async applySearch(): Promise<void> {
    clearTimeout(this.#typing)
    if (this.searchMistake !== null) {
      this.#typing = setTimeout(() => {
        this.tellMistake()
      }, MISTAKE_PAUSE)
      return
    }
    const searchMode = this.typed === '' ? PLAIN_VIEW.searchMode : this.searchMode
    if (this.typed === this.query.search && searchMode === this.query.searchMode) {
      this.searchProblem = null
      return
    }
    this.query = { ...this.query, search: this.typed, searchMode }
    await this.#open(this.typed === '' ? 'filter' : 'search')
  }

  /** Says what of a search in fields cannot be read; false when all can. */
  tellMistake(): boolean {
    if (this.searchMistake === null) return false
    this.searchProblem = searchStrings.mistake(this.searchMistake.reason)
    return true
  }

  /** Values of a column that contain a text, most frequent first, whatever is searched for. */
  async valuesOf(column: ItemColumnKey, find: string): Promise<readonly FacetCount[]> {
    const query = { ...this.#itemQuery(), search: '', searchMode: PLAIN_VIEW.searchMode }
    const input = { connectionId: this.#connectionId, query: asInput(query), column, find }
    return (await api.call('items.values', input)).values
  }

  async clearSearch(): Promise<void> {
    this.typed = ''
    await this.applySearch()
  }

  /** Holds to a way of searching, or with null leaves it to what is typed. */
  async chooseMode(mode: SearchMode | null): Promise<void> {
    this.chosenMode = mode
    await this.applySearch()
  }

  /**
   * Searches for the rows of a pasted list, in its order, in place of what was typed; null: no longer. The filters
   * stay.
   */
  async findList(list: readonly string[] | null): Promise<void> {
    clearTimeout(this.#typing)
    if (list === null) this.query = { ...this.query, list }
    else {
      this.typed = ''
      this.query = { ...this.query, list, search: '', searchMode: PLAIN_VIEW.searchMode, sort: [] }
    }
    await this.#open(list === null ? 'filter' : 'search')
  }

  /** Asks for something else altogether, in the same list. */
  async ask(query: ViewQuery): Promise<void> {
    clearTimeout(this.#typing)
    this.filters.note()
    this.query = query
    this.typed = query.search
    this.chosenMode = heldMode(query)
    this.searchProblem = null
    await this.#open('search')
  }

  /** Ascending, descending, the service's order; `additional` keeps the keys that are there. */
  async sortBy(key: ItemColumnKey, additional: boolean): Promise<void> {
    await this.setSort(cycleSort(this.query.sort, key, additional))
  }

  async setSort(sort: readonly SortKey[]): Promise<void> {
    this.query = { ...this.query, sort }
    await this.#open('sort')
  }

  /** The rows of one value together, under a head; null: no groups. */
  async setGroup(group: GroupKey | null): Promise<void> {
    this.folds.openAll()
    this.query = { ...this.query, group }
    await this.#open('sort')
  }

  /** Position of an item, for which search and filters are lifted if they leave it out; null: it is not there. */
  async find(key: number): Promise<number | null> {
    const found = await this.#positionOf(key)
    if (found !== null || !isNarrowed(this.query)) return found
    this.typed = ''
    if (isFiltered(this.query)) this.filters.note()
    this.query = { ...PLAIN_VIEW, group: this.query.group, sort: this.query.sort }
    await this.#open('filter')
    return await this.#positionOf(key)
  }

  async #positionOf(key: number): Promise<number | null> {
    return this.result === null ? null : await this.#locator(this.result.resultId)(key)
  }

  /** Asks again and keeps the place: after the data changed, or when the result is no longer held. */
  async reopen(): Promise<void> {
    await this.#open('data')
  }

  /** Lets everything go; answers under way are dropped. */
  close(): void {
    this.#turn += 1
    this.counts.clear()
    clearTimeout(this.#typing)
    clearTimeout(this.#patience)
    this.#pages?.close()
  }

  /** Told by the grid, so that a new result can be put where the person was looking. */
  viewed(first: number, last: number): void {
    this.#firstInView = first
    this.#lastInView = last
  }

  /** Puts the chosen rows on the clipboard as a table; gives their number. */
  async copy(columns: readonly ItemColumnKey[]): Promise<number> {
    const ranges = this.chosenRanges()
    if (this.result === null || ranges.length === 0) return 0
    return await api.call('items.copy', {
      connectionId: this.#connectionId,
      resultId: this.result.resultId,
      ranges: rangesAsInput(ranges),
      columns: [...columns],
    })
  }

  protected override get rowCount(): number {
    return this.result?.count ?? 0
  }

  #itemQuery(): ItemQuery {
    const campaignIds = this.campaignId === null ? null : [this.campaignId]
    return { campaignIds, ...this.query }
  }

  /** Opens the query as it is; gives the failure, which is also shown, or null. */
  async #open(occasion: Occasion): Promise<Fault | null> {
    this.#turn += 1
    const turn = this.#turn
    const current = (): boolean => turn === this.#turn
    this.busy = true
    try {
      const kept = await this.#keep(occasion)
      if (!current()) return null
      const query = this.#itemQuery()
      const result = await api.call('items.open', { connectionId: this.#connectionId, query: asInput(query) })
      if (!current()) return null
      const marks = new Map<number, ItemMark>()
      const pages = this.#pagesOf(result, marks)
      const locate = this.#locator(result.resultId)
      const active = kept.active === null ? null : await locate(kept.active)
      const anchor = kept.anchor === null ? null : await locate(kept.anchor.key)
      const place = placeFor(occasion, kept, active, anchor)
      const first = this.#firstFor(place)
      const [selection] = await Promise.all([
        carrySelection(kept, result.count, active, locate),
        pages.prime(first, first + FIRST_ROWS),
      ])
      if (!current()) {
        pages.close()
        return null
      }
      clearTimeout(this.#patience)
      this.#pages?.close()
      this.#pages = pages
      pages.onRows(() => {
        this.#arrivals += 1
      })
      this.active = active ?? (result.count > 0 ? 0 : null)
      this.chosen = this.chosen && active !== null
      this.selection = selection
      this.result = { ...result, query, rows: pages, place, markOf: (key) => marks.get(key) }
      this.fault = null
      this.searchProblem = null
      void this.counts.refresh()
      return null
    } catch (error) {
      return current() ? this.#fail(faultOf(error)) : null
    } finally {
      if (current()) this.busy = false
    }
  }

  #keep(occasion: Occasion): ReturnType<typeof keep> {
    if (this.result === null) return Promise.resolve(NOTHING_KEPT)
    return keep(
      {
        connectionId: this.#connectionId,
        resultId: this.result.resultId,
        rows: this.result.rows,
        active: this.active,
        chosen: this.chosen,
        firstInView: this.#firstInView,
        lastInView: this.#lastInView,
        selection: this.selection,
      },
      occasion,
    )
  }

  #locator(resultId: number): (key: number) => Promise<number | null> {
    const connectionId = this.#connectionId
    return (key) => api.call('items.locate', { connectionId, resultId, key })
  }

  #firstFor(place: GridPlace): number {
    if (place.kind === 'top') return 0
    return place.kind === 'shift' ? this.#firstInView + place.rows : place.position - FIRST_ROWS / 2
  }

  #clear(): void {
    clearTimeout(this.#patience)
    this.result = null
    this.active = null
    this.selection = NO_SELECTION
  }

  #fail(fault: Fault): Fault | null {
    if (fault.code === 'superseded' || fault.code === 'cancelled') return null
    if (aboutSearch(fault)) this.searchProblem = fault.message
    else this.fault = fault
    return fault
  }

  #pagesOf(result: ItemResult, marks: Map<number, ItemMark>): RowPages<ItemRow> {
    const connectionId = this.#connectionId
    return new RowPages<ItemRow>({
      count: result.count,
      load: async (start, count) => {
        const found = await api.call('items.window', {
          connectionId,
          resultId: result.resultId,
          start,
          count,
        })
        for (const mark of found.marks) marks.set(mark.key, mark)
        return found.rows
      },
      onFailure: (error) => {
        const fault = faultOf(error)
        // While a newer result is on its way, the old one may go.
        if (this.busy) return
        if (fault.code === 'notFound') void this.reopen()
        else this.#fail(fault)
      },
    })
  }
}
