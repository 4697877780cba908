import type { CampaignColumnKey } from '../contract/campaign-columns.ts'
import type { CampaignQuery } from '../contract/campaign-query.ts'
import { parseInstant } from '../contract/instant.ts'
import type { Store } from '../store/operations.ts'
import type { SuppliedCells } from '../store/types.ts'

/** A date of a campaign. */
export interface CampaignDate {
  readonly campaignId: string
  readonly name: string | null
  readonly reference: string | null
  readonly key: CampaignColumnKey
  /** As the service sent it (ISO 8601). */
  readonly timestamp: string
  /** In milliseconds since 1970. */
  readonly instant: number
  /** When the record was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number
}

/**
 * Returns the valid dates of the campaigns of a query, the earliest first; the dates of an instant are in the
 * order of the query and of the keys. Rejects as `queryCampaigns` does.
 * @param supplied cells that the query needs and that are not in the cache
 * @param slot a later query with the same one supersedes this one
 */
export async function listCampaignDates(
  store: Pick<Store, 'queryCampaigns'>,
  query: CampaignQuery,
  keys: readonly CampaignColumnKey[],
  supplied: SuppliedCells = {},
  slot = 'dates',
): Promise<readonly CampaignDate[]> {
  const columns = ['name', 'reference', 'recordFetchedAt', ...keys] as const
  const { rows } = await store.queryCampaigns(query, columns, slot, supplied)
  return rows
    .flatMap(({ id, cells: [name, reference, fetchedAt, ...dates] }) =>
      keys.flatMap((key, index): readonly CampaignDate[] => {
        const timestamp = dates[index]
        const instant = typeof timestamp === 'string' ? parseInstant(timestamp) : null
        if (typeof timestamp !== 'string' || instant === null) return []
        return [
          {
            campaignId: id,
            name: textOf(name),
            reference: textOf(reference),
            key,
            timestamp,
            instant,
            fetchedAt: parseInstant(String(fetchedAt)) ?? 0,
          },
        ]
      }),
    )
    .sort((one, other) => one.instant - other.instant)
}

function textOf(cell: unknown): string | null {
  return typeof cell === 'string' ? cell : null
}
