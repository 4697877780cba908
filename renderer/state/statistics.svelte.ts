import type { ApiInput } from '../../electron/contract/api.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { StatisticsTable } from '../../electron/contract/statistics.ts'
import { api, faultOf } from '../api.ts'
import { Latest } from './latest.ts'

/** The numbers of one chart. Earlier ones stay visible until new ones are known. */
export class StatisticsReader {
  readonly #view: ApiInput<'statistics.read'>['view']
  readonly #latest = new Latest()

  table = $state.raw<StatisticsTable | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** What the table answers; null without a table. */
  answered = $state.raw<Pick<ApiInput<'statistics.read'>, 'connectionId' | 'query'> | null>(null)

  constructor(view: ApiInput<'statistics.read'>['view']) {
    this.#view = view
  }

  /** Reads the numbers of a query. A failure is shown, never thrown. */
  async load(connectionId: string, query: ApiInput<'statistics.read'>['query']): Promise<void> {
    const isLatest = this.#latest.begin()
    try {
      const table = await api.call('statistics.read', { connectionId, query, view: this.#view })
      if (!isLatest()) return
      this.table = table
      this.answered = { connectionId, query }
      this.fault = null
    } catch (error) {
      const fault = faultOf(error)
      if (isLatest() && fault.code !== 'superseded' && fault.code !== 'cancelled') this.fault = fault
    }
  }
}
