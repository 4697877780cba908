import pLimit from 'p-limit'
import { toFault } from '../contract/app-error.ts'
import { MAX_CAMPAIGNS_OF_CHECK, type OpenCheck } from '../contract/attention.ts'
import type { CampaignSummary } from '../contract/campaign.ts'
import {
  DEFAULT_CHECK_IDS,
  itemChecks,
  MAX_ACCEPTED,
  type ItemCheck,
  type CheckQuery,
  type CheckSettings,
} from '../contract/checks.ts'
import { conditionsOf } from '../contract/filter-tree.ts'
import { isStateColumn, PERIOD_OPERATORS } from '../contract/filters.ts'
import { EMPTY_QUERY } from '../contract/query.ts'
import type { StoreQuery } from '../store/types.ts'
import { checkItems, checkQueryOf } from './check-items.ts'
import type { RecordCheckResult } from '../store/record-checks.ts'
import { CheckFindings, keyOfQuery, type CampaignFindings } from './check-findings.ts'
import { withMarks, type ReviewSession } from './review-query.ts'

/** The settings, and for each campaign and check the ids of the accepted items or results. */
export interface CheckRules {
  readonly settings: CheckSettings
  readonly accepted: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** Counts of findings by campaign. */
type Counts = ReadonlyMap<string, number>

/** Campaigns that are checked at once. What was found is stored after them. */
const CAMPAIGNS_AT_ONCE = 200

/**
 * Runs the checks on all downloaded campaigns: those that do not depend on time or marks once for each
 * download.
 */
export class OpenCheckCounter {
  readonly #session: ReviewSession
  /** One at a time: each count uses what the one before has found. */
  readonly #limit = pLimit(1)
  readonly #findings: CheckFindings

  constructor(session: ReviewSession) {
    this.#session = session
    this.#findings = new CheckFindings(session.store)
  }

  /** Returns all checks in their order with their findings that are not accepted, by campaign. */
  async count({ settings, accepted }: CheckRules): Promise<readonly CountedCheck[]> {
    return this.#limit(async () => {
      const campaigns = (await this.#session.store.listCampaigns()).filter(({ copy }) => copy !== 'none')
      const checks = itemChecks(settings, null)
      await this.#update(checks, campaigns)
      const findings = await this.#findings.of(campaigns)
      const counted: CountedCheck[] = []
      for (const check of checks) counted.push(await this.#countItems(check, findings, accepted))
      return [...counted, ...countRecords(findings, accepted)].toSorted(
        (one, other) => orderOf(one.id) - orderOf(other.id),
      )
    })
  }

  /**
   * Returns the ids of the items that a check has found in all campaigns and that are not accepted, if its
   * query for all campaigns finds others too; null if it finds the same, or if they are too many for a list.
   */
  async openIds(checkId: string, { settings, accepted }: CheckRules): Promise<readonly string[] | null> {
    const check = itemChecks(settings, null).find(({ id }) => id === checkId)
    const hasAccepted = Object.values(accepted).some((ofCampaign) => Object.hasOwn(ofCampaign, checkId))
    if (check === undefined) return null
    if (!hasAccepted && check.campaignId === null && !hasDuplicates(check.query)) return null
    const { counts } =
      (await this.count({ settings, accepted })).find(({ id }) => id === checkId) ?? NOTHING_COUNTED
    const ids: string[] = []
    for (const campaignId of counts.keys()) {
      const query = await withMarks(this.#session, checkQueryOf(campaignId, check.query))
      const found = await this.#session.store.findIds(query, MAX_ACCEPTED)
      const acceptedIds = new Set(accepted[campaignId]?.[checkId])
      ids.push(...found.ids.filter((id) => !acceptedIds.has(id)))
      if (ids.length > MAX_ACCEPTED || found.count > MAX_ACCEPTED) return null
    }
    return ids
  }

  /** Runs the checks whose findings are not known. */
  async #update(checks: readonly ItemCheck[], campaigns: readonly CampaignSummary[]): Promise<void> {
    const queries = new Map(
      checks.filter(({ query }) => isStable(query)).map(({ query }) => [keyOfQuery(query), query]),
    )
    const isIncomplete = ({ items, records }: CampaignFindings): boolean =>
      records === null || [...queries.keys()].some((key) => !(key in items))
    const incomplete = [...(await this.#findings.of(campaigns))].filter(([, findings]) =>
      isIncomplete(findings),
    )
    for (let start = 0; start < incomplete.length; start += CAMPAIGNS_AT_ONCE) {
      const part = incomplete.slice(start, start + CAMPAIGNS_AT_ONCE)
      // A check that cannot run is no longer one of the queries.
      if (!part.some(([, findings]) => isIncomplete(findings))) continue
      await this.#updatePart(queries, new Map(part), part.length === campaigns.length)
    }
  }

  /**
   * Runs checks on some campaigns, and removes those that cannot run; counting their findings reports why.
   * @param isAll whether there are no other downloaded campaigns
   */
  async #updatePart(
    queries: Map<string, CheckQuery>,
    part: ReadonlyMap<string, CampaignFindings>,
    isAll: boolean,
  ): Promise<void> {
    const items = new Map(Array.from(part.keys(), (id) => [id, new Map<string, number>()]))
    for (const [key, query] of queries) {
      const missing = [...part].filter(([, findings]) => !(key in findings.items)).map(([id]) => id)
      const ids = isAll && missing.length === part.size ? null : missing
      const found = await this.#countByCampaign(query, ids).catch(() => null)
      if (found === null) queries.delete(key)
      else for (const [id, counts] of items) counts.set(key, part.get(id)?.items[key] ?? found.get(id) ?? 0)
    }
    const unchecked = [...part].filter(([, { records }]) => records === null).map(([id]) => id)
    const checked = await this.#session.store.checkRecords(unchecked)
    await this.#findings.set(
      new Map(
        Array.from(part, ([id, { version, records }]) => [
          id,
          {
            version,
            items: Object.fromEntries(items.get(id) ?? []),
            records: records ?? idsOfResults(checked.get(id) ?? []),
          },
        ]),
      ),
    )
  }

