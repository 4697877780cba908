import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { ColumnKey, ItemColumnKey } from '../../electron/contract/columns.ts'
import {
  COMPARED_COLUMNS,
  type CampaignFieldComparison,
  type ComparisonLine,
  type ComparisonList,
  type ComparisonQuery,
  type ComparisonSort,
  type ComparisonWindow,
} from '../../electron/contract/comparison.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { messages } from '../../electron/contract/messages.ts'
import { api, faultOf } from '../api.ts'
import { RowPages } from '../lists/row-pages.ts'
import { isDownloaded } from './campaign-text.ts'
import { ActionUnavailable } from './history.svelte.ts'
import { Latest } from './latest.ts'
import type { NavigationContext } from './navigation.ts'
import { PagedList, type PagedResult } from './paged-list.svelte.ts'
import type { ComparisonPlace } from './places.ts'
import { recordInTab, searchMergeKey, type TabHistoryContext } from './tab-history.ts'
import type { ViewAction } from './view-history.ts'

/** Number of lines fetched together with the counts, so that the table appears with its lines. */
const FIRST_LINE_COUNT = 100
/** How long the previous result stays visible while the next one is loading. */
const CLEAR_DELAY_MS = 300
/** A comparison that takes longer shows that it is running, and can be canceled. */
const PROGRESS_DELAY_MS = 300

/** One of the two campaigns. */
export type Side = 'first' | 'second'

/** What is compared, and what is shown of it. */
export interface ComparisonSelection {
  /** Ids of the campaigns; null if none is chosen. */
  readonly first: string | null
  readonly second: string | null
  readonly view: 'items' | 'campaignFields'
  readonly by: ColumnKey
  readonly columns: readonly ItemColumnKey[]
  readonly list: ComparisonList
  readonly column: ItemColumnKey | null
  readonly search: string
  readonly sort: ComparisonSort
}

const DEFAULT_SELECTION: ComparisonSelection = {
  first: null,
  second: null,
  view: 'items',
  by: 'posNumber',
  columns: COMPARED_COLUMNS,
  list: 'different',
  column: null,
  search: '',
  sort: 'difference',
}

/** The result of a comparison, with its counts. */
export interface ShownComparison
  extends PagedResult<ComparisonLine>, Pick<ComparisonWindow, 'counts' | 'fields' | 'itemCount' | 'totals'> {
  readonly query: ComparisonQuery
}

type ComparisonContext = Pick<
  NavigationContext,
  'connectionId' | 'campaigns' | 'campaignList' | 'show' | 'tab'
>

/** Records a change of the selection before it happens. */
type RecordSelection = (
  action: ViewAction,
  before: ComparisonSelection,
  after: ComparisonSelection,
  connectionId: string,
) => void

/** The comparison of two campaigns. It stays as it is while other views are shown. */
export class CampaignComparisonModel extends PagedList<ComparisonLine, ShownComparison> {
  readonly #context: ComparisonContext
  readonly #record: RecordSelection
  readonly #progress = new Latest()
  /** The connection of the selection. */
  #connectionId: string | null = null

  selection = $state.raw<ComparisonSelection>(DEFAULT_SELECTION)
  /** The differences of the records; null while they are loading. */
  campaignFields = $state.raw<CampaignFieldComparison | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** Whether a comparison has been running for so long that it shows its progress. */
  isSlow = $state(false)
  /** Whether the person canceled the comparison, so that there is no result. */
  isCanceled = $state(false)
  /** The open list of campaigns. */
  openPicker = $state.raw<Side | null>(null)

