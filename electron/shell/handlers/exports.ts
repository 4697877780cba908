import type { ApiInput } from '../../contract/api.ts'
import type { ExportFormat } from '../../contract/export-options.ts'
import { columnLabels } from '../../contract/strings/columns.ts'
import { SAVE_DIALOG } from '../../contract/strings/menu.ts'
import { exportDocument } from '../../workspace/export-document.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { askForListFile, type ListFile } from '../ask-for-file.ts'
import { goneReviews } from '../reviewed.ts'
import { withMarks } from '../review-query.ts'
import type { ListTarget } from '../exports.ts'
import { openWritten, showWritten } from '../written-file.ts'

type ExportCalls = Extract<keyof Handlers, `exports.${string}`>

/** Writing lists of items and of changes to files. */
export function exportHandlers(desk: Desk): Pick<Handlers, ExportCalls> {
  const start = async (input: ApiInput<'exports.start'>) => {
    const { connectionId, query, selection, options } = input
    const session = await desk.sessions.get(connectionId)
    // Fixed before the dialog: what was selected is exported, even if the list changes while the person chooses.
    const rows =
      selection === null
        ? { query: await withMarks(session, query) }
        : { keys: await session.store.keysOf(selection.resultId, selection.ranges) }
    const asked = await askForListFile(desk, SAVE_DIALOG.title, input.suggestedName, options.format)
    if (asked === null) return null
    const { file, format } = asked
    const { labels } = await desk.connections.get(connectionId)
    return desk.exports.start(
      connectionId,
      targetOf(asked, options.format),
      {
        databaseFile: session.databaseFile,
        rows,
        options: { ...options, format },
        reviewsFile: session.reviewsFile,
        columnLabels: columnLabels(options.columns),
        statusLabels: labels.itemStatus,
        document: exportDocument(input.title, await session.store.listCampaigns(), query.campaignIds),
        file,
      },
      desk.sessions.hold(connectionId),
    )
  }
  const startChanges = async (input: ApiInput<'exports.startChanges'>) => {
    const { connectionId, query, options } = input
    const { databaseFile, store } = await desk.sessions.get(connectionId)
    const asked = await askForListFile(desk, SAVE_DIALOG.changesTitle, input.suggestedName, options.format)
    if (asked === null) return null
    const { file, format } = asked
    return desk.exports.start(
      connectionId,
      targetOf(asked, options.format),
      {
        databaseFile,
        changes: query,
        options: { ...options, format },
        document: exportDocument(input.suggestedName, await store.listCampaigns(), [query.campaignId]),
        file,
      },
      desk.sessions.hold(connectionId),
    )
  }
  const startGone = async (input: ApiInput<'exports.startGone'>) => {
    const { connectionId, campaignId, options } = input
    const session = await desk.sessions.get(connectionId)
    const gone = await goneReviews(session, campaignId)
    const asked = await askForListFile(desk, SAVE_DIALOG.goneTitle, input.suggestedName, options.format)
    if (asked === null) return null
    const { file, format } = asked
    const document = exportDocument(
      input.suggestedName,
      await session.store.listCampaigns(),
      campaignId === null ? null : [campaignId],
    )
    return desk.exports.start(
      connectionId,
      targetOf(asked, options.format),
      { databaseFile: session.databaseFile, gone, options: { ...options, format }, document, file },
      desk.sessions.hold(connectionId),
    )
  }
  return {
    'exports.start': start,
    'exports.startChanges': startChanges,
    'exports.startGone': startGone,
    'exports.cancel': ({ jobId }) => {
      desk.exports.cancel(jobId)
      return null
    },
    'exports.show': ({ jobId }) => {
      showWritten(desk.exports, jobId)
      return null
    },
    'exports.open': async ({ jobId }) => {
      await openWritten(desk.exports, jobId)
      return null
    },
  }
}

/** Where a list goes, with what differs from what was chosen in the window. */
function targetOf({ file, format }: ListFile, chosen: ExportFormat): ListTarget {
  return { file, typedFormat: format === chosen ? null : format }
}
