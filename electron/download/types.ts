import type { DownloadJob } from '../contract/jobs.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreWriter } from '../store/types.ts'

/** What a connection's downloads work with. */
export interface DownloadContext {
  readonly connectionId: string
  readonly service: CampaignService
  readonly store: StoreWriter
  /** Called with every change of a job; at most some ten times a second while it runs, and at once when it ends. */
  readonly onProgress: (job: DownloadJob) => void
  /** Campaigns whose stored data has just changed. */
  readonly onChanged: (campaignIds: readonly string[]) => void
}

/** The downloads of one connection. They run one after the other, in the order they were asked for. */
export interface Downloads {
  /** Queues a download for each id; one that is already waiting or running is given back as it is. */
  start(campaignIds: readonly string[], names?: ReadonlyMap<string, string | null>): readonly DownloadJob[]
  /** Queues a search for all campaigns that the key can see. */
  discover(): DownloadJob
  cancel(jobId: string): void
  list(): readonly DownloadJob[]
  /** Resolves with the job as it ended. */
  finished(jobId: string): Promise<DownloadJob>
  /** Cancels everything and resolves when it has stopped. */
  close(): Promise<void>
}
