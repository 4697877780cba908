import { dateAndTimeForNames, type NameValues } from '../../../../electron/contract/file-name.ts'
import { nameStrings } from '../../../../electron/contract/strings/export-profiles.ts'
import type { ViewQuery } from '../../../../electron/contract/views.ts'
import type { AppModel } from '../../../state/app.svelte.ts'
import { savedFor, viewInForce } from '../../../state/built-in-views.ts'
import type { ListContext } from '../list-context.svelte.ts'

/** What of a list is written. */
interface WrittenRows {
  readonly list: ListContext
  /** Null: all of the campaign, or of all campaigns, however the list is narrowed. */
  readonly query: ViewQuery | null
  readonly count: number
}

/** What the name of a file with these rows is made of, now. */
export function nameValues(app: AppModel, { list, query, count }: WrittenRows): NameValues {
  const view =
    query === null ? null : viewInForce(savedFor(list.place, app.views.current.saved), query, list.layout)
  return {
    campaign: list.campaignName ?? nameStrings.allCampaigns,
    view: view?.name ?? nameStrings.noView,
    connection: list.connection.name,
    rows: String(count),
    ...dateAndTimeForNames(new Date()),
  }
}
