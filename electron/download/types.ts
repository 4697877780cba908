import type { OtherTypes } from '../contract/item.ts'
import type { Fault } from '../contract/faults.ts'
import type {
  DownloadJob,
  DownloadMode,
  DownloadOrigin,
  DownloadPhase,
  PendingDeletions,
} from '../contract/jobs.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreWriter } from '../store/operations.ts'
import type { Patience } from './list-pauses.ts'

/** What is known of the network. */
export interface NetworkState {
  readonly online: boolean
  /** It costs by volume: what nobody has just asked for waits. */
  readonly metered: boolean
}

/** The computer's network, as far as downloads are concerned. */
export interface Network {
  readonly state: NetworkState
  /** Looks again at once; gives whether there is a network. */
  check(): boolean
  /** Resolves when it is known whether the network is metered. */
  look(): Promise<void>
  /** Calls the listener after every change of the state, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** A download that is still to come, in the form that outlasts the application. */
export interface KeptDownload {
  readonly jobId?: string | undefined
  /** Null for a discovery. */
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly mode: DownloadMode
  /** The person has paused it. */
  readonly held: boolean
  /** Of a discovery: how the campaigns that it finds are downloaded afterwards; null or left out: they are not. */
  readonly thenDownload?: DownloadMode | null | undefined
  /** Deletions that the person has to decide about; null or left out: there are none. */
  readonly deletions?: PendingDeletions | null | undefined
  /** How many deletions the person has accepted; 0 when left out. */
  readonly acceptedDeletions?: number | undefined
  /** What an earlier run had fetched, and of how many. */
  readonly items?: number
  readonly totalItems?: number | null
}

/** A download that failed, or whose result is incomplete, in the form that outlasts the application. */
export interface FailedDownload extends Pick<
  DownloadJob,
  'jobId' | 'campaignId' | 'campaignName' | 'mode' | 'items' | 'totalItems' | 'startedAt'
> {
  readonly state: 'failed' | 'incomplete'
  readonly endedAt: number
  readonly error: Fault
}

/** What a connection's downloads work with. */
export interface DownloadContext {
  readonly connectionId: string
  readonly service: CampaignService
  readonly store: StoreWriter
  /** Left out: downloads wait for no network, and fail when there is none. */
  readonly network?: Network | undefined
  /** Left out: a list that keeps changing is not waited for. */
  readonly patience?: Patience | undefined
  /** Called with every change of a job; at most some ten times a second while it runs, and at once when it ends. */
  readonly onProgress: (job: DownloadJob) => void
  /** Campaigns whose stored data has just changed. */
  readonly onChanged: (campaignIds: readonly string[]) => void
  /** Downloads that run side by side; 3 when left out. */
  readonly jobsAtATime?: number | undefined
  /** Whether `kept` includes downloads that failed for a reason that may pass or can be fixed, or ended incomplete. */
  readonly keepsUnsuccessful?: boolean | undefined
  /** Whether deletions of more than half of a snapshot are accepted without a question. */
  readonly acceptsDeletions?: boolean | undefined
  /** Called when downloads were added. The next one starts only when the promise has resolved; it never rejects. */
  readonly onAdded?: (() => Promise<void>) | undefined
  /** Called whenever what `kept` gives may have changed. */
  readonly onQueue?: (() => void) | undefined
  /** Writes an error that nobody expected to the log, and gives the name of the entry. */
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

export interface StartOptions {
  /** Everything, if left out. */
  readonly mode?: DownloadMode | undefined
  /** The person, if left out. */
  readonly origin?: DownloadOrigin | undefined
  /** Names of campaigns as far as they are known already. */
  readonly names?: ReadonlyMap<string, string | null> | undefined
}

/** The downloads of one connection: a queue of which the first few run side by side. */
export interface Downloads {
  /**
   * Queues a download for each id. One that is under way already is given back as it is; when the person asks for it,
   * it also goes on if it was paused.
   */
  start(campaignIds: readonly string[], options?: StartOptions): readonly DownloadJob[]
  /**
   * Queues a search for all campaigns that the key can see. With `thenDownload` what it finds is queued when it ends, in
   * that mode; also what it found before it failed, unless the key was refused.
   */
  discover(options?: { readonly thenDownload?: DownloadMode | undefined }): DownloadJob
  /** Queues again what an earlier run of the application has left; one that is under way already stays as it is. */
  restore(items: readonly KeptDownload[]): readonly DownloadJob[]
  /** Lists the failures of an earlier run again, so that they can be retried. */
  restoreFailed(failed: readonly FailedDownload[]): void
  /** Removes ended downloads from the list. */
  dismiss(jobIds: readonly string[]): void
  /** Stops a download (null: every one) until it is resumed; what it has fetched is kept, over a restart too. */
  pause(jobId: string | null): void
  /** Lets a paused download (null: every one) go on, now as one that the person asks for. */
  resume(jobId: string | null): void
  /** Puts a download before another one in the queue; null: at its end. What runs already goes on. */
  move(jobId: string, before: string | null): void
  /**
   * Queues one that has failed, is incomplete or was cancelled again, under its id; null: every one whose latest
   * attempt failed or is incomplete. Throws `notFound` for an id that is not in the list.
   */
  retry(jobId: string | null): readonly DownloadJob[]
  /**
   * Answers a download that waits because it would delete more than half of a snapshot: it continues and deletes no more
   * than was asked about, or is canceled.
   */
  decide(jobId: string, accept: boolean): void
  /** Ends a download for good; what it has fetched is given up. */
  cancel(jobId: string): void
  /** Every job that waits, runs or is paused, and the latest ones that have ended, in the order of the queue. */
  list(): readonly DownloadJob[]
  /** The downloads that are still to come, in their order and in the form that outlasts the application. */
  kept(): readonly KeptDownload[]
  /**
   * Resolves with the job as it ended or waits for a decision, or, when the queue was closed before, as it stood. Rejects with `notFound` for a
   * job that is not in the list.
   */
  finished(jobId: string): Promise<DownloadJob>
  /** Stops everything, keeping what has been fetched for the next time; resolves when it has stopped. */
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
  readonly recordState?: DownloadJob['recordState']
  readonly changes?: DownloadJob['changes']
  readonly deletions?: DownloadJob['deletions']
  /** As the campaign's own record has it. */
  readonly campaignName?: string
  /** As its items have it: for a campaign whose record cannot be had. */
  readonly listedName?: string
  readonly otherTypes?: OtherTypes | undefined
}

/** What the work of one job is given. */
export interface JobRun {
  readonly service: CampaignService
  readonly store: StoreWriter
  readonly mode: DownloadMode
  /** How many items it may delete even if they are more than half of the snapshot in use; 0 when left out. */
  readonly acceptedDeletions?: number | undefined
  readonly patience?: Patience | undefined
  /** Of a discovery: keeps the items that it reads for the downloads of their campaigns. */
  readonly keepsItems?: boolean | undefined
  /** Aborted with `Released` when what is staged is to be kept for later, else when the download was cancelled. */
  readonly signal: AbortSignal
  readonly tell: (news: JobNews) => void
  readonly onChanged: (campaignIds: readonly string[]) => void
  /** Receives every campaign that a discovery finds, also those that it found before it was interrupted. */
  readonly onFound: (campaigns: readonly FoundCampaign[]) => void
}

/** A campaign that a discovery found; its name is null as long as no item names it. */
export interface FoundCampaign {
  readonly id: string
  readonly name: string | null
}

/** What does the work of the jobs; both give null for a complete result, else why it is incomplete. */
export interface Engine {
  downloadCampaign(campaignId: string, run: JobRun): Promise<Fault | null>
  discover(run: JobRun): Promise<Fault | null>
}
