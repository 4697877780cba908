import type { OtherTypes } from '../contract/item.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, DownloadMode, DownloadOrigin, DownloadPhase } from '../contract/jobs.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreWriter } from '../store/operations.ts'
import type { ListRetryPolicy } from './list-backoff.ts'
import type { FailedDownload, StoredDownload } from './stored-downloads.ts'

/** State of the network. */
export interface NetworkState {
  readonly online: boolean
  /** Charged by volume, so that automatic downloads wait. */
  readonly metered: boolean
}

/** The computer's network. */
export interface Network {
  readonly state: NetworkState
  /** Updates the state at once and returns whether there is a network. */
  check(): boolean
  /** Updates whether the network is metered. */
  refresh(): Promise<void>
  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** The part of a job that its queue uses. */
export type JobSnapshot = Pick<
  DownloadJob,
  'jobId' | 'campaignId' | 'campaignName' | 'state' | 'origin' | 'pausedBy' | 'error'
> &
  Partial<Pick<DownloadJob, 'kind'>>

/** Dependencies and settings of a queue of a connection. */
export interface QueueContext<Snapshot> {
  readonly connectionId: string
  /** Without it, jobs do not wait for a network. */
  readonly network?: Network | undefined
  /** Called with each change of a job: about ten times a second while it runs, and at once when it ends. */
  readonly onProgress: (job: Snapshot) => void
  /** Whether `unfinished` includes failed jobs that may succeed later, and incomplete ones. */
  readonly storesUnsuccessful?: boolean | undefined
  /** Called after jobs were added. The next one starts when the promise resolves; it must not reject. */
  readonly onAdded?: (() => Promise<void>) | undefined
  /** Called when the result of `unfinished` may have changed. */
  readonly onQueue?: (() => void) | undefined
  /** Logs an unexpected error and returns the name of the log entry. */
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

/** Dependencies and settings of a connection's downloads. */
export interface DownloadContext extends QueueContext<DownloadJob> {
  readonly service: CampaignService
  readonly store: StoreWriter
  /** Without it, downloads do not wait for a list that keeps changing. */
  readonly listRetry?: ListRetryPolicy | undefined
  /** Called with the campaigns whose stored data has changed. */
  readonly onChanged: (campaignIds: readonly string[]) => void
  /** Default 3. */
  readonly concurrentJobs?: number | undefined
  /** Whether to accept deletions of more than half of a snapshot without a decision. */
  readonly acceptsDeletions?: boolean | undefined
}

export interface StartOptions {
  /** Default `full`. */
  readonly mode?: DownloadMode | undefined
  /** Default `person`. */
  readonly origin?: DownloadOrigin | undefined
  /** Known names of campaigns. */
  readonly names?: ReadonlyMap<string, string | null> | undefined
}

/** Operations of a queue, for downloads and pictures alike. */
export interface JobControls<Snapshot> {
  /** Queues the unfinished jobs of an earlier process; pending ones do not change. */
  restore(items: readonly StoredDownload[]): readonly Snapshot[]
  /** Removes ended jobs from the list. */
  dismiss(jobIds: readonly string[]): void
  /** Pauses a job (null: all), also across restarts; what was fetched is kept. */
  pause(jobId: string | null): void
  /** Resumes a paused job (null: all) on behalf of the person. */
  resume(jobId: string | null): void
  /** Retries at once the jobs that wait after a temporary failure, because its cause may have ended. */
  endWaits(): void
  /** Moves a job before another one; null moves it to the end. Running jobs continue. */
  move(jobId: string, before: string | null): void
  /**
   * Retries a failed, incomplete or canceled job; null retries all whose latest attempt failed or is
   * incomplete. Throws `notFound` for an unknown id.
   */
  retry(jobId: string | null): readonly Snapshot[]
  /** Cancels a job. */
  cancel(jobId: string): void
  /** Returns the pending jobs, the failures and the latest other ended jobs in the order of the queue. */
  list(): readonly Snapshot[]
  /** Returns the unfinished jobs in their order, to be stored. */
  unfinished(): readonly StoredDownload[]
  /**
   * Resolves with the job when it ends, needs a decision, or the queue closes. Rejects with `notFound` for an
   * unknown id.
   */
  waitForEnd(jobId: string): Promise<Snapshot>
  /** Like `waitForEnd`, but also resolves when the person pauses the job, or has paused it. */
  waitForEndOrPause(jobId: string): Promise<Snapshot>
  /** Suspends all jobs and resolves when they have stopped. */
  close(): Promise<void>
}

/** The download queue of one connection. Canceling a download discards its staged items. */
export interface Downloads extends JobControls<DownloadJob> {
  /**
   * Queues a download for each id. Returns a pending one instead of a new one; a request of the person also
   * resumes it.
   */
  start(campaignIds: readonly string[], options?: StartOptions): readonly DownloadJob[]
  /**
   * Queues a search for all campaigns that the key can see. With `thenDownload`, the campaigns that it finds
   * are queued when it ends, also after a failure, unless the key was refused.
   */
  discover(options?: { readonly thenDownload?: DownloadMode | undefined }): DownloadJob
  /**
   * Queues a fetch of the records of campaigns that are not downloaded. A pending one fetches these too; a
   * request of the person also resumes it.
   */
  fetchDetails(campaignIds: readonly string[], origin?: DownloadOrigin): DownloadJob
  /** Lists the failed downloads of an earlier process, so that they can be retried. */
  restoreFailed(failed: readonly FailedDownload[]): void
  /**
   * Accepts or declines pending deletions: the download continues and deletes no more than that number, or is
   * canceled.
   */
  decide(jobId: string, accept: boolean): void
}

/** Progress of a running job; absent fields do not change. */
export interface JobUpdate {
  readonly pages?: number
  readonly items?: number
  readonly totalItems?: number | null
  readonly phase?: DownloadPhase
  /** Set when a `recent` download must read everything; `note` contains the reason. */
  readonly mode?: DownloadMode
  /** Information for the person, as a sentence. */
  readonly note?: string | null
  readonly campaignsFound?: number
  readonly details?: DownloadJob['details']
  readonly recordState?: DownloadJob['recordState']
  readonly changes?: DownloadJob['changes']
  readonly deletions?: DownloadJob['deletions']
  /** From the campaign's record. */
  readonly campaignName?: string
  /** From its items, for a campaign without a record. */
  readonly listedName?: string
  readonly otherTypes?: OtherTypes | undefined
}

/** Dependencies and settings of one run of a job. */
export interface JobRun {
  readonly service: CampaignService
  readonly store: StoreWriter
  readonly mode: DownloadMode
  /** Number of items that it may delete even if they are more than half of the snapshot; default 0. */
  readonly acceptedDeletions?: number | undefined
  readonly listRetry?: ListRetryPolicy | undefined
  /** Whether a discovery stores the items that it reads for the downloads of their campaigns. */
  readonly keepsItems?: boolean | undefined
  /** Aborted with `Suspended` to keep staged rows, with any other reason to discard them. */
  readonly signal: AbortSignal
  readonly report: (update: JobUpdate) => void
  readonly onChanged: (campaignIds: readonly string[]) => void
  /** Called with each campaign that a discovery finds or found before an interruption. */
  readonly onFound: (campaigns: readonly FoundCampaign[]) => void
}

/** A campaign that a discovery found; its name is null until an item contains it. */
export interface FoundCampaign {
  readonly id: string
  readonly name: string | null
}

/** Runs the jobs; both functions return null for a complete result, otherwise why it is incomplete. */
export interface Engine {
  downloadCampaign(campaignId: string, run: JobRun): Promise<Fault | null>
  discover(run: JobRun): Promise<Fault | null>
}
