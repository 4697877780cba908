import { basename } from 'node:path'
import type { ApiInput } from '../../contract/api.ts'
import { AppError } from '../../contract/app-error.ts'
import { reportJob } from '../../contract/strings/report.ts'
import type { ExportProgress } from '../../export/types.ts'
import { writeWholeFile } from '../../export/write-whole-file.ts'
import { askForFile } from '../ask-for-file.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import type { PrintDocument } from '../printing/print-document.ts'
import { readPhoto } from '../photos.ts'
import { printOnPaper, printToPdf, type Printing } from '../printing/print-view.ts'
import { countSections, createReviewReport } from '../printing/review-report.ts'
import { reviewed } from '../reviewed.ts'
import { systemLocale } from '../system-locale.ts'

type ReportCalls = Extract<keyof Handlers, `reports.${string}`>

/** Reports of reviews, to files and to paper. */
export function reportHandlers(desk: Desk): Pick<Handlers, ReportCalls> {
  async function documentOf(input: ApiInput<'reports.start'>): Promise<PrintDocument> {
    const { connectionId, campaignId, options, way } = input
    const session = await desk.sessions.get(connectionId)
    const campaign = (await session.store.getCampaign(campaignId))?.summary
    if (campaign === undefined) throw new AppError('notFound')
    const { labels } = await desk.connections.get(connectionId)
    return createReviewReport(await reviewed(session, campaignId), {
      campaign,
      options,
      way,
      locale: systemLocale(),
      statusLabels: labels.itemStatus,
      artwork: session.artwork,
      photo: (hash) => readPhoto(session.reviews, hash),
      now: Date.now(),
    })
  }

  return {
    'reports.counts': async ({ connectionId, campaignId }) =>
      countSections(await reviewed(await desk.sessions.get(connectionId), campaignId)),
    'reports.start': async (input) => {
      const { connectionId, way } = input
      // Fixed before the dialog: what was reviewed by then is told, whatever is marked meanwhile.
      const document = await documentOf(input)
      const file = way === 'pdf' ? await askForFile(desk, reportJob.saveTitle, document.title, 'pdf') : null
      if (way === 'pdf' && file === null) return null
      return desk.exports.run(
        {
          connectionId,
          form: way === 'pdf' ? 'report' : 'print',
          fileName: file === null ? document.title : basename(file),
          typedFormat: null,
          file,
        },
        (onProgress) => {
          const stop = new AbortController()
          return {
            done: make(document, file, desk, stop.signal, onProgress),
            cancel: () => {
              stop.abort(new AppError('cancelled'))
            },
          }
        },
        desk.sessions.hold(connectionId),
      )
    },
  }
}

async function make(
  document: PrintDocument,
  file: string | null,
  { printAddresses }: Desk,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  const printing: Printing = {
    addresses: printAddresses,
    signal,
    onDrawn: (rows) => {
      onProgress({ rows, totalRows: document.count, bytes: 0, readBack: null })
    },
  }
  const made = { rows: document.count, totalRows: document.count }
  if (file === null) {
    if (!(await printOnPaper(document, printing))) throw new AppError('cancelled')
    return { ...made, bytes: 0, readBack: null }
  }
  const bytes = await printToPdf(document, printing)
  await writeWholeFile(file, bytes, signal)
  return { ...made, bytes: bytes.byteLength, readBack: null }
}
