import {
  itemChecks,
  type CheckFinding,
  type CheckReport,
  type CheckSettings,
} from '../../electron/contract/checks.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import type { BuiltInView } from './built-in-views.ts'
import { PLAIN_VIEW } from './items-query.ts'
import { Latest } from './latest.ts'

/** The checks of the shown campaign. */
export class ChecksModel {
  readonly #latest = new Latest()
  #of: { readonly connectionId: string; readonly campaignId: string } | null = null

  report = $state.raw<CheckReport | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** The check whose findings are being accepted or reopened. */
  accepting = $state<string | null>(null)

  /** Checks with findings that were not accepted. */
  readonly open = $derived(
    this.report?.findings.filter(({ count, accepted }) => count > accepted).length ?? 0,
  )

  /** Runs the checks for a campaign. Previous results of the same campaign stay until then. */
  async show(connectionId: string, campaignId: string): Promise<void> {
    if (this.#of?.connectionId !== connectionId || this.#of.campaignId !== campaignId) this.report = null
    this.#of = { connectionId, campaignId }
    await this.refresh()
  }

  /** Runs the checks again. */
  async refresh(): Promise<void> {
    if (this.#of === null) return
    const isLatest = this.#latest.begin()
    try {
      const report = await api.call('checks.read', this.#of)
      if (!isLatest()) return
      this.report = report
      this.fault = null
    } catch (error) {
      if (isLatest()) this.fault = faultOf(error)
    }
  }

  /** Accepts or reopens the findings of a check. Rejects if that cannot be saved. */
  async accept(checkId: string, accepted: boolean): Promise<void> {
    if (this.#of === null || this.accepting !== null) return
    this.accepting = checkId
    try {
      await api.call('checks.accept', { ...this.#of, checkId, accepted })
      await this.refresh()
    } finally {
      this.accepting = null
    }
  }

  /** Saves other rules and applies them. Rejects if that fails. */
  async configure(settings: CheckSettings): Promise<void> {
    if (this.#of === null) return
    await api.call('checks.configure', { connectionId: this.#of.connectionId, settings })
    await this.refresh()
  }

  /** Returns the list of a check's open findings; null for a check without items. */
  viewOf({ id, left }: CheckFinding, name: string): BuiltInView | null {
    const check =
      this.report === null ? undefined : itemChecks(this.report.settings).find((one) => one.id === id)
    if (check === undefined) return null
    const query = { ...PLAIN_VIEW, ...check.query, list: left }
    return { id: `check-${id}`, name, query, columns: null, saved: null }
  }
}
