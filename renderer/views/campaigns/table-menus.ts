import type { CampaignTableColumn } from '../../../electron/contract/campaign-columns.ts'
import { commandLabel } from '../../../electron/contract/commands.ts'
import type { ItemGroup } from '../../../electron/contract/query.ts'
import { campaignColumnLabel } from '../../../electron/contract/strings/campaign-columns.ts'
import { campaignTableStrings as messages } from '../../../electron/contract/strings/campaign-table.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { CampaignTable } from '../../state/campaign-table.svelte.ts'
import { layoutLines, sortLines } from '../items/column-lines.ts'
import { CAMPAIGN_COLUMN_SET } from './campaign-cells.ts'

interface ColumnMenuInput {
  readonly campaigns: CampaignTable
  readonly key: CampaignTableColumn
  /** Fits a column, or with null each one, to its content. */
  readonly fit: (key: CampaignTableColumn | null) => void
  /** Opens the filter of the column. */
  readonly filter: () => void
}

/** Returns the context menu of a column. */
export function tableColumnMenu({ campaigns, key, fit, filter }: ColumnMenuInput): readonly MenuItem[] {
  const { sort, group } = campaigns.query
  return [
    ...sortLines(sort, key, (next) => campaigns.setSort(next)),
    { label: messages.sort.defaultOrder, checked: sort.length === 0, run: () => void campaigns.setSort([]) },
    { kind: 'separator' },
    { label: strings.filter.by(campaignColumnLabel(key)), icon: 'filter', run: filter },
    group === key
      ? { label: strings.group.none, icon: 'list', run: () => void campaigns.setGroup(null) }
      : { label: strings.group.byThis, icon: 'list', run: () => void campaigns.setGroup(key) },
    { kind: 'separator' },
    ...layoutLines<CampaignTableColumn>({
      key,
      columns: CAMPAIGN_COLUMN_SET,
      layout: campaigns.layout,
      visibleColumns: campaigns.visibleColumns,
      setLayout: (layout) => campaigns.setLayout(layout),
      fit,
      fitAll: { label: commandLabel('fitColumns'), run: () => fit(null) },
    }),
  ]
}

/** Returns the context menu of a group header. */
export function tableGroupMenu(
  campaigns: CampaignTable,
  { value, first, count }: ItemGroup,
): readonly MenuItem[] {
  const { folds, result } = campaigns
  const isClosed = folds.closed.has(value)
  return [
    {
      label: isClosed ? strings.group.expand : strings.group.collapse,
      icon: isClosed ? 'chevron-down' : 'chevron-right',
      run: () => folds.set(value, !isClosed),
    },
    {
      label: strings.group.select,
      icon: 'check',
      run: () => campaigns.toggleRange(first, first + count - 1),
    },
    { kind: 'separator' },
    { label: messages.menu.expandAll, run: () => folds.openAll() },
    { label: messages.menu.collapseAll, run: () => folds.closeAll(result?.groups ?? []) },
  ]
}
