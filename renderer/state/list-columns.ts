import { DEFAULT_COLUMNS, type ColumnKey } from '../../electron/contract/columns.ts'
import { isFieldKey, type FieldKey } from '../../electron/contract/fields.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import type { AppModel } from './app.svelte.ts'

/**
 * How the columns of a list are arranged; where nobody has done that, as they were arranged last elsewhere.
 */
export function columnsIn(app: AppModel, place: ListReference): ColumnLayout {
  return app.views.stateOf(place)?.columns ?? app.preferences.current.columns
}

/**
 * The columns that are shown, in order. A list over all campaigns always says which campaign a row is of; a
 * list of one campaign never repeats it.
 */
export function shownColumns(layout: ColumnLayout, overAllCampaigns: boolean): readonly ColumnKey[] {
  const chosen = layout.order.length > 0 ? layout.order : DEFAULT_COLUMNS
  if (!overAllCampaigns) return chosen.filter((key) => key !== 'campaignName')
  if (chosen.includes('campaignName')) return chosen
  return [...chosen.slice(0, 2), 'campaignName', ...chosen.slice(2)]
}

/** The fields whose values a list shows: in its columns, or below its pictures. */
export function fieldsIn(app: AppModel, shown: readonly ColumnKey[]): readonly FieldKey[] {
  return [...new Set([...shown, ...app.preferences.current.contactSheet.captions])].filter(isFieldKey)
}

/** Arranges the columns of a list. */
export function setColumnsIn(app: AppModel, place: ListReference, columns: ColumnLayout): void {
  app.views.keep(place, { columns })
  app.preferences.change({ columns })
}
