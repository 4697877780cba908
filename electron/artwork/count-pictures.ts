import type { PictureProblem } from '../contract/pictures.ts'
import type { ReadHandle } from '../store/database/handles.ts'
import type { PictureCounts } from './types.ts'

/** Counts the pictures that a campaign needs, the cached ones, and the missing ones by reason. */
export function countPictures(handle: ReadHandle, campaignId: string): PictureCounts {
  const rows = handle
    .tuples<[available: number, problem: PictureProblem | null, count: number]>(
      `SELECT addresses.hash IS NOT NULL, addresses.problem, count(*)
         FROM wanted LEFT JOIN addresses ON addresses.identity = wanted.identity
        WHERE campaign_id = ? GROUP BY 1, 2 ORDER BY 3 DESC, 2`,
    )
    .all(campaignId)
  const bytes = handle
    .values<number>(
      `SELECT coalesce(sum(bytes), 0) FROM files WHERE hash IN (
         SELECT addresses.hash FROM wanted JOIN addresses ON addresses.identity = wanted.identity
          WHERE campaign_id = ?)`,
    )
    .get(campaignId)
  const sum = (countedRows: typeof rows): number =>
    countedRows.reduce((total, [, , count]) => total + count, 0)
  const missing = rows.filter(([available]) => available === 0)
  return {
    total: sum(rows),
    available: sum(rows) - sum(missing),
    bytes: bytes ?? 0,
    missing: missing.map(([, problem, count]) => ({ problem, count })),
  }
}

/** Returns the stored pictures of each campaign with a complete list, in percent of those that it needs. */
export function readyShares(handle: ReadHandle): ReadonlyMap<string, number> {
  return new Map(
    handle
      .tuples<[campaignId: string, share: number]>(
        `SELECT lists.campaign_id, 100.0 * count(addresses.hash) / count(*)
           FROM lists JOIN wanted ON wanted.campaign_id = lists.campaign_id
           LEFT JOIN addresses ON addresses.identity = wanted.identity GROUP BY lists.campaign_id`,
      )
      .all(),
  )
}
