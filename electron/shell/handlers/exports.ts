import { basename, dirname, parse } from 'node:path'
import type { ApiInput } from '../../contract/api.ts'
import type { ExportAgain } from '../../contract/export-again.ts'
import type { ExportFormat } from '../../contract/export-options.ts'
import { SAVE_DIALOG } from '../../contract/strings/menu.ts'
import type { ExportJob } from '../../contract/jobs.ts'
import type { ExportRequest, ItemsToExport } from '../../export/types.ts'
import { connectionLayout } from '../../workspace/layout.ts'
import { createLastExports, placeOf, type LastExports } from '../../workspace/last-exports.ts'
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
  const known = new Map<string, LastExports>()
  // What is exported is fixed before the question for the place: even if the list changes while the person chooses.
  const start = async (input: ApiInput<'exports.start'>) => {
    const { suggestedName, options } = input
    const items = await itemsToExport(input, desk)
    const asked = await askForListFile(desk, SAVE_DIALOG.title, suggestedName, options.format)
    if (asked === null) return null
    return writeItems(input, items, asked)
  }
  const writeItems = (input: ApiInput<'exports.start'>, items: ItemsToExport, asked: ListFile) => {
    const options = { ...input.options, format: asked.format }
    const { connectionId, query, selection } = input
    const request = { ...items, options, file: asked.file }
    return write(connectionId, asked, input.options.format, request, () => {
      // Rows that were picked one by one are no list that could be written again.
      if (selection === null)
        void lastExports(connectionId).note(listOf(query), { ...input, options }, asked.file)
    })
  }
  const again = async ({
    connectionId,
    campaignId,
    way,
  }: ApiInput<'exports.again'>): Promise<ExportAgain> => {
    const last = await lastExports(connectionId).of(campaignId)
    if (last === null) return { kind: 'nothing' }
    const input = { ...last.input, connectionId }
    const { format } = input.options
    if (way === 'elsewhere') {
      const job = await start({ ...input, suggestedName: parse(last.file).name })
      return job === null ? { kind: 'closed' } : { kind: 'started', job }
    }
    const place = await placeOf(last)
    if (place === 'noFolder' || (place === 'changed' && way !== 'replace'))
      return { kind: place, fileName: basename(last.file), folder: dirname(last.file) }
    const items = await itemsToExport(input, desk)
    return { kind: 'started', job: writeItems(input, items, { file: last.file, format }) }
  }
  const lastExports = (connectionId: string): LastExports => {
    const kept =
      known.get(connectionId) ??
      createLastExports(connectionLayout(desk.dataFolder, connectionId).lastExportsFile)
    known.set(connectionId, kept)
    return kept
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
  const write = (
    connectionId: string,
    asked: ListFile,
    chosen: ExportFormat,
    request: ExportRequest,
    whenWritten: () => void = () => undefined,
  ): ExportJob => {
    const release = desk.sessions.hold(connectionId)
    const job = desk.exports.start(connectionId, targetOf(asked, chosen), request, () => {
      release()
      if (desk.exports.isDone(job.jobId)) whenWritten()
    })
    return job
  }
  return {
    'exports.start': start,
    'exports.startChanges': startChanges,
    'exports.startGone': startGone,
    'exports.again': again,
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

/** The list that a query is asked of; null: that of all campaigns. */
function listOf({ campaignIds }: ApiInput<'exports.start'>['query']): string | null {
  return campaignIds?.[0] ?? null
}