  /** The chosen campaigns that are still downloaded. */
  readonly first = $derived.by(() => this.#campaign(this.selection.first))
  readonly second = $derived.by(() => this.#campaign(this.selection.second))

  constructor(context: ComparisonContext, record: RecordSelection) {
    super()
    this.#context = context
    this.#record = record
  }

  /** Sets the campaigns and shows their comparison. With null, the person chooses the second one. */
  compareWith(first: string, second: string | null): void {
    this.#followConnection()
    const { by, columns, sort } = this.selection
    this.selection = { ...DEFAULT_SELECTION, by, columns, sort, first, second }
    this.#reset()
    this.openPicker = second === null ? 'second' : null
    const isShown = this.#context.tab === 'compare'
    this.#context.campaignList.selectOnly(null)
    this.#context.show(null, 'compare')
    // Otherwise the view loads it.
    if (isShown) void this.refresh()
  }

  /**
   * Loads the comparison for the view.
   * @param place where it was left, if the person returns to it
   */
  async show(place: ComparisonPlace | null = null): Promise<void> {
    this.#followConnection()
    if (place !== null && place.connectionId === this.#connectionId) {
      this.selection = place.selection
      this.active = place.active
      await this.#open(place)
      return
    }
    // Changed data does not start what the person canceled.
    if (this.isCanceled) return
    this.redraw()
    await this.refresh()
  }

  /** Ends the running comparison. Nothing is shown until the person starts again. */
  cancel(): void {
    this.close()
    this.clear()
    this.isCanceled = true
  }

  /** Ends the running comparison, and forgets that an earlier one was canceled. */
  override close(): void {
    super.close()
    this.isCanceled = false
    this.#stopProgress()
    if (!this.busy || this.#connectionId === null) return
    this.busy = false
    // If this fails, the comparison runs to its end, and its result is ignored.
    api.call('comparisons.cancel', { connectionId: this.#connectionId }).catch(() => undefined)
  }

  /** Captures what is shown. Returns null while nothing is. */
  capture(): ComparisonPlace | null {
    const { selection, active, firstInView } = this
    if (this.#connectionId === null) return null
    const target = this.currentTarget
    return { kind: 'comparison', connectionId: this.#connectionId, selection, active, firstInView, target }
  }

  /** Reloads the comparison and keeps the scroll offset, after the data has changed. */
  async refresh(): Promise<void> {
    await this.#open({ firstInView: this.firstInView, target: { kind: 'at', index: this.firstInView } })
  }

  /** Chooses a campaign. The same campaign on the other side changes places with it. */
  async choose(side: Side, id: string): Promise<void> {
    const { first, second } = this.selection
    if ((side === 'first' ? second : first) === id) await this.swap()
    else await this.#change({ [side]: id, column: null }, 'comparison')
  }

  async swap(): Promise<void> {
    const { first, second, list } = this.selection
    const swapped: Partial<Record<ComparisonList, ComparisonList>> = {
      onlyFirst: 'onlySecond',
      onlySecond: 'onlyFirst',
    }
    await this.#change({ first: second, second: first, list: swapped[list] ?? list }, 'comparison')
  }

  /** Shows the items, or the fields of the campaigns; both are loaded. */
  setView(view: ComparisonSelection['view']): void {
    this.selection = { ...this.selection, view }
  }

  async matchBy(by: ColumnKey): Promise<void> {
    await this.#change({ by, column: null }, 'comparison')
  }

  /** Compares other columns; the order is that of all columns. */
  async compareColumns(columns: readonly ItemColumnKey[]): Promise<void> {
    const { column } = this.selection
    await this.#change(
      {
        columns: COMPARED_COLUMNS.filter((key) => columns.includes(key)),
        column: column !== null && columns.includes(column) ? column : null,
      },
      'columns',
    )
  }

  async showList(list: ComparisonList): Promise<void> {
    await this.#change({ list }, null)
  }

  /** Shows only differences of a column; null for all. */
  async showColumn(column: ItemColumnKey | null): Promise<void> {
    await this.#change({ column, list: 'different' }, 'filter')
  }

  async find(search: string): Promise<void> {
    await this.#change({ search }, 'search')
  }

  async sortBy(sort: ComparisonSort): Promise<void> {
    await this.#change({ sort }, 'sort')
  }

  /** Returns the campaign of a side. */
  campaignOf(side: Side): CampaignSummary | null {
    return side === 'first' ? this.first : this.second
  }

  /** Shows an earlier selection. Throws {@link ActionUnavailable} if one of its campaigns was removed. */
  async restore(selection: ComparisonSelection): Promise<void> {
    const { first, second } = selection
    if ([first, second].some((id) => id !== null && this.#campaign(id) === null))
      throw new ActionUnavailable(messages.history.reasons.campaignRemoved)
    await this.#select(selection)
  }

  /** Changes parts of the selection; with a name, as an action that can be undone. */
  async #change(change: Partial<ComparisonSelection>, action: ViewAction | null): Promise<void> {
    const before = this.selection
    const after = { ...before, ...change }
    if (action !== null && this.#connectionId !== null && JSON.stringify(after) !== JSON.stringify(before))
      this.#record(action, before, after, this.#connectionId)
    await this.#select(after)
  }

  async #select(selection: ComparisonSelection): Promise<void> {
    const isSameComparison = (['first', 'second', 'by'] as const).every(
      (key) => selection[key] === this.selection[key],
    )
    this.selection = selection
    this.firstInView = 0
    this.active = null
    if (!isSameComparison) this.clearAfter(CLEAR_DELAY_MS)
    await this.#open({ firstInView: 0, target: { kind: 'top' } })
  }

  async #open({ firstInView, target }: Pick<ComparisonPlace, 'firstInView' | 'target'>): Promise<void> {
    const connectionId = this.#connectionId
    const [first, second] = [this.first, this.second]
    if (connectionId === null || first === null || second === null) {
      this.#reset()
      return
    }
    const { view: _view, first: _first, second: _second, ...choice } = this.selection
    const query: ComparisonQuery = { ...choice, campaignIds: [first.id, second.id] }
    this.isCanceled = false
    this.#progress.after(PROGRESS_DELAY_MS, () => {
      this.isSlow = true
    })
    await this.request(async (isCurrent) => {
      const [window, campaignFields] = await Promise.all([
        api.call('comparisons.open', { connectionId, query, count: FIRST_LINE_COUNT }),
        api.call('comparisons.campaignFields', { connectionId, campaignIds: query.campaignIds }),
      ])
      if (!isCurrent()) return
      const pages = this.#pagesOf(connectionId, query, window)
      const index = Math.min(firstInView, Math.max(0, window.count - 1))
      await pages.prime(index, index + FIRST_LINE_COUNT / 2)
      if (!isCurrent()) {
        pages.close()
        return
      }
      const { count, itemCount, counts, fields, totals } = window
      this.active = count === 0 ? null : Math.min(this.active ?? 0, count - 1)
      this.campaignFields = campaignFields
      this.fault = null
      this.replace(
        {
          query,
          ...{ count, itemCount, counts, fields, totals },
          rows: pages,
          target: 'index' in target ? { ...target, index } : target,
        },
        pages,
      )
    })
    if (!this.busy) this.#stopProgress()
  }

  #stopProgress(): void {
    this.#progress.cancel()
    this.isSlow = false
  }

  protected override failed(fault: Fault): void {
    this.stopWaiting()
    const { result } = this
    // The result of other campaigns must not be shown under the names of these.
    const isSame =
      result?.query.campaignIds[0] === this.selection.first &&
      result.query.campaignIds[1] === this.selection.second
    if (!isSame) this.clear()
    this.fault = fault
  }

  protected override clear(): void {
    super.clear()
    this.firstInView = 0
    this.campaignFields = null
  }

  #reset(): void {
    this.close()
    this.fault = null
    this.clear()
  }

  /** Forgets the comparison of another connection. */
  #followConnection(): void {
    const { connectionId } = this.#context
    if (connectionId === this.#connectionId) return
    this.#reset()
    this.#connectionId = connectionId
    this.selection = DEFAULT_SELECTION
    this.openPicker = null
  }

  #campaign(id: string | null): CampaignSummary | null {
    if (id === null) return null
    return this.#context.campaigns.find((each) => each.id === id && isDownloaded(each)) ?? null
  }

  #pagesOf(connectionId: string, query: ComparisonQuery, window: ComparisonWindow): RowPages<ComparisonLine> {
    return new RowPages<ComparisonLine>({
      count: window.count,
      load: async (start, count) => {
        // The first lines arrived with the counts.
        if (start + count <= window.lines.length) return window.lines.slice(start, start + count)
        return (await api.call('comparisons.read', { connectionId, query, start, count })).lines
      },
      onFailure: (error) => this.reportFault(faultOf(error)),
    })
  }
}

/** Creates the comparison of campaigns of the window. What it compares and shows can be undone. */
export function createCampaignComparison(context: TabHistoryContext): CampaignComparisonModel {
  const comparison: CampaignComparisonModel = new CampaignComparisonModel(
    context,
    (action, before, after, connectionId) => {
      recordInTab(context, { connectionId, campaignId: null }, 'compare', {
        ...{ action, before, after },
        mergeKey: searchMergeKey(before, after),
        restore: (selection) => comparison.restore(selection),
      })
    },
  )
  return comparison
}
