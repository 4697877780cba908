import type { ColumnKey } from '../../electron/contract/columns.ts'
import { isFieldKey, type FieldKey } from '../../electron/contract/fields.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { ListPlace } from '../../electron/contract/views.ts'
import type { AppModel } from './app.svelte.ts'

/**
 * How the columns of a list are arranged; where nobody has done that, as they were arranged last elsewhere.
 */
export function columnsIn(app: AppModel, place: ListPlace): ColumnLayout {
  return app.views.stateOf(place)?.columns ?? app.preferences.current.columns
}

/** The fields whose values a list shows: in its columns, or below its pictures. */
export function fieldsIn(app: AppModel, shown: readonly ColumnKey[]): readonly FieldKey[] {
  return [...new Set([...shown, ...app.preferences.current.contactSheet.captions])].filter(isFieldKey)
}

/** Arranges the columns of a list. */
export function setColumnsIn(app: AppModel, place: ListPlace, columns: ColumnLayout): void {
  app.views.keep(place, { columns })
  app.preferences.change({ columns })
}
