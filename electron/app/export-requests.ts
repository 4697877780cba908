import type { ApiInput } from '../contract/api.ts'
import type { CampaignSummary } from '../contract/campaign.ts'
import type { Connection } from '../contract/connection.ts'
import type { ExportFormat } from '../contract/export-formats.ts'
import { isReviewColumnKey } from '../contract/export-options.ts'
import { messagesIn } from '../contract/messages.ts'
import type {
  CampaignsToExport,
  ChangesToExport,
  ComparisonToExport,
  OrphanedReviewsToExport,
  ItemsToExport,
  ExportContent,
} from '../export/types.ts'
import { exportDocument } from './export-document.ts'
import type { ExportedListId } from './last-exports.ts'
import { withMarks } from './review-query.ts'
import { listOrphanedReviews } from './reviewed-items.ts'
import type { AppServices } from './services.ts'

/** A list that the window requests, with the options of its export. */
export type ListRequest = ApiInput<'exports.preview'>['of']
type Input =
  | ApiInput<'exports.start'>
  | ApiInput<'exports.startChanges'>
  | ApiInput<'exports.startOrphaned'>
  | ApiInput<'exports.startCampaigns'>
  | ApiInput<'exports.startComparison'>
type Services = Pick<AppServices, 'sessions' | 'connections'>

/** What an export of items reads from. */
export interface ItemExportSource {
  readonly connection: Connection
  readonly databaseFile: string
  readonly reviewsFile: string
  readonly picturesFile: string
  /** All campaigns of the connection. */
  readonly campaigns: readonly CampaignSummary[]
}

export interface ItemExportChoice extends Pick<ItemsToExport, 'rows' | 'options'> {
  readonly title: string
  /** Null: all. */
  readonly campaignIds: readonly string[] | null
}

/** Returns the input that the requests of all lists share. */
export function inputOf(list: ListRequest): Input {
  if ('items' in list) return list.items
  if ('campaigns' in list) return list.campaigns
  if ('comparison' in list) return list.comparison
  return 'changes' in list ? list.changes : list.gone
}

/** Identifies a list whose export can be repeated; null for selected rows and comparisons. */
export function exportedListIdOf(list: ListRequest): ExportedListId | null {
  if ('comparison' in list) return null
  if ('changes' in list) return { kind: 'changes', campaignId: list.changes.query.campaignId }
  if ('gone' in list) return { kind: 'gone', campaignId: list.gone.campaignId }
  if ('campaigns' in list) return { kind: 'campaigns', campaignId: null }
  const { query, selection } = list.items
  const [campaignId = null, another] = query.campaignIds ?? []
  return selection === null && another === undefined ? { kind: 'items', campaignId } : null
}

/** Returns the request of a list with another format, name or connection. */
export function changeRequest(
  list: ListRequest,
  {
    format,
    ...others
  }: Partial<Pick<Input, 'connectionId' | 'suggestedName'>> & { readonly format?: ExportFormat },
): ListRequest {
  const change = <ListInput extends Input>(input: ListInput): ListInput => ({
    ...input,
    ...others,
    ...(format === undefined ? {} : { options: { ...input.options, format } }),
  })
  if ('items' in list) return { items: change(list.items) }
  if ('campaigns' in list) return { campaigns: change(list.campaigns) }
  if ('comparison' in list) return { comparison: change(list.comparison) }
  return 'changes' in list ? { changes: change(list.changes) } : { gone: change(list.gone) }
}

/** Returns the current content of a requested list. */
export function createExportContent(list: ListRequest, services: Services): Promise<ExportContent> {
  if ('items' in list) return requestedItems(list.items, services)
  if ('campaigns' in list) return requestedCampaigns(list.campaigns, services)
  if ('comparison' in list) return requestedComparison(list.comparison, services)
  return 'changes' in list ? requestedChanges(list.changes, services) : requestedReviews(list.gone, services)
}

