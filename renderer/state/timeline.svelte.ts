import type { DateRowSort } from '../timeline/date-rows.ts'
import { LANE_COLUMNS, laneOf, type Lane } from '../timeline/lanes.ts'
import type { TimeScale } from '../timeline/time-scale.ts'
import { groupValueOf } from './campaign-groups.ts'
import type { CampaignTableResult } from './campaign-table.svelte.ts'
import { recordInTab, type TabHistoryContext } from './tab-history.ts'

/** Which campaigns the timeline shows: all, or those with overdue dates or dates in the wrong order. */
export type TimelineFilter = 'all' | 'overdue' | 'outOfOrder'

/** How the timeline shows the campaigns of the table. It stays as it was left. */
export class TimelineState {
  readonly #context: TabHistoryContext
  #connectionId: string | null = null
  #lanes: readonly Lane[] | null = null
  #filter = $state<TimelineFilter>('all')
  #sort = $state.raw<DateRowSort>({ column: 'date', direction: 1 })

  /** Null until the width of the view is known. */
  scale = $state.raw<TimeScale | null>(null)
  /** Width of the part with the dates, in CSS pixels. */
  width = 0
  /** Scroll offset, in CSS pixels. */
  top = 0
  asTable = $state(false)

  constructor(context: TabHistoryContext) {
    this.#context = context
  }

  get filter(): TimelineFilter {
    return this.#filter
  }

  /** The order of the table. */
  get sort(): DateRowSort {
    return this.#sort
  }

  /** Filters the campaigns as an action that can be undone. */
  filterBy(filter: TimelineFilter): void {
    if (filter === this.#filter) return
    this.#record('filter', this.#filter, filter, (restored) => {
      this.#filter = restored
    })
    this.#filter = filter
  }

  /** Sorts the table as an action that can be undone. */
  sortBy(sort: DateRowSort): void {
    this.#record('sort', this.#sort, sort, (restored) => {
      this.asTable = true
      this.#sort = restored
    })
    this.#sort = sort
  }

  /** Shows a connection from the start if another one was shown before. */
  open(connectionId: string): void {
    if (connectionId === this.#connectionId) return
    this.#connectionId = connectionId
    this.#lanes = null
    this.#filter = 'all'
    this.scale = null
    this.top = 0
  }

  /**
   * Returns the lanes of a result of the table. While its dates are loading, they are the last ones, or null.
   */
  lanesOf(result: CampaignTableResult | null): readonly Lane[] | null {
    if (result !== null && LANE_COLUMNS.every((column) => result.columns.has(column))) {
      const { list, cellOf, query } = result
      const { group } = query
      this.#lanes = list.map((row) =>
        laneOf(
          row.id,
          (column) => cellOf(row, column),
          group === null ? null : groupValueOf(cellOf(row, group)),
        ),
      )
    }
    return this.#lanes
  }

  #record<Part>(action: 'filter' | 'sort', before: Part, after: Part, restore: (part: Part) => void): void {
    const list = { connectionId: this.#connectionId ?? '', campaignId: null }
    recordInTab(this.#context, list, 'timeline', { action, before, after, restore })
  }
}
