import { EMPTY_CAMPAIGN_QUERY } from '../../electron/contract/campaign-query.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import type { DateRowSort } from '../timeline/date-rows.ts'
import { LANE_COLUMNS, laneOf, type Grouping, type Lane } from '../timeline/lanes.ts'
import type { TimeScale } from '../timeline/time-scale.ts'
import { Latest } from './latest.ts'

/** Which campaigns the timeline shows: all, or those with overdue dates or dates in the wrong order. */
export type TimelineFilter = 'all' | 'overdue' | 'outOfOrder'

/** The campaigns of the timeline, and how it shows them. It stays as it was left. */
export class TimelineState {
  readonly #request = new Latest()
  #connectionId: string | null = null

  /** Null until the first ones are loaded. */
  lanes = $state.raw<readonly Lane[] | null>(null)
  /** Number of all campaigns, without the search. */
  total = $state(0)
  fault = $state.raw<Fault | null>(null)
  busy = $state(false)
  search = $state('')

  /** Null for a single list. */
  grouping = $state<Grouping | null>('season')
  /** The values of the collapsed groups. */
  collapsed = $state.raw<ReadonlySet<string | null>>(new Set())
  filter = $state<TimelineFilter>('all')
  /** Null until the width of the view is known. */
  scale = $state.raw<TimeScale | null>(null)
  /** Scroll offset, in CSS pixels. */
  top = 0
  asTable = $state(false)
  sort = $state.raw<DateRowSort>({ column: 'date', direction: 1 })

  /** Loads the campaigns of a connection. What is shown stays until then. */
  async load(connectionId: string): Promise<void> {
    if (connectionId !== this.#connectionId) this.#reset(connectionId)
    const isLatest = this.#request.begin()
    this.busy = true
    try {
      const { rows, total } = await api.call('campaigns.query', {
        connectionId,
        query: { ...EMPTY_CAMPAIGN_QUERY, search: this.search },
        columns: LANE_COLUMNS,
        view: 'timeline',
      })
      if (!isLatest()) return
      this.lanes = rows.map(laneOf)
      this.total = total
      this.fault = null
    } catch (error) {
      const fault = faultOf(error)
      if (isLatest() && fault.code !== 'superseded' && fault.code !== 'cancelled') this.fault = fault
    } finally {
      if (isLatest()) this.busy = false
    }
  }

  /** Groups by another column, or with null by none. All groups are open then. */
  groupBy(grouping: Grouping | null): void {
    this.grouping = grouping
    this.collapsed = new Set()
  }

  /** Collapses an open group, or opens it again. */
  toggleGroup(value: string | null): void {
    const collapsed = new Set(this.collapsed)
    if (!collapsed.delete(value)) collapsed.add(value)
    this.collapsed = collapsed
  }

  #reset(connectionId: string): void {
    this.#connectionId = connectionId
    this.lanes = null
    this.fault = null
    this.search = ''
    this.collapsed = new Set()
    this.filter = 'all'
    this.scale = null
    this.top = 0
  }
}
