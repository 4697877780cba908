import type { ApiInput } from '../contract/api.ts'
import { columnLabels } from '../contract/strings/columns.ts'
import type { ChangesToExport, GoneToExport, ItemsToExport } from '../export/types.ts'
import { exportDocument } from '../workspace/export-document.ts'
import type { Desk } from './desk.ts'
import { goneReviews } from './reviewed.ts'
import { withMarks } from './review-query.ts'

/** The items that the window asks for, as they are now. */
export async function itemsToExport(input: ApiInput<'exports.start'>, desk: Desk): Promise<ItemsToExport> {
  const { connectionId, query, selection, options } = input
  const session = await desk.sessions.get(connectionId)
  const rows =
    selection === null
      ? { query: await withMarks(session, query) }
      : { keys: await session.store.keysOf(selection.resultId, selection.ranges) }
  const { labels } = await desk.connections.get(connectionId)
  return {
    databaseFile: session.databaseFile,
    rows,
    options,
    reviewsFile: session.reviewsFile,
    columnLabels: columnLabels(options.columns),
    statusLabels: labels.itemStatus,
    document: exportDocument(input.title, await session.store.listCampaigns(), query.campaignIds),
  }
}

/** The changes that the window asks for. */
export async function changesToExport(
  { connectionId, query, options, suggestedName }: ApiInput<'exports.startChanges'>,
  desk: Desk,
): Promise<ChangesToExport> {
  const { databaseFile, store } = await desk.sessions.get(connectionId)
  const document = exportDocument(suggestedName, await store.listCampaigns(), [query.campaignId])
  return { databaseFile, changes: query, options, document }
}

/** The reviews of items that are gone, as they are now. */
export async function goneToExport(
  { connectionId, campaignId, options, suggestedName }: ApiInput<'exports.startGone'>,
  desk: Desk,
): Promise<GoneToExport> {
  const session = await desk.sessions.get(connectionId)
  const campaignIds = campaignId === null ? null : [campaignId]
  return {
    databaseFile: session.databaseFile,
    gone: await goneReviews(session, campaignId),
    options,
    document: exportDocument(suggestedName, await session.store.listCampaigns(), campaignIds),
  }
}
