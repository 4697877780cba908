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
import { checkRecord, type RecordCheckResult } from './record-checks.ts'
import { withMarks, type ReviewSession } from './review-query.ts'

/** The settings, and for each campaign and check the ids of the accepted items or results. */
export interface CheckRules {
  readonly settings: CheckSettings
  readonly accepted: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** Counts of findings by campaign. */
type Counts = ReadonlyMap<string, number>

/** What was found in a campaign at a version of its snapshot. */
interface CampaignFindings {
  readonly version: string
  /** By the ids of checks whose findings depend on the snapshot alone. */
  readonly items: ReadonlyMap<string, number>
  readonly record: readonly RecordCheckResult[]
}

/** Runs the checks on all downloaded campaigns, and caches what was found until a campaign changes. */
export class OpenCheckCounter {
  readonly #session: ReviewSession
  /** One at a time: each count uses what the one before has found. */
  readonly #limit = pLimit(1)
  readonly #findings = new Map<string, CampaignFindings>()
  #settings = ''

  constructor(session: ReviewSession) {
    this.#session = session
  }

  /** Returns all checks in their order with their findings that are not accepted, by campaign. */
  async count({ settings, accepted }: CheckRules): Promise<readonly CountedCheck[]> {
    return this.#limit(async () => {
      const checks = itemChecks(settings, null)
      const campaigns = (await this.#session.store.listCampaigns()).filter(({ copy }) => copy !== 'none')
      await this.#update(settings, campaigns)
      const counted: CountedCheck[] = []
      for (const check of checks) counted.push(await this.#countItems(check, campaigns, accepted))
      return [...counted, ...this.#countRecords(campaigns, accepted)].toSorted(
        (one, other) => orderOf(one.id) - orderOf(other.id),
      )
    })
  }

  /**
   * Returns the ids of the items that a check has found in all campaigns and that are not accepted, if its query
   * for all campaigns finds others too; null if it finds the same, or if they are too many for a list.
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

  /** Runs the checks on campaigns that have changed. */
  async #update(settings: CheckSettings, campaigns: readonly CampaignSummary[]): Promise<void> {
    const settingsText = JSON.stringify(settings)
    if (settingsText !== this.#settings) this.#findings.clear()
    this.#settings = settingsText
    const ids = new Set(campaigns.map(({ id }) => id))
    for (const id of this.#findings.keys()) if (!ids.has(id)) this.#findings.delete(id)
    const outdated = campaigns.filter(
      (campaign) => this.#findings.get(campaign.id)?.version !== versionOf(campaign),
    )
    if (outdated.length === 0) return
    const countsOf = new Map<string, Counts>()
    for (const { id, query } of itemChecks(settings, null).filter((check) => isStable(check.query))) {
      // A check that fails is not cached, and reports why when it is counted.
      const counts = await this.#countByCampaign(query, outdated, campaigns).catch(() => null)
      if (counts !== null) countsOf.set(id, counts)
    }
    for (const campaign of outdated) {
      const record = checkRecord((await this.#session.store.getCampaign(campaign.id))?.json ?? null)
      const items = new Map(Array.from(countsOf, ([id, counts]) => [id, counts.get(campaign.id) ?? 0]))
      this.#findings.set(campaign.id, { version: versionOf(campaign), items, record })
    }
  }

  async #countItems(
    { id, query, campaignId: only }: ItemCheck,
    all: readonly CampaignSummary[],
    accepted: CheckRules['accepted'],
  ): Promise<CountedCheck> {
    const campaigns = only === null ? all : all.filter((campaign) => campaign.id === only)
    if (campaigns.length === 0) return { id, counts: new Map(), problem: null }
    try {
      const isCached = campaigns.every((campaign) => this.#findings.get(campaign.id)?.items.has(id))
      const found = isCached
        ? new Map(campaigns.map((campaign) => [campaign.id, this.#foundItems(campaign.id, id)]))
        : await this.#countByCampaign(query, campaigns, all)
      const counts = new Map<string, number>()
      for (const { id: campaignId } of campaigns) {
        const count = found.get(campaignId) ?? 0
        const acceptedIds = accepted[campaignId]?.[id] ?? []
        const open =
          count === 0 || acceptedIds.length === 0
            ? count
            : count - (await this.#countAccepted(id, campaignId, query, acceptedIds))
        if (open > 0) counts.set(campaignId, open)
      }
      return { id, counts, problem: null }
    } catch (error) {
      // A custom search may be invalid; the other checks still run.
      return { id, counts: new Map(), problem: toFault(error).message }
    }
  }

  #foundItems(campaignId: string, checkId: string): number {
    return this.#findings.get(campaignId)?.items.get(checkId) ?? 0
  }

  async #countAccepted(
    id: string,
    campaignId: string,
    query: CheckQuery,
    acceptedIds: readonly string[],
  ): Promise<number> {
    return (await checkItems(this.#session, id, checkQueryOf(campaignId, query), acceptedIds)).accepted
  }

  #countRecords(
    campaigns: readonly CampaignSummary[],
    accepted: CheckRules['accepted'],
  ): readonly CountedCheck[] {
    return (['elementWithoutItems', 'datesOutOfOrder'] as const).map((id) => {
      const counts = new Map<string, number>()
      for (const campaign of campaigns) {
        const result = this.#findings.get(campaign.id)?.record.find((each) => each.id === id)
        const acceptedIds = new Set(accepted[campaign.id]?.[id])
        const open = result?.ids.filter((each) => !acceptedIds.has(each)).length ?? 0
        if (open > 0) counts.set(campaign.id, open)
      }
      return { id, counts, problem: null }
    })
  }

  /** Counts what a check finds in some of all downloaded campaigns. */
  async #countByCampaign(
    query: CheckQuery,
    some: readonly CampaignSummary[],
    all: readonly CampaignSummary[],
  ): Promise<Counts> {
    const storeQuery = await withMarks(this.#session, {
      ...EMPTY_QUERY,
      ...query,
      sort: [],
      campaignIds: some.length === all.length ? null : some.map(({ id }) => id),
    })
    const counts = await countByCampaign(this.#session, storeQuery, 'open checks')
    if (!hasDuplicates(query) || some.length === 1) return counts
    // Items of several campaigns may have the same value: only those within a campaign are findings.
    const withinCampaigns = new Map<string, number>()
    for (const campaignId of counts.keys()) {
      const ofCampaign = await countByCampaign(
        this.#session,
        { ...storeQuery, campaignIds: [campaignId] },
        'open checks',
      )
      withinCampaigns.set(campaignId, ofCampaign.get(campaignId) ?? 0)
    }
    return withinCampaigns
  }
}

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

/** Equal only for the same snapshot of a campaign with the same record. */
function versionOf({ fetchedAt, itemCount, newestUpdatedAt, recordState }: CampaignSummary): string {
  return [fetchedAt, itemCount, newestUpdatedAt, recordState].join(' ')
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
