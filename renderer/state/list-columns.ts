import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { ListPlace } from '../../electron/contract/views.ts'
import type { AppModel } from './app.svelte.ts'

/** How the columns of a list are arranged; where nobody has done that, as they were arranged last elsewhere. */
export function columnsIn(app: AppModel, place: ListPlace): ColumnLayout {
  return app.views.stateOf(place)?.columns ?? app.preferences.current.columns
}

/** Arranges the columns of a list. */
export function setColumnsIn(app: AppModel, place: ListPlace, columns: ColumnLayout): void {
  app.views.keep(place, { columns })
  app.preferences.change({ columns })
}
