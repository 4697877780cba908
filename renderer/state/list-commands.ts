import { EMPTY_CAMPAIGN_QUERY } from '../../electron/contract/campaign-query.ts'
import { CAMPAIGN_ROW_HEIGHTS } from '../../electron/contract/campaign-table.ts'
import { conditionsOf } from '../../electron/contract/filter-tree.ts'
import { ROW_HEIGHTS } from '../../electron/contract/preferences.ts'
import type { ItemGroup } from '../../electron/contract/query.ts'
import { campaignColumnLabel, columnLabel } from '../../electron/contract/column-labels.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { AppModel } from './app.svelte.ts'
import { groupColumns } from './campaign-groups.ts'
import type { CommandChoice } from './command-handlers.ts'
import type { GroupFolds } from './group-folds.svelte.ts'
import { setRowHeight } from './item-list.ts'
import { columnsIn, groupKeys, visibleColumns } from './list-columns.ts'
import { showsList } from './navigation.ts'

/*
 * The commands of a list act on the table of campaigns while it is shown, and otherwise on the items.
 */

/** Returns whether the table of campaigns is shown. */
export function showsTable({ campaignId, tab }: Pick<AppModel, 'campaignId' | 'tab'>): boolean {
  return campaignId === null && tab === 'campaigns'
}

/** Returns the list that commands act on. */
export function listOf(app: AppModel): AppModel['items'] | AppModel['campaignTable'] {
  return showsTable(app) ? app.campaignTable : app.items
}

/** Returns whether items are shown as rows. */
export function hasItemRows({ tab, frame }: AppModel): boolean {
  return tab === 'items' && !frame.singleReview
}

/** Returns whether items or campaigns are shown as rows. */
export function hasRows(app: AppModel): boolean {
  return hasItemRows(app) || showsTable(app)
}

/** Returns whether the list has frozen columns. */
export function hasFrozenColumns(app: AppModel): boolean {
  const { frozen } = showsTable(app) ? app.campaignTable.layout : columnsIn(app, app.items)
  return hasRows(app) && (frozen ?? 0) > 0
}

export function isGrouped(app: AppModel): boolean {
  return listOf(app).query.group !== null
}

/** Returns the groups of the shown list or changes, with what is collapsed; null without groups. */
export function foldableGroups(
  app: AppModel,
): { readonly folds: GroupFolds; readonly groups: readonly ItemGroup[] } | null {
  if (app.tab === 'changes') {
    const { folds, result } = app.changes
    const isShown = result !== null && result.query.campaignId === app.campaignId && result.groups.length > 0
    return isShown ? { folds, groups: result.groups } : null
  }
  if (!showsTable(app) && !showsList(app.tab)) return null
  const { folds, result } = listOf(app)
  return isGrouped(app) && result !== null ? { folds, groups: result.groups ?? [] } : null
}

export function isFiltered(app: AppModel): boolean {
  return showsTable(app)
    ? conditionsOf(app.campaignTable.query.filters).length > 0
    : conditionsOf(app.items.query.filters).length > 0
}

/** Removes all filters of the list. */
export async function clearFilters(app: AppModel): Promise<void> {
  await (showsTable(app)
    ? app.campaignTable.setFilters(EMPTY_CAMPAIGN_QUERY.filters)
    : app.items.filters.clear())
}

/** Returns the columns by which the list can be sorted. */
export function sortChoices(app: AppModel): readonly CommandChoice[] {
  if (!hasRows(app)) return []
  const { campaignTable, items } = app
  const choice = (id: string, name: string, run: () => Promise<void>): CommandChoice => ({ id, name, run })
  return showsTable(app)
    ? campaignTable.visibleColumns.map((key) =>
        choice(key, campaignColumnLabel(key), () => campaignTable.setSort([{ key, direction: 1 }])),
      )
    : visibleColumns(columnsIn(app, items), app.campaignId === null).map((key) =>
        choice(key, columnLabel(key), () => items.setSort([{ key, direction: 1 }])),
      )
}

/** Returns the columns by which the list can be grouped, without the present one. */
export function groupChoices(app: AppModel): readonly CommandChoice[] {
  const { campaignTable, items } = app
  if (!showsTable(app))
    return groupKeys(app.campaignId === null)
      .filter((key) => key !== items.query.group)
      .map((key) => ({ id: key, name: messages.columns.items[key], run: () => items.setGroup(key) }))
  return groupColumns(campaignTable.visibleFields, null)
    .filter((key) => key !== campaignTable.query.group)
    .map((key) => ({ id: key, name: campaignColumnLabel(key), run: () => campaignTable.setGroup(key) }))
}

/** Returns the heights of the rows of the list, without the present one. */
export function rowHeightChoices(app: AppModel): readonly CommandChoice[] {
  const { campaignTable, history, preferences } = app
  if (showsTable(app))
    return CAMPAIGN_ROW_HEIGHTS.filter((height) => height !== campaignTable.rowHeight).map((height) => ({
      id: height,
      name: messages.campaignTable.rowHeight[height],
      run: () => campaignTable.setRowHeight(height),
    }))
  if (!hasItemRows(app)) return []
  return ROW_HEIGHTS.filter((height) => height !== preferences.current.rowHeight).map((height) => ({
    id: height,
    name: messages.items.rowHeight.names[height],
    run: () => setRowHeight({ history, navigation: app, preferences }, height),
  }))
}
