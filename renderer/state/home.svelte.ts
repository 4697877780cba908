import type { CampaignAttention } from '../../electron/contract/attention.ts'
import { EMPTY_CAMPAIGN_QUERY } from '../../electron/contract/campaign-query.ts'
import type { CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import { dateColumns, readDates, type CampaignDate } from './campaign-dates.ts'
import { Latest } from './latest.ts'

/** What the home view shows of a connection. It stays while another view is shown. */
export class HomeModel {
  readonly #latestDates = new Latest()
  readonly #latestAttention = new Latest()
  #connectionId: string | null = null

  /** The chosen dates of all campaigns, the earliest first; null until they are loaded. */
  dates = $state.raw<readonly CampaignDate[] | null>(null)
  datesFault = $state.raw<Fault | null>(null)
  /** Null until it is counted. */
  attention = $state.raw<CampaignAttention | null>(null)
  attentionFault = $state.raw<Fault | null>(null)

  /** Loads the dates of a connection. What was loaded of it before stays visible meanwhile. */
  async loadDates(connectionId: string, keys: readonly CampaignDateKey[]): Promise<void> {
    this.#use(connectionId)
    const isLatest = this.#latestDates.begin()
    try {
      const { rows } = await api.call('campaigns.query', {
        connectionId,
        query: EMPTY_CAMPAIGN_QUERY,
        columns: dateColumns(keys),
        view: 'home',
      })
      if (!isLatest()) return
      this.dates = readDates(rows, keys)
      this.datesFault = null
    } catch (error) {
      if (isLatest()) this.datesFault = faultToShow(error)
    }
  }

  /** Counts what else needs attention, as {@link loadDates} does. */
  async loadAttention(connectionId: string): Promise<void> {
    this.#use(connectionId)
    const isLatest = this.#latestAttention.begin()
    try {
      const attention = await api.call('campaigns.attention', { connectionId })
      if (!isLatest()) return
      this.attention = attention
      this.attentionFault = null
    } catch (error) {
      if (isLatest()) this.attentionFault = faultToShow(error)
    }
  }

  /** Clears what belongs to another connection. */
  #use(connectionId: string): void {
    if (connectionId === this.#connectionId) return
    this.#connectionId = connectionId
    this.dates = null
    this.attention = null
    this.datesFault = null
    this.attentionFault = null
  }
}

/** Returns null for a request that a newer one has replaced. */
function faultToShow(error: unknown): Fault | null {
  const fault = faultOf(error)
  return fault.code === 'superseded' || fault.code === 'cancelled' ? null : fault
}
