import type { ApiInput } from '../contract/api.ts'
import type { ExportFormat } from '../contract/export-formats.ts'
import { isReviewColumnKey } from '../contract/export-options.ts'
import { columnLabels } from '../contract/strings/columns.ts'
import type {
  ChangesToExport,
  OrphanedReviewsToExport,
  ItemsToExport,
  ExportContent,
} from '../export/types.ts'
import type { ListName } from '../app/last-exports.ts'
import { exportDocument } from '../app/export-document.ts'
import type { Desk } from './desk.ts'
import { goneReviews } from './reviewed.ts'
import { withMarks } from './review-query.ts'

/** A list that the window asks for, with how it is to be written. */
export type AskedList = ApiInput<'exports.preview'>['of']
type Input = ApiInput<'exports.start'> | ApiInput<'exports.startChanges'> | ApiInput<'exports.startGone'>

/** What every list is asked for with. */
export function inputOf(of: AskedList): Input {
  if ('items' in of) return of.items
  return 'changes' in of ? of.changes : of.gone
}

/** Which list it is; null: rows that were picked one by one are none that could be written again. */
export function nameOf(of: AskedList): ListName | null {
  if ('changes' in of) return { kind: 'changes', campaignId: of.changes.query.campaignId }
  if ('gone' in of) return { kind: 'gone', campaignId: of.gone.campaignId }
  const { query, selection } = of.items
  return selection === null ? { kind: 'items', campaignId: query.campaignIds?.[0] ?? null } : null
}

/** The same list, asked for in another format, by another name, or of this connection. */
export function askedAs(
  of: AskedList,
  {
    format,
    ...others
  }: Partial<Pick<Input, 'connectionId' | 'suggestedName'>> & { readonly format?: ExportFormat },
): AskedList {
  const as = <One extends Input>(input: One): One => ({
    ...input,
    ...others,
    ...(format === undefined ? {} : { options: { ...input.options, format } }),
  })
  if ('items' in of) return { items: as(of.items) }
  return 'changes' in of ? { changes: as(of.changes) } : { gone: as(of.gone) }
}

/** What is asked for, as it is now. */
export function listToExport(of: AskedList, desk: Desk): Promise<ExportContent> {
  if ('items' in of) return itemsToExport(of.items, desk)
  return 'changes' in of ? changesToExport(of.changes, desk) : goneToExport(of.gone, desk)
}

/** The items that the window asks for, as they are now. */
async function itemsToExport(input: ApiInput<'exports.start'>, desk: Desk): Promise<ItemsToExport> {
  const { connectionId, query, selection, options } = input
  const session = await desk.sessions.get(connectionId)
  if (options.columns.some(isReviewColumnKey)) await session.reviews.replaceDamaged()
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
    picturesFile: session.picturesFile,
    columnLabels: columnLabels(options.columns),
    statusLabels: labels.itemStatus,
    document: exportDocument(
      input.title,
      await session.store.listCampaigns(),
      query.campaignIds,
      options.timeZone,
    ),
  }
}

/** The changes that the window asks for. */
async function changesToExport(
  { connectionId, query, options, suggestedName }: ApiInput<'exports.startChanges'>,
  desk: Desk,
): Promise<ChangesToExport> {
  const { databaseFile, store } = await desk.sessions.get(connectionId)
  const document = exportDocument(
    suggestedName,
    await store.listCampaigns(),
    [query.campaignId],
    options.timeZone,
  )
  return { databaseFile, changes: query, options, document }
}

/** The reviews of items that are gone, as they are now. */
async function goneToExport(
  { connectionId, campaignId, options, suggestedName }: ApiInput<'exports.startGone'>,
  desk: Desk,
): Promise<OrphanedReviewsToExport> {
  const session = await desk.sessions.get(connectionId)
  const campaignIds = campaignId === null ? null : [campaignId]
  return {
    databaseFile: session.databaseFile,
    orphanedReviews: await goneReviews(session, campaignId),
    options,
    document: exportDocument(
      suggestedName,
      await session.store.listCampaigns(),
      campaignIds,
      options.timeZone,
    ),
  }
}
