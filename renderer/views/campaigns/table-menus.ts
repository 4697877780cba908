import type { CampaignTableColumn } from '../../../electron/contract/campaign-columns.ts'
import type { ItemGroup } from '../../../electron/contract/query.ts'
import { campaignColumnLabel } from '../../../electron/contract/column-labels.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { CampaignTable } from '../../state/campaign-table.svelte.ts'
import { layoutLines, sortLines } from '../items/column-lines.ts'
import { commandItem, type CommandContext } from '../items/item-menus.ts'
import { CAMPAIGN_COLUMN_SET } from './campaign-cells.ts'

interface ColumnMenuInput extends CommandContext {
  readonly campaigns: CampaignTable
  readonly key: CampaignTableColumn
  /** Fits a column to its content. */
  readonly fit: (key: CampaignTableColumn) => void
  /** Opens the filter of the column. */
  readonly filter: () => void
}

/** Returns the context menu of a column. */
export function tableColumnMenu(input: ColumnMenuInput): readonly MenuItem[] {
  const { campaigns, key, fit, filter } = input
  const { sort, group } = campaigns.query
  return [
    ...sortLines(sort, key, (next) => campaigns.setSort(next)),
    {
      label: messages.campaignTable.sort.defaultOrder,
      checked: sort.length === 0,
      run: () => void campaigns.setSort([]),
    },
    { kind: 'separator' },
    { label: messages.items.filter.by({ field: campaignColumnLabel(key) }), icon: 'filter', run: filter },
    group === key
      ? { label: messages.items.group.none, icon: 'list', run: () => void campaigns.setGroup(null) }
      : { label: messages.items.group.byThis, icon: 'list', run: () => void campaigns.setGroup(key) },
    { kind: 'separator' },
    ...layoutLines<CampaignTableColumn>({
      key,
      columns: CAMPAIGN_COLUMN_SET,
      layout: campaigns.layout,
      visibleColumns: campaigns.visibleColumns,
      setLayout: (layout) => campaigns.setLayout(layout),
      fit,
      fitAll: commandItem(input, 'fitColumns', { hasIcon: false }),
    }),
  ]
}

/** Returns the lines of the context menu of rows that copy them, and change the selection. */
export function tableRowLines(
  context: CommandContext,
  { selectedCount }: Pick<CampaignTable, 'selectedCount'>,
): readonly MenuItem[] {
  return [
    commandItem(context, 'copyRows'),
    ...(selectedCount > 1 ? [commandItem(context, 'invertSelection', { hasIcon: false })] : []),
  ]
}

/** Returns the context menu of a group header. */
export function tableGroupMenu(
  context: CommandContext,
  campaigns: CampaignTable,
  { value, first, count }: ItemGroup,
): readonly MenuItem[] {
  const { folds } = campaigns
  const isClosed = folds.closed.has(value)
  return [
    {
      label: isClosed ? messages.items.group.expand : messages.items.group.collapse,
      icon: isClosed ? 'chevron-down' : 'chevron-right',
      run: () => folds.set(value, !isClosed),
    },
    {
      label: messages.items.group.select,
      icon: 'check',
      run: () => campaigns.toggleRange(first, first + count - 1),
    },
    { kind: 'separator' },
    commandItem(context, 'expandGroups', { hasIcon: false }),
    commandItem(context, 'collapseGroups', { hasIcon: false }),
  ]
}
