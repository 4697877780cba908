import type { CampaignAttention } from '../../electron/contract/attention.ts'
import { EMPTY_CAMPAIGN_QUERY, type CampaignRow } from '../../electron/contract/campaign-query.ts'
import type { CampaignTableColumn } from '../../electron/contract/campaign-columns.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import { Latest } from './latest.ts'

/** What the home view shows of a connection. It stays while another view is shown. */
export class HomeModel {
  readonly #latestRows = new Latest()
  readonly #latestAttention = new Latest()
  #connectionId: string | null = null

  /** All campaigns with the columns of the last request; null until they are loaded. */
  rows = $state.raw<readonly CampaignRow[] | null>(null)
  rowsFault = $state.raw<Fault | null>(null)
  /** Null until it is counted. */
  attention = $state.raw<CampaignAttention | null>(null)
  attentionFault = $state.raw<Fault | null>(null)

  /** Loads both parts of a connection. What was loaded of it before stays visible meanwhile. */
  async load(connectionId: string, columns: readonly CampaignTableColumn[]): Promise<void> {
    if (connectionId !== this.#connectionId) {
      this.rows = null
      this.attention = null
      this.rowsFault = null
      this.attentionFault = null
    }
    this.#connectionId = connectionId
    await Promise.all([this.#loadRows(connectionId, columns), this.#loadAttention(connectionId)])
  }

  async #loadRows(connectionId: string, columns: readonly CampaignTableColumn[]): Promise<void> {
    const isLatest = this.#latestRows.begin()
    try {
      const query = EMPTY_CAMPAIGN_QUERY
      const { rows } = await api.call('campaigns.query', { connectionId, query, columns, view: 'home' })
      if (!isLatest()) return
      this.rows = rows
      this.rowsFault = null
    } catch (error) {
      if (isLatest()) this.rowsFault = faultToShow(error)
    }
  }

  async #loadAttention(connectionId: string): Promise<void> {
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
}

/** Returns null for a request that a newer one has replaced. */
function faultToShow(error: unknown): Fault | null {
  const fault = faultOf(error)
  return fault.code === 'superseded' || fault.code === 'cancelled' ? null : fault
}
