import {
  isSuppliedColumn,
  type CampaignColumnKey,
  type CampaignDateKey,
  type CampaignTableColumn,
  type SuppliedCampaignColumn,
} from '../contract/campaign-columns.ts'
import { EMPTY_CAMPAIGN_QUERY, type CampaignQuery, type CampaignRows } from '../contract/campaign-query.ts'
import { parseInstant } from '../contract/instant.ts'
import { startOfDay } from '../contract/local-days.ts'
import { columnsOfQuery } from '../store/campaign-table/query-columns.ts'
import type { SuppliedCells } from '../store/types.ts'
import { countReviewed } from './attention.ts'
import type { ReviewSession } from './review-query.ts'
import type { ConnectionSession } from './types.ts'

/** A session whose table of campaigns can be read. */
export type TableSession = ReviewSession & Pick<ConnectionSession, 'artwork' | 'checks'>
type Cells = ReadonlyMap<string, string | number>

/** What the table of campaigns depends on apart from the campaigns. */
export interface TableContext {
  /** The dates that the person cares about. */
  readonly dates: readonly CampaignDateKey[]
  /** In milliseconds since 1970. */
  readonly now: number
}

/**
 * Returns the campaigns of a query with the cells of these columns, also of columns that are not in the
 * cache. Rejects as `queryCampaigns` of the store does.
 */
export async function queryCampaignTable(
  session: TableSession,
  query: CampaignQuery,
  columns: readonly CampaignTableColumn[],
  slot: string,
  context: TableContext,
): Promise<CampaignRows> {
  const supplied = await suppliedCells(session, query, columns, slot, context)
  return session.store.queryCampaigns(query, columns, slot, supplied)
}

/** Returns the cells that a query of campaigns needs and that are not in the cache. */
export async function suppliedCells(
  session: TableSession,
  query: CampaignQuery,
  columns: readonly CampaignTableColumn[],
  slot: string,
  { dates, now }: TableContext,
): Promise<SuppliedCells> {
  const needed = new Set([...columns, ...columnsOfQuery(query)].filter(isSuppliedColumn))
  const read: Readonly<Record<SuppliedCampaignColumn, () => Promise<Cells>>> = {
    nextDate: () => nextDates(session, dates, startOfDay(now), slot),
    openChecks: () => openChecks(session),
    reviewProgress: () => reviewProgress(session, slot),
    picturesReady: async () => (await session.artwork?.readyShares()) ?? new Map(),
  }
  const cells = await Promise.all([...needed].map(async (column) => [column, await read[column]()] as const))
  return Object.fromEntries(cells)
}

/** Returns the earliest date of each campaign from a time on. */
async function nextDates(
  { store }: TableSession,
  keys: readonly CampaignColumnKey[],
  from: number,
  slot: string,
): Promise<Cells> {
  const { rows } = await store.queryCampaigns(EMPTY_CAMPAIGN_QUERY, keys, `${slot} dates`)
  const next = new Map<string, string>()
  for (const { id, cells } of rows) {
    let earliest = Infinity
    for (const cell of cells) {
      const at = typeof cell === 'string' ? parseInstant(cell) : null
      if (at !== null && at >= from && at < earliest) earliest = at
    }
    if (earliest !== Infinity) next.set(id, new Date(earliest).toISOString())
  }
  return next
}

async function openChecks({ store, checks }: TableSession): Promise<Cells> {
  const [campaigns, open] = await Promise.all([store.listCampaigns(), checks.countOpen()])
  return new Map(campaigns.filter(({ copy }) => copy !== 'none').map(({ id }) => [id, open.get(id) ?? 0]))
}

async function reviewProgress(session: TableSession, slot: string): Promise<Cells> {
  const [campaigns, counts] = await Promise.all([session.store.listCampaigns(), countReviewed(session, slot)])
  const reviewed = new Map(counts.map((count) => [count.campaignId, count.reviewed]))
  return new Map(
    campaigns
      .filter(({ itemCount }) => itemCount > 0)
      .map(({ id, itemCount }) => [id, (100 * (reviewed.get(id) ?? 0)) / itemCount]),
  )
}