/** Returns the content of an export of items. */
export async function createItemExport(
  { connection, databaseFile, reviewsFile, picturesFile, campaigns }: ItemExportSource,
  { rows, options, title, campaignIds }: ItemExportChoice,
): Promise<ItemsToExport> {
  return {
    databaseFile,
    reviewsFile,
    picturesFile,
    rows,
    options,
    statusLabels: connection.labels.itemStatus,
    document: await exportDocument(title, campaigns, campaignIds, options),
  }
}

async function requestedItems(
  { connectionId, query, selection, options, title }: ApiInput<'exports.start'>,
  { sessions, connections }: Services,
): Promise<ItemsToExport> {
  const session = await sessions.get(connectionId)
  if (options.columns.some(isReviewColumnKey)) await session.reviews.replaceDamaged()
  const rows =
    selection === null
      ? { query: await withMarks(session, query) }
      : { keys: await session.store.keysOf(selection.resultId, selection.ranges) }
  const connection = await connections.get(connectionId)
  const campaigns = await session.store.listCampaigns()
  const { databaseFile, reviewsFile, picturesFile } = session
  return createItemExport(
    { connection, databaseFile, reviewsFile, picturesFile, campaigns },
    { rows, options, title, campaignIds: query.campaignIds },
  )
}

async function requestedChanges(
  { connectionId, query, options, suggestedName }: ApiInput<'exports.startChanges'>,
  { sessions, connections }: Services,
): Promise<ChangesToExport> {
  const { databaseFile, store } = await sessions.get(connectionId)
  const { labels } = await connections.get(connectionId)
  const campaigns = await store.listCampaigns()
  const document = await exportDocument(suggestedName, campaigns, [query.campaignId], options)
  return { databaseFile, changes: query, options, labels, document }
}

async function requestedComparison(
  { connectionId, query, withItems, campaignFields, options }: ApiInput<'exports.startComparison'>,
  { sessions, connections }: Services,
): Promise<ComparisonToExport> {
  const { databaseFile, store } = await sessions.get(connectionId)
  const { labels } = await connections.get(connectionId)
  return createComparisonExport(
    { databaseFile, campaigns: await store.listCampaigns(), labels },
    { query, withItems, campaignFields },
    { ...options, statuses: 'names' },
  )
}

/** Returns the content of an export of a comparison. */
export async function createComparisonExport(
  {
    databaseFile,
    campaigns,
    labels,
  }: Pick<ItemExportSource, 'databaseFile' | 'campaigns'> & Pick<ComparisonToExport, 'labels'>,
  comparison: ComparisonToExport['comparison'],
  options: ComparisonToExport['options'],
): Promise<ComparisonToExport> {
  const { campaignIds } = comparison.query
  const nameOf = (id: string): string => campaigns.find((each) => each.id === id)?.name ?? id
  const names = [nameOf(campaignIds[0]), nameOf(campaignIds[1])] as const
  const words = await messagesIn(options.language)
  const title = words.comparison.document({ first: names[0], second: names[1] })
  const document = await exportDocument(title, campaigns, campaignIds, options)
  return { databaseFile, comparison, names, labels, options, document }
}

async function requestedReviews(
  { connectionId, campaignId, options, suggestedName }: ApiInput<'exports.startOrphaned'>,
  { sessions }: Services,
): Promise<OrphanedReviewsToExport> {
  const session = await sessions.get(connectionId)
  const campaignIds = campaignId === null ? null : [campaignId]
  const orphanedReviews = await listOrphanedReviews(session, campaignId)
  const campaigns = await session.store.listCampaigns()
  return {
    databaseFile: session.databaseFile,
    orphanedReviews,
    options,
    document: await exportDocument(suggestedName, campaigns, campaignIds, options),
  }
}

async function requestedCampaigns(
  { connectionId, query, columns, options, suggestedName }: ApiInput<'exports.startCampaigns'>,
  { sessions, connections }: Services,
): Promise<CampaignsToExport> {
  const { databaseFile, store } = await sessions.get(connectionId)
  const { labels } = await connections.get(connectionId)
  const campaigns = await store.listCampaigns()
  const document = await exportDocument(suggestedName, campaigns, null, options)
  return { databaseFile, campaigns: { query, columns }, options, labels, document }
}
