import type { ApiInput } from '../../contract/api.ts'
import { AppError } from '../../contract/app-error.ts'
import type { PrintOutput } from '../../contract/report.ts'
import { messages } from '../../contract/messages.ts'
import { callingSlot } from '../calling-window.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import type { PrintDocument } from '../printing/print-addresses.ts'
import { readPhoto } from '../photos.ts'
import { countSections, createReviewReport } from '../printing/review-report.ts'
import { startPrinting } from '../printing/start-printing.ts'
import { listReviewedItems } from '../../app/reviewed-items.ts'
import { systemLocale } from '../system.ts'

type ReportCalls = Extract<keyof Handlers, `reports.${string}`>

/** Review reports as files and on paper. */
export function reportHandlers(services: ShellServices): Pick<Handlers, ReportCalls> {
  async function documentOf(input: ApiInput<'reports.preview'>, output: PrintOutput): Promise<PrintDocument> {
    const { connectionId, campaignId, options } = input
    const session = await services.sessions.get(connectionId)
    const campaign = (await session.store.getCampaign(campaignId))?.summary
    if (campaign === undefined) throw new AppError('notFound')
    const { labels } = await services.connections.get(connectionId)
    return createReviewReport(await listReviewedItems(session, campaignId), {
      campaign,
      options,
      output,
      locale: systemLocale(),
      statusLabels: labels.itemStatus,
      artwork: session.artwork,
      photo: (hash) => readPhoto(session.reviews, hash, (picture) => services.pictureProcess.draw(picture)),
      now: Date.now(),
    })
  }

  return {
    'reports.counts': async ({ connectionId, campaignId }) =>
      countSections(await listReviewedItems(await services.sessions.get(connectionId), campaignId)),
    'reports.start': async (input) => {
      // Created before the dialog: later marks are not part of the report.
      const { connectionId, output } = input
      return startPrinting(services, await documentOf(input, output), {
        connectionId,
        output,
        saveTitle: messages.report.job.saveTitle,
      })
    },
    'reports.preview': (input) =>
      services.printPreviews.open(callingSlot(), () => documentOf(input, 'preview')),
  }
}
