import {
  campaignColumnKindOf,
  CAMPAIGN_COLUMNS,
  isCampaignColumnKey,
  type CampaignTableColumn,
} from '../../contract/campaign-columns.ts'
import {
  campaignFilterKindOf,
  type CampaignCondition,
  type CampaignFilters,
} from '../../contract/campaign-query.ts'
import { fitsColumn } from '../../contract/filter-operators.ts'
import { isGroup } from '../../contract/filter-tree.ts'
import type { FacetValue } from '../../contract/query.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { isTextCondition } from '../query/cell-conditions.ts'
import { createCellTest, matchTexts } from '../query/cell-tests.ts'
import { resolveRequirement, unsupported, type CellCondition } from '../query/resolved-condition.ts'
import type { CampaignWithCells } from './campaign-cells.ts'
import { valuesOf } from './read-cell.ts'

/** Whether each campaign matches. */
type Matches = readonly boolean[]

/**
 * Returns the campaigns that match a filter, in their order. A cell with several entries matches if one of
 * them does. Throws what the filters of items throw.
 */
export function filterCampaigns(
  campaigns: readonly CampaignWithCells[],
  filters: CampaignFilters,
  throwIfCancelled: ThrowIfCancelled,
): readonly CampaignWithCells[] {
  const matches = matchGroup(campaigns, filters, Date.now(), throwIfCancelled)
  return matches === null ? campaigns : campaigns.filter((_, index) => matches[index])
}

/** Returns null for a group without conditions. */
function matchGroup(
  campaigns: readonly CampaignWithCells[],
  { match, conditions }: CampaignFilters,
  now: number,
  throwIfCancelled: ThrowIfCancelled,
): Matches | null {
  const parts = conditions
    .map((node) =>
      isGroup(node)
        ? matchGroup(campaigns, node, now, throwIfCancelled)
        : matchCondition(campaigns, node, now, throwIfCancelled),
    )
    .filter((part) => part !== null)
  if (parts.length === 0) return null
  return campaigns.map((_, index) =>
    match === 'all' ? parts.every((part) => part[index]) : parts.some((part) => part[index]),
  )
}

function matchCondition(
  campaigns: readonly CampaignWithCells[],
  condition: CampaignCondition,
  now: number,
  throwIfCancelled: ThrowIfCancelled,
): Matches {
  const { column } = condition
  if (!fitsColumn(condition, campaignFilterKindOf(column), statesOf(column))) throw unsupported(condition)
  throwIfCancelled()
  const { isNegated, cell } = resolveRequirement(condition, now)
  const cells = campaigns.map(({ cellOf }) => valuesOf(cellOf(column)))
  const matches = matchValues(column, cells.flat(), cell, throwIfCancelled)
  let position = 0
  return cells.map((values) => {
    const start = position
    position += values.length
    return matches.slice(start, position).includes(true) !== isNegated
  })
}

function statesOf(column: CampaignTableColumn): readonly FacetValue[] {
  return isCampaignColumnKey(column) ? (CAMPAIGN_COLUMNS[column].values ?? []) : []
}

function matchValues(
  column: CampaignTableColumn,
  values: readonly FacetValue[],
  cell: CellCondition,
  throwIfCancelled: ThrowIfCancelled,
): Matches {
  if (cell.kind === 'duplicates') {
    const counts = new Map<FacetValue, number>()
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    return values.map((value) => value !== null && (counts.get(value) ?? 0) > 1)
  }
  const kind = campaignColumnKindOf(column)
  return isTextCondition(cell)
    ? Array.from(matchTexts(kind, values, cell, throwIfCancelled), (isMatch) => isMatch === 1)
    : values.map(createCellTest(kind, cell))
}
