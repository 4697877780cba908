import { DEFAULT_COLUMNS, type ColumnKey } from '../../electron/contract/columns.ts'
import { isFieldKey, type FieldKey } from '../../electron/contract/fields.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import type { AppModel } from './app.svelte.ts'

/** Returns the columns of a list; without own ones, those that were last set in another list. */
export function columnsIn(app: AppModel, list: ListReference): ColumnLayout {
  return app.views.stateOf(list)?.columns ?? app.preferences.current.columns
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
export function fieldsIn(app: AppModel, visibleColumnKeys: readonly ColumnKey[]): readonly FieldKey[] {
  return [...new Set([...visibleColumnKeys, ...app.preferences.current.contactSheet.captions])].filter(
    isFieldKey,
  )
}

/** Sets the columns of a list. */
export function setListColumns(app: AppModel, list: ListReference, columns: ColumnLayout): void {
  app.views.saveListState(list, { columns })
  app.preferences.change({ columns })
}
