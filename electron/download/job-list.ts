import { jobKey } from '../contract/jobs.ts'
import type { Job, JobSeed } from './job.ts'
import type { JobSnapshot } from './types.ts'

/** Ended jobs that stay in the list, besides failures. */
const MAX_ENDED_JOBS = 200

/** The jobs of a queue in their order: the pending ones, the failures and the latest other ended ones. */
export class JobList<Snapshot extends JobSnapshot, J extends Job<Snapshot>> {
  #jobs: J[] = []
  readonly #latest = new Map<string, J>()

  get all(): readonly J[] {
    return this.#jobs
  }

  /** Jobs that wait, run or are paused. */
  get pending(): readonly J[] {
    return this.#jobs.filter((job) => job.isPending)
  }

  get(jobId: string): J | undefined {
    return this.#jobs.find((job) => job.id === jobId)
  }

  /** Returns the latest job about the same; see `jobKey`. */
  latestFor(job: Pick<JobSeed, 'kind' | 'campaignId'>): J | undefined {
    return this.#latest.get(jobKey(job))
  }

  /** Adds a job at the end, but jobs that a person requested before scheduled ones. */
  add(job: J): void {
    const index = job.snapshot.origin === 'schedule' ? -1 : this.#jobs.findIndex(isOnlyScheduled)
    this.#jobs.splice(index < 0 ? this.#jobs.length : index, 0, job)
    this.#latest.set(jobKey(job.snapshot), job)
  }

  /** Moves a job before another one; null moves it to the end. */
  move(job: J, before: J | null): void {
    if (job === before) return
    const otherJobs = this.#jobs.filter((other) => other !== job)
    const index = before === null ? otherJobs.length : otherJobs.indexOf(before)
    if (index < 0) return
    this.#jobs = otherJobs.toSpliced(index, 0, job)
  }

  /** Moves a job to the position of a new one. */
  requeue(job: J): void {
    this.#jobs = this.#jobs.filter((other) => other !== job)
    this.add(job)
  }

  /** Removes ended jobs. */
  remove(jobIds: ReadonlySet<string>): void {
    this.#delete(this.#jobs.filter((job) => !job.isPending && jobIds.has(job.id)))
  }

  /**
   * Removes the oldest ended jobs. Failures stay, because they can be retried, until another job about the
   * same follows that was not canceled.
   */
  trim(): void {
    const notCancelled = this.#jobs.filter(({ snapshot }) => snapshot.state !== 'cancelled')
    const latest = new Map(notCancelled.map((job) => [jobKey(job.snapshot), job]))
    const isFailure = (job: J): boolean => hasFailed(job) && latest.get(jobKey(job.snapshot)) === job
    const removable = this.#jobs.filter((job) => !job.isPending && !isFailure(job))
    this.#delete(removable.slice(0, -MAX_ENDED_JOBS))
  }

  #delete(jobs: readonly J[]): void {
    const deleted = new Set(jobs)
    if (deleted.size === 0) return
    this.#jobs = this.#jobs.filter((job) => !deleted.has(job))
    for (const job of deleted) {
      const key = jobKey(job.snapshot)
      if (this.#latest.get(key) === job) this.#latest.delete(key)
    }
  }
}

function hasFailed({ snapshot }: { readonly snapshot: JobSnapshot }): boolean {
  return snapshot.state === 'failed' || snapshot.state === 'incomplete'
}

function isOnlyScheduled({ snapshot }: { readonly snapshot: JobSnapshot }): boolean {
  return snapshot.origin === 'schedule' && snapshot.state === 'waiting'
}
