import type { Fault } from '../contract/faults.ts'
import { hasEnded, type DownloadOrigin, type JobState, type PauseReason } from '../contract/jobs.ts'
import type { StoredDownload } from './stored-downloads.ts'
import type { JobSnapshot } from './types.ts'

/** Initial values of a job. */
export interface JobSeed extends Omit<StoredDownload, 'held'> {
  readonly origin: DownloadOrigin
}

export type WaitReason = 'offline' | 'unreachable'

/**
 * A job of a queue: waiting, running, paused or ended. While it is paused or waits again, its previous run
 * may still be stopping.
 */
export class Job<Snapshot extends JobSnapshot> {
  snapshot: Snapshot
  isPausedByPerson = false
  /** Cancelled by the person, while its run is still stopping. */
  isCancelled = false
  /** The cause of a temporary failure after which it waits; null while it does not wait. */
  waitReason: WaitReason | null = null
  /** Consecutive waits. */
  waitCount = 0
  /** Stops the current run; null while there is none. */
  abort: AbortController | null = null
  #completion = Promise.withResolvers<Snapshot>()
  #pause = Promise.withResolvers<Snapshot>()

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
  }

  get id(): string {
    return this.snapshot.jobId
  }

  get isPending(): boolean {
    return !hasEnded(this.snapshot)
  }

  /** Whether it waits for a decision of the person. */
  needsDecision(): boolean {
    return false
  }

  /** Resolves with the job when it ends, needs a decision, or the queue closes. */
  get completion(): Promise<Snapshot> {
    return this.#completion.promise
  }

  /** Resolves with the job when the person pauses it, or has paused it. */
  get pause(): Promise<Snapshot> {
    return this.#pause.promise
  }

  update(changes: Partial<Snapshot> | Partial<JobSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...changes }
  }

  setState(state: 'waiting' | 'running' | 'paused', pausedBy: PauseReason | null = null): void {
    this.update({ state, pausedBy })
    if (pausedBy === 'person') this.#pause.resolve(this.snapshot)
  }

  end(state: JobState, error: Fault | null): void {
    this.update({ state, error, pausedBy: null })
    this.resolveCompletion()
  }

  /** Resolves `completion` with the current snapshot. */
  resolveCompletion(): void {
    this.#completion.resolve(this.snapshot)
  }

  /** Applies a repeated request while it is pending. */
  merge(_seed: JobSeed): void {
    // Nothing to merge by default.
  }

  /** Resumes it on behalf of the person. */
  resumeForPerson(): void {
    if (this.isPausedByPerson) this.#pause = Promise.withResolvers<Snapshot>()
    this.isPausedByPerson = false
    this.waitReason = null
    this.update({ origin: 'person' })
  }

  /** Returns an ended job to the queue. */
  requeue(origin: DownloadOrigin): void {
    this.update({ state: 'waiting', origin, error: null })
    this.isPausedByPerson = false
    this.isCancelled = false
    this.waitReason = null
    this.waitCount = 0
    this.#pause = Promise.withResolvers<Snapshot>()
    this.renewCompletion()
  }

  toStored(): StoredDownload {
    const { jobId, campaignId, campaignName } = this.snapshot
    return { jobId, campaignId, campaignName, mode: 'full', held: this.isPausedByPerson }
  }

  protected renewCompletion(): void {
    this.#completion = Promise.withResolvers<Snapshot>()
  }
}
