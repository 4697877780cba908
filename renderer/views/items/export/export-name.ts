import type { Connection } from '../../../../electron/contract/connection.ts'
import { momentInNames, type NameValues } from '../../../../electron/contract/file-name.ts'
import { nameStrings } from '../../../../electron/contract/strings/export-profiles.ts'
import type { ListPlace, ViewQuery } from '../../../../electron/contract/views.ts'
import type { AppModel } from '../../../state/app.svelte.ts'
import { columnsIn } from '../../../state/list-columns.ts'
import { savedFor, viewInForce } from '../../../state/built-in-views.ts'

/** What of a list is written. */
interface WrittenRows {
  readonly connection: Connection
  /** Null: all campaigns. */
  readonly campaignName: string | null
  readonly place: ListPlace
  /** Null: all of the campaign, or of all campaigns, however the list is narrowed. */
  readonly query: ViewQuery | null
  readonly count: number
}

/** What the name of a file with these rows is made of, now. */
export function nameValues(
  app: AppModel,
  { connection, campaignName, place, query, count }: WrittenRows,
): NameValues {
  const view =
    query === null
      ? null
      : viewInForce(savedFor(place, app.views.current.saved), query, columnsIn(app, place))
  return {
    campaign: campaignName ?? nameStrings.allCampaigns,
    view: view?.name ?? nameStrings.noView,
    connection: connection.name,
    rows: String(count),
    ...momentInNames(new Date()),
  }
}
