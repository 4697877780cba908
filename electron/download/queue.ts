import type { Job } from './job.ts'

/** Jobs that have ended and are still told of. */
const ENDED_JOBS_KEPT = 200

/** The jobs of a connection in their order: those that are to come, and the latest ones that have ended. */
export class Queue {
  #jobs: Job[] = []
  readonly #latest = new Map<string | null, Job>()

  get all(): readonly Job[] {
    return this.#jobs
  }

  /** Those that wait, run or are paused. */
  get pending(): readonly Job[] {
    return this.#jobs.filter((job) => job.isPending)
  }

  get(jobId: string): Job | undefined {
    return this.#jobs.find((job) => job.id === jobId)
  }

  /** The latest job for that campaign (null: the latest discovery). */
  latestFor(campaignId: string | null): Job | undefined {
    return this.#latest.get(campaignId)
  }

  /** Takes a job in at the end, except that what a person asks for goes before what the clock asked for. */
  add(job: Job): void {
    const at = job.snapshot.origin === 'schedule' ? -1 : this.#jobs.findIndex(isOnlyScheduled)
    this.#jobs.splice(at < 0 ? this.#jobs.length : at, 0, job)
    this.#latest.set(job.snapshot.campaignId, job)
  }

  /** Puts a job before another one; `before` null: at the end. */
  move(job: Job, before: Job | null): void {
    if (job === before) return
    const rest = this.#jobs.filter((other) => other !== job)
    const at = before === null ? rest.length : rest.indexOf(before)
    if (at < 0) return
    this.#jobs = rest.toSpliced(at, 0, job)
  }

  /** Puts a job where a new one would come. */
  readd(job: Job): void {
    this.#jobs = this.#jobs.filter((other) => other !== job)
    this.add(job)
  }

  /** Removes ended jobs. */
  remove(jobIds: ReadonlySet<string>): void {
    this.#forget(this.#jobs.filter((job) => !job.isPending && jobIds.has(job.id)))
  }

  /** Forgets the oldest of those that have ended. */
  trim(): void {
    const ended = this.#jobs.filter((job) => !job.isPending)
    this.#forget(ended.slice(0, -ENDED_JOBS_KEPT))
  }

  #forget(jobs: readonly Job[]): void {
    const forgotten = new Set(jobs)
    if (forgotten.size === 0) return
    this.#jobs = this.#jobs.filter((job) => !forgotten.has(job))
    for (const job of forgotten) {
      const { campaignId } = job.snapshot
      if (this.#latest.get(campaignId) === job) this.#latest.delete(campaignId)
    }
  }
}

function isOnlyScheduled({ snapshot }: Job): boolean {
  return snapshot.origin === 'schedule' && snapshot.state === 'waiting'
}
