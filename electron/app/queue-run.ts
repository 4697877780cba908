import { hasEnded, type DownloadJob } from '../contract/jobs.ts'

/** A progress bar in the dock or the taskbar. */
export interface ProgressBar {
  /** From 0 to 1; null if unknown. */
  readonly fraction: number | null
  readonly paused: boolean
}

/** Results of a queue run: the downloads that ended or wait for a decision, except canceled ones. */
export interface RunSummary {
  readonly jobs: readonly DownloadJob[]
  readonly durationMs: number
}

export interface QueueRunOptions {
  /** Null: no progress bar. */
  readonly onProgressBar: (bar: ProgressBar | null) => void
  readonly onEnd: (summary: RunSummary) => void
  /** Milliseconds of a clock that never runs backwards. */
  readonly now?: () => number
}

/** Finer steps are not visible. */
const PROGRESS_STEPS = 200

/**
 * Tracks all downloads of the application as one run, from the first active download until none is active.
 * Downloads that the person paused are not active; those that wait for a network are.
 */
export class QueueRun {
  readonly #options: QueueRunOptions
  readonly #now: () => number
  readonly #jobs = new Map<string, DownloadJob>()
  #startedAt = 0
  #shownJson = 'null'

  constructor(options: QueueRunOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Records the state of a download. */
  record(job: DownloadJob): void {
    if (!isActive(job) && !this.#jobs.has(job.jobId)) return
    if (this.#jobs.size === 0) this.#startedAt = this.#now()
    this.#jobs.set(job.jobId, job)
    const jobs = [...this.#jobs.values()]
    if (jobs.some(isActive)) {
      this.#show(progressBarOf(jobs))
      return
    }
    this.#jobs.clear()
    this.#show(null)
    const ended = jobs.filter(
      (each) => each.deletions !== null || (hasEnded(each) && each.state !== 'cancelled'),
    )
    if (ended.length > 0) this.#options.onEnd({ jobs: ended, durationMs: this.#now() - this.#startedAt })
  }

  /** Whether a download is active that no person has started. */
  get hasAutomatic(): boolean {
    return [...this.#jobs.values()].some((job) => isActive(job) && job.origin !== 'person')
  }

  /** Shows the progress bar again, for a new window. */
  showProgressBarAgain(): void {
    this.#options.onProgressBar(JSON.parse(this.#shownJson) as ProgressBar | null)
  }

  #show(bar: ProgressBar | null): void {
    const json = JSON.stringify(bar)
    if (json === this.#shownJson) return
    this.#shownJson = json
    this.#options.onProgressBar(bar)
  }
}

function isActive(job: DownloadJob): boolean {
  return !hasEnded(job) && job.pausedBy !== 'person' && job.pausedBy !== 'decision'
}

/** Weights all downloads equally, because the number of items is unknown until a download starts. */
function progressBarOf(allJobs: readonly DownloadJob[]): ProgressBar {
  const jobs = allJobs.filter((job) => job.pausedBy !== 'person')
  const paused = jobs.every((job) => hasEnded(job) || job.state === 'paused')
  if (!jobs.some((job) => hasEnded(job) || job.totalItems !== null)) return { fraction: null, paused }
  const sum = jobs.reduce((total, job) => total + fractionOf(job), 0)
  return { fraction: Math.floor((sum / jobs.length) * PROGRESS_STEPS) / PROGRESS_STEPS, paused }
}

function fractionOf(job: DownloadJob): number {
  if (hasEnded(job)) return 1
  const { items, totalItems } = job
  return totalItems === null || totalItems === 0 ? 0 : Math.min(1, items / totalItems)
}
