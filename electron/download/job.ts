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

/** Initial values of a job. */
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
  /** Items that an earlier run has fetched. */
  readonly items?: number | undefined
  readonly totalItems?: number | null | undefined
}

/**
 * A job of the queue: waiting, running, paused or ended. While it is paused or waits again, its previous run
 * may still be stopping.
 */
export class Job {
  snapshot: DownloadJob
  isPausedByPerson = false
  /** Cancelled by the person, while its run is still stopping. */
  isCancelled = false
  /** The cause of a temporary failure after which it waits; null while it does not wait. */
  waitReason: 'offline' | 'unreachable' | null = null
  /** Consecutive waits. */
  waitCount = 0
  mayHaveStagedData: boolean
  /** Stops the current run; null while there is none. */
  abort: AbortController | null = null
  /** How the campaigns that a discovery finds are downloaded; null if they are not. */
  thenDownload: DownloadMode | null
  /** Number of deletions that the person has accepted. */
  acceptedDeletions: number
  /** Names of campaigns that a discovery has found, by id. */
  readonly foundCampaigns = new Map<string, string | null>()
  /** Whether it has run since it was queued. */
  #hasStarted = false
  #completion = Promise.withResolvers<DownloadJob>()

  constructor(seed: JobSeed, begun: boolean) {
    this.snapshot = newSnapshot(seed)
    this.mayHaveStagedData = begun
    this.thenDownload = seed.thenDownload ?? null
    this.acceptedDeletions = seed.acceptedDeletions ?? 0
  }

  get id(): string {
    return this.snapshot.jobId
  }

  get isPending(): boolean {
    return !ENDED.has(this.snapshot.state)
  }

  /** Resolves with the job when it ends, needs a decision, or the queue closes. */
  get completion(): Promise<DownloadJob> {
    return this.#completion.promise
  }

  update(changes: Partial<DownloadJob>): void {
    this.snapshot = { ...this.snapshot, ...changes }
  }

  setState(state: 'waiting' | 'running' | 'paused', pausedBy: PauseReason | null = null): void {
    const pace = state === 'running' ? {} : { itemsPerSecond: null, secondsLeft: null }
    this.update({ state, pausedBy, ...pace })
  }

  start(): void {
    // A resumed job keeps the start of its first run.
    if (!this.#hasStarted) this.update({ startedAt: Date.now() })
    this.#hasStarted = true
    this.mayHaveStagedData = true
    this.setState('running')
  }

  end(state: JobState, error: Fault | null): void {
    this.update({
      state,
      error,
      pausedBy: null,
      deletions: null,
      endedAt: Date.now(),
      itemsPerSecond: null,
      secondsLeft: null,
    })
    this.resolveCompletion()
  }

  /** Resolves `completion` with the current snapshot. */
  resolveCompletion(): void {
    this.#completion.resolve(this.snapshot)
  }

  /** Accepts the pending deletions, so that the job can continue. */
  acceptDeletions(): void {
    this.acceptedDeletions = this.snapshot.deletions?.deleted ?? 0
    this.update({ deletions: null })
    this.#completion = Promise.withResolvers<DownloadJob>()
  }

  /** Returns an ended job to the queue. */
  requeue(origin: DownloadOrigin): void {
    this.update({
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
    this.#hasStarted = false
    this.isPausedByPerson = false
    this.isCancelled = false
    this.waitReason = null
    this.waitCount = 0
    this.#completion = Promise.withResolvers<DownloadJob>()
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
