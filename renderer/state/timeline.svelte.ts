import type { DateRowSort } from '../timeline/date-rows.ts'
import { LANE_COLUMNS, laneOf, type Lane } from '../timeline/lanes.ts'
import type { TimeScale } from '../timeline/time-scale.ts'
import { groupValueOf } from './campaign-groups.ts'
import type { CampaignTableResult } from './campaign-table.svelte.ts'

/** Which campaigns the timeline shows: all, or those with overdue dates or dates in the wrong order. */
export type TimelineFilter = 'all' | 'overdue' | 'outOfOrder'

/** How the timeline shows the campaigns of the table. It stays as it was left. */
export class TimelineState {
  #connectionId: string | null = null
  #lanes: readonly Lane[] | null = null

  filter = $state<TimelineFilter>('all')
  /** Null until the width of the view is known. */
  scale = $state.raw<TimeScale | null>(null)
  /** Width of the part with the dates, in CSS pixels. */
  width = 0
  /** Scroll offset, in CSS pixels. */
  top = 0
  asTable = $state(false)
  sort = $state.raw<DateRowSort>({ column: 'date', direction: 1 })

  /** Shows a connection from the start if another one was shown before. */
  open(connectionId: string): void {
    if (connectionId === this.#connectionId) return
    this.#connectionId = connectionId
    this.#lanes = null
    this.filter = 'all'
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
}
