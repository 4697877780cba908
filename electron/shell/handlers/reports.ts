import type { ApiInput } from '../../contract/api.ts'
import { AppError } from '../../contract/app-error.ts'
import { reportJob } from '../../contract/strings/report.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import type { PrintDocument } from '../printing/print-document.ts'
import { readPhoto } from '../photos.ts'
import { countSections, createReviewReport } from '../printing/review-report.ts'
import { startPrinting } from '../printing/start-printing.ts'
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
      // Fixed before the dialog: what was reviewed by then is told, whatever is marked meanwhile.
      const { connectionId, way } = input
      return startPrinting(desk, await documentOf(input), {
        connectionId,
        way,
        saveTitle: reportJob.saveTitle,
      })
    },
  }
}
