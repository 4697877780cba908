import { campaignColumnKindOf, ENTRY_SEPARATOR } from '../../contract/campaign-columns.ts'
import { type CampaignCell, type CampaignSortKey, isEntries } from '../../contract/campaign-query.ts'
import { instantOf } from '../decode-json.ts'
import { fieldSortKey } from '../query/field-cells.ts'
import { compareTexts, naturalKey } from '../query/natural-key.ts'
import { numberOf } from '../query/ranks.ts'
import type { CampaignWithCells } from './campaign-cells.ts'

/** What a cell is compared by: a number, or a text, which follows all numbers; null if it is empty. */
type SortValue = number | string | null

/** Sorts campaigns. Equal ones keep their order, and empty cells come last in both directions. */
export function sortCampaigns(
  campaigns: readonly CampaignWithCells[],
  sort: readonly CampaignSortKey[],
): readonly CampaignWithCells[] {
  if (sort.length === 0) return campaigns
  const keys = sort.map(({ key, direction }) => ({ key, direction, valueOf: sortValueOf(key) }))
  return campaigns
    .map((campaign) => ({ campaign, values: keys.map(({ key, valueOf }) => valueOf(campaign.cellOf(key))) }))
    .sort((one, other) => {
      for (const [index, { direction }] of keys.entries()) {
        const order = compare(one.values[index] ?? null, other.values[index] ?? null, direction)
        if (order !== 0) return order
      }
      return 0
    })
    .map(({ campaign }) => campaign)
}

function compare(one: SortValue, other: SortValue, direction: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return direction * (one - other)
  if (typeof one === 'string' && typeof other === 'string') return direction * compareTexts(one, other)
  return typeof one === 'number' ? -direction : direction
}

function sortValueOf(column: CampaignSortKey['key']): (cell: CampaignCell) => SortValue {
  const kind = campaignColumnKindOf(column)
  return (cell) => {
    if (cell === null) return null
    if (isEntries(cell)) return naturalKey(cell.join(ENTRY_SEPARATOR))
    if (kind === 'any') return fieldSortKey(String(cell))
    const number = kind === 'dateTime' ? (instantOf(String(cell)) ?? Number.NaN) : numberOf(cell)
    return kind === 'text' || Number.isNaN(number) ? naturalKey(String(cell)) : number
  }
}
