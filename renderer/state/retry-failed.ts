import type { Fault } from '../../electron/contract/faults.ts'
import { faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { isDownload, isPictures } from './jobs.svelte.ts'
import { fetchPictures } from './download-actions.ts'

/**
 * Repeats the failed downloads of a connection whose faults are fixed, and dismisses the notices about them.
 */
export async function retryFailed(
  app: AppModel,
  connectionId: string,
  isFixed: (fault: Pick<Fault, 'code'> | null) => boolean,
): Promise<void> {
  app.notices.dismiss((notice) => notice.connectionId === connectionId && isFixed(notice.fault))
  try {
    const failed = app.jobs.ended.filter((job) => job.connectionId === connectionId && isFixed(job.error))
    for (const job of failed) {
      if (isDownload(job)) await app.jobs.retry(connectionId, job.jobId)
      else if (isPictures(job)) await fetchPictures(app, connectionId, job.campaignId)
    }
  } catch (error) {
    app.showFault(faultOf(error), connectionId)
  }
}
