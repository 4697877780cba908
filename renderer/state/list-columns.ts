import { DEFAULT_COLUMNS, type ColumnKey } from '../../electron/contract/columns.ts'
import { isFieldKey, type FieldKey } from '../../electron/contract/fields.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import { GROUP_KEYS, type GroupKey } from '../../electron/contract/query.ts'
import type { RowColorRule } from '../../electron/contract/row-colors.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import type { ViewsModel } from './views.svelte.ts'

/** Where the columns of lists are stored. */
export interface ColumnContext {
  readonly views: ViewsModel
  readonly preferences: PreferencesModel
}

/** Returns the columns of a list. A list without stored columns has those that were last set in any list. */
export function columnsIn({ views, preferences }: ColumnContext, list: ListReference): ColumnLayout {
  return views.stateOf(list)?.columns ?? preferences.current.columns
}

/** The colors of a list without any, always the same array. */
const NO_ROW_COLORS: readonly RowColorRule[] = []

/** Returns the rules that color the rows of a list. */
export function rowColorsIn(
  { views }: Pick<ColumnContext, 'views'>,
  list: ListReference,
): readonly RowColorRule[] {
  return views.stateOf(list)?.rowColors ?? NO_ROW_COLORS
}

/** Returns the columns by which a list can be grouped. All items of one campaign have the same campaign. */
export function groupKeys(overAllCampaigns: boolean): readonly GroupKey[] {
  return overAllCampaigns ? GROUP_KEYS : GROUP_KEYS.filter((key) => key !== 'campaignName')
}

/**
 * Returns the shown columns in order. A list of all campaigns always shows the campaign of a row; a list of
 * one campaign never does.
 */
export function visibleColumns(layout: ColumnLayout, overAllCampaigns: boolean): readonly ColumnKey[] {
  const order = layout.order.length > 0 ? layout.order : DEFAULT_COLUMNS
  if (!overAllCampaigns) return order.filter((key) => key !== 'campaignName')
  if (order.includes('campaignName')) return order
  return [...order.slice(0, 2), 'campaignName', ...order.slice(2)]
}

/** Returns the fields whose values a list shows, in its columns or below its pictures. */
export function fieldsIn(
  { preferences }: Pick<ColumnContext, 'preferences'>,
  visibleColumnKeys: readonly ColumnKey[],
): readonly FieldKey[] {
  return [...new Set([...visibleColumnKeys, ...preferences.current.contactSheet.captions])].filter(isFieldKey)
}

/** Sets the columns of a list. */
export function setListColumns(
  { views, preferences }: ColumnContext,
  list: ListReference,
  columns: ColumnLayout,
): void {
  views.saveListState(list, { columns })
  preferences.change({ columns })
}
