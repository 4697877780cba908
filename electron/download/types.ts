import type { DownloadJob, DownloadMode, DownloadPhase } from '../contract/jobs.ts'
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
  /** Writes an error that nobody expected to the log, and gives the name of the entry. */
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

/** The downloads of one connection. They run one after the other, in the order they were asked for. */
export interface Downloads {
  /** Queues a download for each id; one that is already waiting or running is given back as it is. */
  start(campaignIds: readonly string[], names?: ReadonlyMap<string, string | null>): readonly DownloadJob[]
  /** Queues a search for all campaigns that the key can see. */
  discover(): DownloadJob
  cancel(jobId: string): void
  /** Every job that waits or runs, and the latest ones that have ended, in the order they were asked for. */
  list(): readonly DownloadJob[]
  /** Resolves with the job as it ended. Rejects with `notFound` for a job that is not in the list. */
  finished(jobId: string): Promise<DownloadJob>
  /** Cancels everything and resolves when it has stopped. */
  close(): Promise<void>
}

/** What running a job tells about itself; what is left out stays as it was. */
export interface JobNews {
  readonly pages?: number
  readonly items?: number
  readonly totalItems?: number | null
  readonly phase?: DownloadPhase
  /** Told when one that began as `recent` has to read everything; `note` says why. */
  readonly mode?: DownloadMode
  /** What a person should know about the way it takes, as a sentence. */
  readonly note?: string | null
  readonly campaignsFound?: number
  /** As the campaign's own record has it. */
  readonly campaignName?: string
  /** As its items have it: for a campaign whose record cannot be had. */
  readonly listedName?: string
}

/** What the work of one job is given. */
export interface JobRun {
  readonly service: CampaignService
  readonly store: StoreWriter
  readonly mode: DownloadMode
  /** Aborted with `Released` when what is staged is to be kept for later, else when the download was cancelled. */
  readonly signal: AbortSignal
  readonly tell: (news: JobNews) => void
  readonly onChanged: (campaignIds: readonly string[]) => void
}
