import {
  dateAndTimeForNames,
  DEFAULT_NAME_TEMPLATE,
  type NameValues,
} from '../../../../electron/contract/file-name.ts'
import type { Messages } from '../../../../electron/contract/messages/types.ts'
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

/**
 * Returns the values for the file name of an export with these rows.
 * @param words messages in the language of the file
 */
export function fileNameValues(
  views: ViewsModel,
  { list, query, count }: ExportedRows,
  words: Messages,
): NameValues {
  const view =
    query === null
      ? null
      : findActiveView(savedViewsFor(list.reference, views.current.saved), query, list.layout, list.rowColors)
  return {
    campaign: list.campaignName ?? words.exportProfiles.fileNames.allCampaigns,
    view: view?.name ?? words.exportProfiles.fileNames.noView,
    connection: list.connection.name,
    rows: String(count),
    ...dateAndTimeForNames(new Date()),
  }
}

/** Returns a template with the words of the file's language: the default one is stored in English. */
export function nameTemplateIn(template: string, words: Messages): string {
  if (template !== DEFAULT_NAME_TEMPLATE) return template
  return words.exportProfiles.fileNames.template({ campaign: '{campaign}', date: '{date}' })
}