  async #countItems(
    { id, query, campaignId: only }: ItemCheck,
    findings: ReadonlyMap<string, CampaignFindings>,
    accepted: CheckRules['accepted'],
  ): Promise<CountedCheck> {
    try {
      const found = foundItems(query, findings) ?? (await this.#countByCampaign(query, null))
      const counts = new Map([...found].filter(([campaignId]) => only === null || campaignId === only))
      for (const [campaignId, { [id]: acceptedIds = [] }] of Object.entries(accepted)) {
        const count = counts.get(campaignId)
        if (count === undefined || acceptedIds.length === 0) continue
        const campaignQuery = checkQueryOf(campaignId, query)
        const { accepted: acceptedCount } = await checkItems(this.#session, id, campaignQuery, acceptedIds)
        if (acceptedCount < count) counts.set(campaignId, count - acceptedCount)
        else counts.delete(campaignId)
      }
      return { id, counts, problem: null }
    } catch (error) {
      // A custom search may be invalid; the other checks still run.
      return { id, counts: new Map(), problem: toFault(error).message }
    }
  }

  /** Counts what a check finds in some downloaded campaigns, or with null in all of them. */
  async #countByCampaign(query: CheckQuery, campaignIds: readonly string[] | null): Promise<Counts> {
    if (campaignIds?.length === 0) return new Map()
    const itemQuery = { ...EMPTY_QUERY, ...query, sort: [], campaignIds }
    const storeQuery = await withMarks(this.#session, itemQuery)
    const counts = await countByCampaign(this.#session, storeQuery, SLOT)
    if (!hasDuplicates(query) || campaignIds?.length === 1) return counts
    // Items of several campaigns may have the same value: only those within a campaign are findings.
    const withinCampaigns = new Map<string, number>()
    for (const campaignId of counts.keys()) {
      const ofCampaign = await countByCampaign(
        this.#session,
        { ...storeQuery, campaignIds: [campaignId] },
        SLOT,
      )
      for (const [id, count] of ofCampaign) withinCampaigns.set(id, count)
    }
    return withinCampaigns
  }
}

function idsOfResults(results: readonly RecordCheckResult[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(results.filter(({ ids }) => ids.length > 0).map(({ id, ids }) => [id, ids]))
}

/** Returns the known findings of a check of items; null if they are not known. */
function foundItems(query: CheckQuery, findings: ReadonlyMap<string, CampaignFindings>): Counts | null {
  const key = keyOfQuery(query)
  const counts = new Map<string, number>()
  for (const [id, { items }] of findings) {
    const count = items[key]
    if (count === undefined) return null
    if (count > 0) counts.set(id, count)
  }
  return counts
}

function countRecords(
  findings: ReadonlyMap<string, CampaignFindings>,
  accepted: CheckRules['accepted'],
): readonly CountedCheck[] {
  return RECORD_CHECK_IDS.map((id) => {
    const counts = new Map<string, number>()
    for (const [campaignId, { records }] of findings) {
      const acceptedIds = new Set(accepted[campaignId]?.[id])
      const open = (records?.[id] ?? []).filter((each) => !acceptedIds.has(each)).length
      if (open > 0) counts.set(campaignId, open)
    }
    return { id, counts, problem: null }
  })
}

const SLOT = 'open checks'
const RECORD_CHECK_IDS = ['elementWithoutItems', 'datesOutOfOrder'] as const

/** A check with the numbers of its open findings in each campaign that has any. */
export interface CountedCheck {
  readonly id: string
  readonly counts: Counts
  readonly problem: string | null
}

const NOTHING_COUNTED: Pick<CountedCheck, 'counts'> = { counts: new Map() }

/** Sums the findings of a check for the window. */
export function summarizeCheck({ id, counts, problem }: CountedCheck): OpenCheck {
  return {
    id,
    count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    campaigns: counts.size,
    campaignIds: [...counts]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MAX_CAMPAIGNS_OF_CHECK)
      .map(([campaignId]) => campaignId),
    problem,
  }
}

/** Counts the items of a query by campaign. Rejects as `statistics` of the store does. */
export async function countByCampaign(
  { store }: Pick<ReviewSession, 'store'>,
  query: StoreQuery,
  slot: string,
): Promise<Counts> {
  const { rows } = await store.statistics(query, ['campaign'], slot)
  return new Map(rows.map(({ values: [campaignId], count }) => [String(campaignId), count]))
}

/** Returns a sort key: the default checks come first, in their order. */
export function orderOf(id: string): number {
  const index = (DEFAULT_CHECK_IDS as readonly string[]).indexOf(id)
  return index < 0 ? DEFAULT_CHECK_IDS.length : index
}

/** Returns whether the findings change only with the items, and not with marks, time or what was seen. */
function isStable({ search, filters }: CheckQuery): boolean {
  return (
    search === '' &&
    conditionsOf(filters).every(
      ({ column, operator }) =>
        !isStateColumn(column) && !(PERIOD_OPERATORS as readonly string[]).includes(operator),
    )
  )
}

function hasDuplicates({ filters }: CheckQuery): boolean {
  return conditionsOf(filters).some(({ operator }) => operator === 'isDuplicated')
}
