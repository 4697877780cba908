import { SvelteSet } from 'svelte/reactivity'
import {
  itemChecks,
  severityOf,
  type CheckResult,
  type CheckReport,
  type CheckSettingsChange,
  type OwnCheck,
} from '../../electron/contract/checks.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { allOf, conditionsOf, withoutColumn } from '../../electron/contract/filter-tree.ts'
import type { FilterGroup } from '../../electron/contract/filters.ts'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
import { api, faultOf } from '../api.ts'
import type { NamedView } from './built-in-views.ts'
import { isFiltered, PLAIN_VIEW, type ViewQuery } from './items-query.ts'
import { Latest } from './latest.ts'

/** The checks of a campaign and their results. */
export class ChecksModel {
  readonly #latest = new Latest()
  #campaign = $state.raw<{ readonly connectionId: string; readonly campaignId: string } | null>(null)

  report = $state.raw<CheckReport | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** A new check that is offered to be saved, or null. */
  draft = $state.raw<OwnCheck | null>(null)
  /** The ids of the checks whose findings are being accepted, or restored. */
  readonly accepting = new SvelteSet<string>()

  /** When the checks ran, in milliseconds since 1970; null before. */
  checkedAt = $state.raw<number | null>(null)

  /** Number of checks with findings that are not accepted, and of those that could not run. */
  readonly open = $derived(
    this.report?.results.filter(({ count, accepted, problem }) => count > accepted || problem !== null)
      .length ?? 0,
  )

  /** Returns {@link open} if these are the checks of a campaign, else 0. */
  openIn(campaignId: string): number {
    return this.#campaign?.campaignId === campaignId ? this.open : 0
  }

  /** Returns the results of a campaign; null while they are not known. */
  reportOf(campaignId: string): CheckReport | null {
    return this.#campaign?.campaignId === campaignId ? this.report : null
  }

  /** Runs the checks of a campaign. Earlier results of the same campaign stay visible meanwhile. */
  async show(connectionId: string, campaignId: string): Promise<void> {
    if (this.#campaign?.connectionId !== connectionId || this.#campaign.campaignId !== campaignId) {
      this.report = null
      this.fault = null
    }
    this.#campaign = { connectionId, campaignId }
    await this.refresh()
  }

  /** Runs the checks again. */
  async refresh(): Promise<void> {
    if (this.#campaign === null) return
    const isLatest = this.#latest.begin()
    try {
      const report = await api.call('checks.read', this.#campaign)
      if (!isLatest()) return
      this.report = report
      this.checkedAt = Date.now()
      this.fault = null
    } catch (error) {
      if (isLatest()) this.fault = faultOf(error)
    }
  }

  /**
   * Accepts the findings of a check, or restores them. Returns the step that can be reverted; null if nothing
   * was done. Rejects when that cannot be stored.
   */
  async accept(checkId: string, accepted: boolean): Promise<number | null> {
    if (this.#campaign === null || this.accepting.has(checkId)) return null
    this.accepting.add(checkId)
    try {
      const step = await api.call('checks.accept', { ...this.#campaign, checkId, accepted })
      await this.refresh()
      return step
    } finally {
      this.accepting.delete(checkId)
    }
  }

  /** Changes the rules, and runs the checks again. Rejects when the rules cannot be stored. */
  async configure(change: CheckSettingsChange): Promise<void> {
    if (this.#campaign === null) return
    await api.call('checks.configure', { connectionId: this.#campaign.connectionId, change })
    await this.refresh()
  }

  /** Runs the checks again if another window has changed those of their connection. */
  handleChange(connectionId: string): void {
    if (this.#campaign?.connectionId === connectionId) void this.refresh()
  }

  /**
   * Returns a check of the person that finds what a check does now; null for a check that does not find
   * items.
   */
  copyOf(checkId: string, name: string): OwnCheck | null {
    if (this.report === null || this.#campaign === null) return null
    const { settings } = this.report
    const own = settings.own.find(({ id }) => id === checkId)
    const check = itemChecks(settings, this.#campaign.campaignId).find(({ id }) => id === checkId)
    const id = crypto.randomUUID()
    if (own !== undefined) return { ...own, id, name }
    if (check === undefined) return null
    const { search, filters } = check.query
    return { id, name, search, filters, severity: severityOf(checkId, settings) }
  }

  /** Returns a view of the findings that are not accepted; null for a check that does not find items. */
  viewOf({ id, unacceptedIds }: CheckResult, name: string): NamedView | null {
    const check =
      this.report === null || this.#campaign === null
        ? undefined
        : itemChecks(this.report.settings, this.#campaign.campaignId).find((one) => one.id === id)
    if (check === undefined) return null
    const query = { ...PLAIN_VIEW, ...check.query, list: unacceptedIds }
    return { id: `check-${id}`, name, query, columns: null, rowColors: null, saved: null }
  }
}

/** Returns a check without a name that finds the items of a list; null if there is no such check. */
export function checkOfList(query: ViewQuery): OwnCheck | null {
  const { search, searchMode, filters, list } = query
  // A search by fields finds the same as words, if they are no fields.
  const isByFields =
    searchMode === 'fields' || (searchMode === 'words' && detectSearchMode(search) !== 'fields')
  if (list !== null || (search !== '' && !isByFields) || (search === '' && !isFiltered(query))) return null
  return { id: crypto.randomUUID(), name: '', search, filters }
}

/**
 * Returns the query of findings with the sort, groups and filters of the list that shows them, as far as they
 * do not concern the same columns.
 */
export function findingsIn(list: ViewQuery, findings: ViewQuery): ViewQuery {
  const columns = conditionsOf(findings.filters).map(({ column }) => column)
  const others = columns.reduce<FilterGroup>((rest, column) => withoutColumn(rest, column), list.filters)
  const own = findings.filters
  const isPlain = others.match === 'all' && own.match === 'all'
  const filters =
    others.conditions.length === 0
      ? own
      : isPlain
        ? allOf(...own.conditions, ...others.conditions)
        : allOf(...[own, others].filter(({ conditions }) => conditions.length > 0))
  return {
    ...findings,
    filters,
    sort: findings.sort.length === 0 ? list.sort : findings.sort,
    group: list.group ?? null,
  }
}
