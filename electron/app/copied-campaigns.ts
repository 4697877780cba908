import type { CampaignTableColumn } from '../contract/campaign-columns.ts'
import { EMPTY_CAMPAIGN_QUERY } from '../contract/campaign-query.ts'
import { campaignStateName } from '../contract/column-labels.ts'
import type { ValueLabels } from '../contract/connection.ts'
import { campaignColumns } from '../export/rows/table.ts'
import { exportedCell } from '../store/campaign-table/export-rows.ts'
import { queryCampaignTable, type TableContext, type TableSession } from './campaign-table.ts'
import { clipboardTable, type ClipboardTable } from './clipboard-table.ts'

/**
 * Returns campaigns in the order of their ids as a table for other programs, with complete values. Those that
 * no longer exist are left out. Rejects as {@link queryCampaignTable}.
 */
export async function copiedCampaigns(
  session: TableSession,
  campaignIds: readonly string[],
  columns: readonly CampaignTableColumn[],
  labels: ValueLabels,
  slot: string,
  context: TableContext,
): Promise<ClipboardTable & { readonly rows: number }> {
  const { rows } = await queryCampaignTable(session, EMPTY_CAMPAIGN_QUERY, columns, slot, context)
  const cellsById = new Map(rows.map(({ id, cells }) => [id, cells]))
  const copied = campaignIds.flatMap((id) => {
    const cells = cellsById.get(id)
    return cells === undefined ? [] : [cells.map(exportedCell)]
  })
  const inWords = copied.map((cells) =>
    cells.map((value, index) => {
      const column = columns[index]
      return typeof value === 'string' && column !== undefined ? campaignStateName(column, value) : value
    }),
  )
  const table = campaignColumns({
    campaigns: { columns },
    options: { header: 'labels', statuses: 'names' },
    labels,
  })
  return { ...clipboardTable(table, inWords), rows: copied.length }
}
