import { hasEnded, type DownloadJob } from '../contract/jobs.ts'

/** What the dock or the task bar shows: null for nothing. */
export interface Bar {
  /** From 0 to 1; null if unknown. */
  readonly fraction: number | null
  readonly paused: boolean
}

/** Results of a queue run: the downloads that ended or wait for a decision, except canceled ones. */
export interface RunSummary {
  readonly jobs: readonly DownloadJob[]
  readonly tookMs: number
}

export interface QueueRunOptions {
  readonly onBar: (bar: Bar | null) => void
  readonly onEnd: (summary: RunSummary) => void
  /** Milliseconds of a clock that never runs backwards. */
  readonly now?: () => number
}

/** Finer steps than these cannot be seen. */
const STEPS = 200

/**
 * Follows all downloads of the application as one run: from the first that has something to do until none
 * has. What the person has paused does not keep a run going; what waits for a network does.
 */
export class QueueRun {
  readonly #options: QueueRunOptions
  readonly #now: () => number
  readonly #jobs = new Map<string, DownloadJob>()
  #begunAt = 0
  #shown = 'null'

  constructor(options: QueueRunOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Takes over the state of a download. */
  note(job: DownloadJob): void {
    if (!isAtWork(job) && !this.#jobs.has(job.jobId)) return
    if (this.#jobs.size === 0) this.#begunAt = this.#now()
    this.#jobs.set(job.jobId, job)
    const jobs = [...this.#jobs.values()]
    if (jobs.some(isAtWork)) {
      this.#show(barOf(jobs))
      return
    }
    this.#jobs.clear()
    this.#show(null)
    const ended = jobs.filter((job) => job.deletions !== null || (hasEnded(job) && job.state !== 'cancelled'))
    if (ended.length > 0) this.#options.onEnd({ jobs: ended, tookMs: this.#now() - this.#begunAt })
  }

  /** Whether a download is at work that the person has not just asked for. */
  get hasAutomatic(): boolean {
    return [...this.#jobs.values()].some((job) => isAtWork(job) && job.origin !== 'person')
  }

  /** Shows it again: a new window knows nothing of it yet. */
  showAgain(): void {
    this.#options.onBar(JSON.parse(this.#shown) as Bar | null)
  }

  #show(bar: Bar | null): void {
    const shown = JSON.stringify(bar)
    if (shown === this.#shown) return
    this.#shown = shown
    this.#options.onBar(bar)
  }
}

function isAtWork(job: DownloadJob): boolean {
  return !hasEnded(job) && job.pausedBy !== 'person' && job.pausedBy !== 'decision'
}

/** Every download counts the same: how many items one has is known only when it has begun. */
function barOf(all: readonly DownloadJob[]): Bar {
  const jobs = all.filter((job) => job.pausedBy !== 'person')
  const paused = jobs.every((job) => hasEnded(job) || job.state === 'paused')
  if (!jobs.some((job) => hasEnded(job) || job.totalItems !== null)) return { fraction: null, paused }
  const sum = jobs.reduce((before, job) => before + fractionOf(job), 0)
  return { fraction: Math.floor((sum / jobs.length) * STEPS) / STEPS, paused }
}

function fractionOf(job: DownloadJob): number {
  if (hasEnded(job)) return 1
  const { items, totalItems } = job
  return totalItems === null || totalItems === 0 ? 0 : Math.min(1, items / totalItems)
}
