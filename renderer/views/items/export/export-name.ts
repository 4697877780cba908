import { dateAndTimeForNames, type NameValues } from '../../../../electron/contract/file-name.ts'
import { messages } from '../../../../electron/contract/messages.ts'
import type { ViewQuery } from '../../../../electron/contract/views.ts'
import { savedViewsFor, findActiveView } from '../../../state/built-in-views.ts'
import type { ViewsModel } from '../../../state/views.svelte.ts'
import type { ExportedList } from './exported-list.ts'

/** The exported rows of a list. */
interface ExportedRows {
  readonly list: ExportedList
  /** Null: all of the campaign, or of all campaigns, without filters. */
  readonly query: ViewQuery | null
  readonly count: number
}

/** Returns the values for the file name of an export with these rows. */
export function fileNameValues(views: ViewsModel, { list, query, count }: ExportedRows): NameValues {
  const view =
    query === null
      ? null
      : findActiveView(savedViewsFor(list.reference, views.current.saved), query, list.layout, list.rowColors)
  return {
    campaign: list.campaignName ?? messages.exportProfiles.fileNames.allCampaigns,
    view: view?.name ?? messages.exportProfiles.fileNames.noView,
    connection: list.connection.name,
    rows: String(count),
    ...dateAndTimeForNames(new Date()),
  }
}
