import type { ApiInput } from '../../contract/api.ts'
import type { ExportFormat } from '../../contract/export-options.ts'
import { SAVE_DIALOG } from '../../contract/strings/menu.ts'
import type { ExportRequest } from '../../export/types.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import type { LookCalls } from './export-looks.ts'
import { askForListFile, type ListFile } from '../ask-for-file.ts'
import { changesToExport, goneToExport, itemsToExport } from '../export-requests.ts'
import type { ListTarget } from '../exports.ts'
import { openWritten, showWritten } from '../written-file.ts'

type ExportCalls = Exclude<
  Extract<keyof Handlers, `exports.${string}`>,
  LookCalls | 'exports.profiles' | 'exports.saveProfiles'
>

/** Writing lists of items and of changes to files. */
export function exportHandlers(desk: Desk): Pick<Handlers, ExportCalls> {
  // What is exported is fixed before the question for the place: even if the list changes while the person chooses.
  const start = async (input: ApiInput<'exports.start'>) => {
    const { suggestedName, options } = input
    const items = await itemsToExport(input, desk)
    const asked = await askForListFile(desk, SAVE_DIALOG.title, suggestedName, options.format)
    if (asked === null) return null
    const request = { ...items, options: { ...options, format: asked.format }, file: asked.file }
    return write(input.connectionId, asked, options.format, request)
  }
  const startChanges = async (input: ApiInput<'exports.startChanges'>) => {
    const { suggestedName, options } = input
    const changes = await changesToExport(input, desk)
    const asked = await askForListFile(desk, SAVE_DIALOG.changesTitle, suggestedName, options.format)
    if (asked === null) return null
    const request = { ...changes, options: { ...options, format: asked.format }, file: asked.file }
    return write(input.connectionId, asked, options.format, request)
  }
  const startGone = async (input: ApiInput<'exports.startGone'>) => {
    const { suggestedName, options } = input
    const gone = await goneToExport(input, desk)
    const asked = await askForListFile(desk, SAVE_DIALOG.goneTitle, suggestedName, options.format)
    if (asked === null) return null
    const request = { ...gone, options: { ...options, format: asked.format }, file: asked.file }
    return write(input.connectionId, asked, options.format, request)
  }
  const write = (connectionId: string, asked: ListFile, chosen: ExportFormat, request: ExportRequest) =>
    desk.exports.start(connectionId, targetOf(asked, chosen), request, desk.sessions.hold(connectionId))
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
