import { randomUUID } from 'node:crypto'
import type { Fault } from '../contract/faults.ts'
import type {
  DownloadJob,
  DownloadMode,
  DownloadOrigin,
  JobState,
  PauseReason,
  PendingDeletions,
} from '../contract/jobs.ts'

const ENDED: ReadonlySet<JobState> = new Set<JobState>(['done', 'incomplete', 'failed', 'cancelled'])

/** What a new job is made of. */
export interface JobSeed {
  readonly jobId?: string | undefined
  readonly connectionId: string
  /** Null for a discovery. */
  readonly campaignId: string | null
  readonly campaignName: string | null
  readonly mode: DownloadMode
  readonly origin: DownloadOrigin
  readonly thenDownload?: DownloadMode | null | undefined
  readonly deletions?: PendingDeletions | null | undefined
  readonly acceptedDeletions?: number | undefined
  /** What an earlier run of it had fetched. */
  readonly items?: number | undefined
  readonly totalItems?: number | null | undefined
}

/**
 * A job of the queue. It is waiting, running, paused or ended; while it is paused, or waits again after a pause, the
 * run before may still be on its way out.
 */
export class Job {
  snapshot: DownloadJob
  /** The person has paused it. */
  held = false
  /** The person has cancelled it, and its run has still to end. */
  cancelled = false
  /** What it waits for after a failure that may pass; null while it does not wait. */
  waitsFor: 'offline' | 'unreachable' | null = null
  /** How often in a row it has waited. */
  waits = 0
  /** The store may hold what an earlier run of it has staged. */
  begun: boolean
  /** Stops the run; null while there is none. */
  run: AbortController | null = null
  /** Of a discovery: how what it finds is downloaded when it ends; null: it is not. */
  thenDownload: DownloadMode | null
  /** How many deletions the person has accepted. */
  acceptedDeletions: number
  /** Names of the campaigns that a discovery has found so far, by id. */
  readonly found = new Map<string, string | null>()
  /** It has run since it was queued. */
  #hasRun = false
  #ended = Promise.withResolvers<DownloadJob>()

  constructor(seed: JobSeed, begun: boolean) {
    this.snapshot = newSnapshot(seed)
    this.begun = begun
    this.thenDownload = seed.thenDownload ?? null
    this.acceptedDeletions = seed.acceptedDeletions ?? 0
  }

  get id(): string {
    return this.snapshot.jobId
  }

  get isPending(): boolean {
    return !ENDED.has(this.snapshot.state)
  }

  /** Resolves with the job as it ended, or as it stood when the queue was closed. */
  get ended(): Promise<DownloadJob> {
    return this.#ended.promise
  }

  /** Whether it does the same as another one would. */
  isFor(campaignId: string | null): boolean {
    return this.snapshot.campaignId === campaignId
  }

  change(changes: Partial<DownloadJob>): void {
    this.snapshot = { ...this.snapshot, ...changes }
  }

  /** Puts it into one of the states before its end. */
  stand(state: 'waiting' | 'running' | 'paused', pausedBy: PauseReason | null = null): void {
    const pace = state === 'running' ? {} : { itemsPerSecond: null, secondsLeft: null }
    this.change({ state, pausedBy, ...pace })
  }

  /** A run of it begins. */
  begin(): void {
    // After a pause, the time of the first run counts.
    if (!this.#hasRun) this.change({ startedAt: Date.now() })
    this.#hasRun = true
    this.begun = true
    this.stand('running')
  }

  end(state: JobState, error: Fault | null): void {
    this.change({
      state,
      error,
      pausedBy: null,
      deletions: null,
      endedAt: Date.now(),
      itemsPerSecond: null,
      secondsLeft: null,
    })
    this.settle()
  }

  /** Tells those who wait for its end how it stands. */
  settle(): void {
    this.#ended.resolve(this.snapshot)
  }

  /** The person has accepted the deletions that it waits with: it continues. */
  acceptDeletions(): void {
    this.acceptedDeletions = this.snapshot.deletions?.deleted ?? 0
    this.change({ deletions: null })
    this.#ended = Promise.withResolvers<DownloadJob>()
  }

  /** From its end back into the queue, to go on where it was. */
  again(origin: DownloadOrigin): void {
    this.change({
      state: 'waiting',
      origin,
      error: null,
      endedAt: null,
      note: null,
      recordState: null,
      deletions: null,
      changes: null,
    })
    this.acceptedDeletions = 0
    this.#hasRun = false
    this.held = false
    this.cancelled = false
    this.waitsFor = null
    this.waits = 0
    this.#ended = Promise.withResolvers<DownloadJob>()
  }
}

function newSnapshot(seed: JobSeed): DownloadJob {
  return {
    jobId: seed.jobId ?? randomUUID(),
    connectionId: seed.connectionId,
    kind: seed.campaignId === null ? 'discovery' : 'campaign',
    campaignId: seed.campaignId,
    campaignName: seed.campaignName,
    state: 'waiting',
    mode: seed.mode,
    phase: 'reading',
    origin: seed.origin,
    pausedBy: null,
    note: null,
    pages: 0,
    items: seed.items ?? 0,
    totalItems: seed.totalItems ?? null,
    campaignsFound: 0,
    itemsPerSecond: null,
    secondsLeft: null,
    recordState: null,
    deletions: seed.deletions ?? null,
    changes: null,
    startedAt: Date.now(),
    endedAt: null,
    error: null,
  }
}
