import { CAMPAIGN_COLUMN_KEYS, CAMPAIGN_COLUMNS } from '../contract/campaign-columns.ts'
import { clipCampaignCell, EMPTY_CAMPAIGN_QUERY, type CampaignCell } from '../contract/campaign-query.ts'
import type { CampaignFieldComparison } from '../contract/comparison.ts'
import type { Store } from '../store/operations.ts'

/** The documented fields of a record. The id differs by nature. */
const COMPARED_FIELDS = CAMPAIGN_COLUMN_KEYS.filter(
  (key) => CAMPAIGN_COLUMNS[key].field !== null && key !== '_id',
)
const COLUMNS = [...COMPARED_FIELDS, 'record'] as const

/** Compares the records of two campaigns by their documented fields, in the order of the registry. */
export async function compareCampaignFields(
  store: Pick<Store, 'queryCampaigns'>,
  [first, second]: readonly [string, string],
  slot: string,
): Promise<CampaignFieldComparison> {
  const { rows } = await store.queryCampaigns(
    {
      ...EMPTY_CAMPAIGN_QUERY,
      filters: { match: 'all', conditions: [{ column: '_id', operator: 'is', values: [first, second] }] },
    },
    COLUMNS,
    slot,
  )
  const cellsOf = (campaignId: string): readonly CampaignCell[] =>
    rows.find(({ id }) => id === campaignId)?.cells ?? []
  const [one, other] = [cellsOf(first), cellsOf(second)]
  const different = COMPARED_FIELDS.flatMap((column, index) => {
    const [own, others] = [one[index] ?? null, other[index] ?? null]
    return isSameCell(own, others)
      ? []
      : [{ column, first: clipCampaignCell(own), second: clipCampaignCell(others) }]
  })
  const filled = COMPARED_FIELDS.filter((_, index) => !isEmpty(one[index]) || !isEmpty(other[index])).length
  return {
    different,
    equal: filled - different.length,
    records: { first: one.at(-1) === 'fetched', second: other.at(-1) === 'fetched' },
  }
}

function isSameCell(one: CampaignCell, other: CampaignCell): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isEmpty(cell: CampaignCell | undefined): boolean {
  return cell === undefined || cell === null
}
