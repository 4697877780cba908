import { basename, dirname, parse } from 'node:path'
import type { ApiInput } from '../../contract/api.ts'
import type { RepeatExportResult } from '../../contract/repeat-export.ts'
import { delimiterOfName } from '../../contract/export-formats.ts'
import { SAVE_DIALOG } from '../../contract/strings/menu.ts'
import type { ExportJob } from '../../contract/jobs.ts'
import type { EarlierFile, ExportContent } from '../../export/types.ts'
import { connectionLayout } from '../../app/layout.ts'
import { createLastExports, placeOf, type LastExports } from '../../app/last-exports.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import type { PreviewCalls } from './export-previews.ts'
import { askForListFile, type ListFile } from '../ask-for-file.ts'
import { askedAs, inputOf, listToExport, nameOf, type AskedList } from '../export-requests.ts'
import { openWritten, showWritten } from '../written-file.ts'

type ExportCalls = Exclude<
  Extract<keyof Handlers, `exports.${string}`>,
  PreviewCalls | 'exports.profiles' | 'exports.saveProfiles'
>

/** Writing lists to files. */
export function exportHandlers(desk: Desk): Pick<Handlers, ExportCalls> {
  const known = new Map<string, LastExports>()
  const lastExports = (connectionId: string): LastExports => {
    const kept =
      known.get(connectionId) ??
      createLastExports(connectionLayout(desk.dataFolder, connectionId).lastExportsFile)
    known.set(connectionId, kept)
    return kept
  }
  // What is exported is fixed before the question for the place: even if the list changes while the person chooses.
  const start = async (of: AskedList): Promise<ExportJob | null> => {
    const { suggestedName, options } = inputOf(of)
    const request = await listToExport(of, desk)
    const asked = await askForListFile(desk, titleOf(of), suggestedName, options)
    return asked === null ? null : write(of, request, asked)
  }
  const write = (
    of: AskedList,
    request: ExportContent,
    { file, format }: ListFile,
    earlier: readonly EarlierFile[] = [],
  ): ExportJob => {
    const { connectionId, options } = inputOf(of)
    const written = askedAs(of, { format })
    const list = nameOf(of)
    const release = desk.sessions.hold(connectionId)
    const job = desk.exports.start(
      connectionId,
      { file, typedFormat: format === options.format ? null : format },
      { ...asNamed(request, { file, format }), file, earlier },
      {
        whenEnded: () => {
          release()
          if (list !== null && desk.exports.isDone(job.jobId))
            void lastExports(connectionId).note(list, written, file, desk.exports.filesOf(job.jobId))
        },
        elsewhere: () => start(askedAs(written, { suggestedName: parse(file).name })),
      },
    )
    return job
  }
  const again = async ({
    connectionId,
    list,
    campaignId,
    way,
  }: ApiInput<'exports.again'>): Promise<RepeatExportResult> => {
    const last = await lastExports(connectionId).of({ kind: list, campaignId })
    if (last === null) return { kind: 'nothing' }
    const of = askedAs(last.of, { connectionId })
    const { options } = inputOf(of)
    if (way === 'elsewhere') {
      const job = await start(askedAs(of, { suggestedName: parse(last.file).name }))
      return job === null ? { kind: 'closed' } : { kind: 'started', job }
    }
    const place = await placeOf(last, options)
    if (place.kind === 'noFolder' || (place.kind === 'changed' && way !== 'replace'))
      return { kind: place.kind, fileName: basename(place.file), folder: dirname(place.file) }
    const request = await listToExport(of, desk)
    return {
      kind: 'started',
      job: write(of, request, { file: last.file, format: options.format }, last.written),
    }
  }
  return {
    'exports.start': (items) => start({ items }),
    'exports.startChanges': (changes) => start({ changes }),
    'exports.startGone': (gone) => start({ gone }),
    'exports.elsewhere': ({ jobId }) => desk.exports.elsewhere(jobId),
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

/** Of the question where to save a list. */
function titleOf(of: AskedList): string {
  if ('items' in of) return SAVE_DIALOG.title
  return 'changes' in of ? SAVE_DIALOG.changesTitle : SAVE_DIALOG.goneTitle
}

/** Returns a request with the format and the delimiter that the file's name asks for. */
function asNamed<Request extends ExportContent>(request: Request, { file, format }: ListFile): Request {
  const { style } = request.options
  const delimiter = delimiterOfName(file) ?? style.delimiter
  return { ...request, options: { ...request.options, format, style: { ...style, delimiter } } }
}
