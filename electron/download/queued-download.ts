import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, DownloadMode, DownloadOrigin, JobState, PauseReason } from '../contract/jobs.ts'
import { DetailsProgress } from './details-progress.ts'
import { Job, type JobSeed } from './job.ts'
import type { StoredDownload } from './stored-downloads.ts'
import { hasKeptStaging } from './suspended.ts'

const NO_PACE = { itemsPerSecond: null, secondsLeft: null }

/** A download, a search for campaigns, or a fetch of their details, in the queue. */
export class QueuedDownload extends Job<DownloadJob> {
  mayHaveStagedData: boolean
  /** How the campaigns that a discovery finds are downloaded; null if they are not. */
  thenDownload: DownloadMode | null
  /** Names of campaigns that a discovery has found, by id. */
  readonly foundCampaigns = new Map<string, string | null>()
  /** Null unless it fetches details. */
  readonly details: DetailsProgress | null
  /** Number of deletions that the person has accepted. */
  #acceptedDeletions: number
  /** Whether it has run since it was queued. */
  #hasStarted = false
  /** Whether the person has requested everything during a run that fetches recent changes. */
  #isFullRequested = false

  constructor(connectionId: string, seed: JobSeed, mayHaveStagedData: boolean) {
    super(newSnapshot(connectionId, seed))
    this.mayHaveStagedData = mayHaveStagedData
    this.thenDownload = seed.thenDownload ?? null
    this.details = seed.details === undefined ? null : new DetailsProgress(seed.details)
    this.update(this.details?.state ?? {})
    this.#acceptedDeletions = seed.acceptedDeletions ?? 0
  }

  get acceptedDeletions(): number {
    return this.#acceptedDeletions
  }

  /** Whether everything must be downloaded after a run that has fetched recent changes. */
  get requiresFullRun(): boolean {
    return this.#isFullRequested && this.snapshot.mode === 'recent'
  }

  override needsDecision(): boolean {
    return this.snapshot.deletions !== null
  }

  override setState(state: 'waiting' | 'running' | 'paused', pausedBy: PauseReason | null = null): void {
    if (state === 'running') {
      // A resumed job keeps the start of its first run.
      if (!this.#hasStarted) this.update({ startedAt: Date.now() })
      this.#hasStarted = true
      this.mayHaveStagedData = true
      this.#applyRequestedMode()
    } else this.update(NO_PACE)
    super.setState(state, pausedBy)
  }

  override end(state: JobState, error: Fault | null): void {
    this.update({ ...NO_PACE, deletions: null, endedAt: Date.now() })
    if (state === 'failed' || state === 'cancelled') this.#applyRequestedMode()
    super.end(state, state === 'cancelled' ? new AppError('cancelled').toFault() : error)
  }

  override merge({ mode, origin, thenDownload, details }: JobSeed): void {
    if (this.details !== null) {
      this.details.add(details?.campaignIds ?? [])
      this.update(this.details.state)
    }
    this.thenDownload ??= thenDownload ?? null
    if (origin !== 'person' || mode !== 'full') return
    this.#isFullRequested = true
    // A run keeps its mode, and may still end successfully while it is being stopped.
    if (this.abort === null) this.#applyRequestedMode()
  }

  #applyRequestedMode(): void {
    if (this.#isFullRequested) this.update({ mode: 'full' })
    this.#isFullRequested = false
  }

  /** Accepts the pending deletions, so that the job can continue. */
  acceptDeletions(): void {
    this.#acceptedDeletions = this.snapshot.deletions?.deleted ?? 0
    this.update({ deletions: null })
    this.renewCompletion()
  }

  override requeue(origin: DownloadOrigin): void {
    this.update({ endedAt: null, note: null, recordState: null, deletions: null, changes: null })
    if (this.details === null && !hasKeptStaging(this.snapshot))
      this.update({ pages: 0, items: 0, totalItems: null, campaignsFound: 0 })
    this.#acceptedDeletions = 0
    this.#hasStarted = false
    super.requeue(origin)
  }

  override toStored(): StoredDownload {
    const { thenDownload, acceptedDeletions } = this
    const { deletions } = this.snapshot
    const mode = this.#isFullRequested ? 'full' : this.snapshot.mode
    const stored = { ...super.toStored(), mode, thenDownload, deletions, acceptedDeletions }
    return this.details === null ? stored : { ...stored, kind: 'details', details: this.details.toStored() }
  }
}

function newSnapshot(connectionId: string, seed: JobSeed): DownloadJob {
  return {
    jobId: seed.jobId ?? crypto.randomUUID(),
    connectionId,
    kind: seed.kind ?? (seed.campaignId === null ? 'discovery' : 'campaign'),
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
    ...NO_PACE,
    recordState: null,
    deletions: seed.deletions ?? null,
    changes: null,
    startedAt: Date.now(),
    endedAt: null,
    error: null,
  }
}
