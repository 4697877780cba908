import { hasEnded, jobKey, type DownloadJob, type ExportJob } from '../../electron/contract/jobs.ts'
import type { PictureRun } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'

export type Job = DownloadJob | ExportJob | PictureRun

/** Returns whether a job failed or is incomplete. */
export function hasFailed(job: Job): boolean {
  return job.state === 'failed' || job.state === 'incomplete'
}

export function isDownload(job: Job): job is DownloadJob {
  return 'kind' in job
}

export function isPictures(job: Job): job is PictureRun {
  return 'pictures' in job
}

export function isExport(job: Job): job is ExportJob {
  return 'fileName' in job
}

/** Maximum number of ended jobs in each list, besides failed downloads. */
const MAX_ENDED_JOBS = 200

/** Downloads, pictures and exports: running, waiting, paused and ended ones. */
export class JobsModel {
  /** In the order of their first events. */
  #downloads = $state.raw<readonly DownloadJob[]>([])
  #exports = $state.raw<readonly ExportJob[]>([])
  #pictures = $state.raw<readonly PictureRun[]>([])
  /** Increases when a run has ended, so that missing pictures are requested again. */
  pictureRevision = $state(0)
  /** Ids of ended jobs whose outcome is no longer announced. */
  #seen = $state.raw<ReadonlySet<string>>(new Set())
  /** Ids of ended jobs that the person removed from the list. */
  #cleared = $state.raw<ReadonlySet<string>>(new Set())
  /** When this window received the end of a job, by its id, in milliseconds since 1970. */
  readonly #receivedAt = new Map<string, number>()
  /** Ids of downloads in the order of the queue, as far as known; others come after them. */
  #order = $state.raw<readonly string[]>([])

  readonly exports = $derived(this.#exports)
  /** Id of the export whose success a toast shows. */
  #followed = $state.raw<string | null>(null)
  /** The followed export, once its file is complete; else null. */
  readonly written = $derived(
    this.#exports.find(({ jobId, state }) => jobId === this.#followed && state === 'done') ?? null,
  )
  /** Pending downloads in the order of the queue. */
  readonly queue = $derived.by(() => {
    const rank = new Map(this.#order.map((jobId, index) => [jobId, index]))
    return this.#downloads
      .filter((job) => !hasEnded(job))
      .sort((one, other) => (rank.get(one.jobId) ?? Infinity) - (rank.get(other.jobId) ?? Infinity) || 0)
  })
  /** All pending jobs: downloads in the order of the queue, then exports, then pictures. */
  readonly pending = $derived<readonly Job[]>([
    ...this.queue,
    ...this.#exports.filter((job) => !hasEnded(job)),
    ...this.#pictures.filter((job) => !hasEnded(job)),
  ])
  /**
   * Jobs that run or will run without an action of the person. Picture runs follow downloads and are not
   * included.
   */
  readonly busy = $derived(this.pending.filter((job) => job.state !== 'paused' && !isPictures(job)))
  /**
   * Ended jobs that were not removed from the list, newest first. Pictures that followed a download are
   * included only if some are missing.
   */
  readonly ended = $derived<readonly Job[]>(
    [
      ...withoutReplacedFailures(this.#pictures).filter(isNews),
      ...withoutReplacedFailures(this.#downloads),
      ...this.#exports,
    ]
      .filter((job) => hasEnded(job) && !this.#cleared.has(job.jobId))
      .toReversed(),
  )
  /** Those whose outcome is announced. */
  readonly outcomes = $derived(this.ended.filter((job) => !this.#seen.has(job.jobId)))

  /** Adds the downloads that started before this window listened. */
  load(downloads: readonly DownloadJob[]): void {
    const known = new Set(this.#downloads.map((job) => job.jobId))
    const missed = downloads.filter((job) => !known.has(job.jobId))
    for (const job of missed) this.receiveDownload(job)
    this.#order = downloads.map((job) => job.jobId)
    // Their outcome was announced before.
    this.dismissOutcomes(missed.filter(hasEnded).map((job) => job.jobId))
  }

  /** Adds picture runs; runs from events are newer and stay. */
  loadPictures(runs: readonly PictureRun[]): void {
    const known = new Set(this.#pictures.map((run) => run.jobId))
    const missed = runs.filter((run) => !known.has(run.jobId))
    if (missed.length === 0) return
    this.#pictures = [...missed, ...this.#pictures]
    this.dismissOutcomes(missed.filter(hasEnded).map((run) => run.jobId))
  }

  receiveDownload(job: DownloadJob): void {
    this.#replaceSuccesses(job, this.#downloads)
    // A repeated job keeps its id: its next outcome is announced again.
    if (!hasEnded(job)) {
      this.#seen = without(this.#seen, [job.jobId])
      this.#cleared = without(this.#cleared, [job.jobId])
    }
    const downloads = withJob(this.#downloads, job)
    const latest = latestJobs(downloads)
    this.#downloads = trimmed(downloads, (each) => hasFailed(each) && latest.has(each))
  }

  /** Returns whether a job starts to wait for a decision. */
  needsDecision(job: DownloadJob): boolean {
    if (job.pausedBy !== 'decision') return false
    return this.#downloads.find(({ jobId }) => jobId === job.jobId)?.pausedBy !== 'decision'
  }

  /** Adds a requested job; a state from an event is newer and stays. */
  addDownload(job: DownloadJob): void {
    if (!this.#downloads.some(({ jobId }) => jobId === job.jobId)) this.receiveDownload(job)
  }

  addExport(job: ExportJob): void {
    if (!this.#exports.some(({ jobId }) => jobId === job.jobId)) this.receiveExport(job)
  }

  addPictures(run: PictureRun): void {
    if (!this.#pictures.some(({ jobId }) => jobId === run.jobId)) this.receivePictures(run)
  }

  /** Shows the success of an export in a toast, in place of that of an earlier one. Null hides the toast. */
  follow(jobId: string | null): void {
    // Its toast has shown the outcome.
    if (this.written !== null) this.dismissOutcomes([this.written.jobId])
    this.#followed = jobId
  }

  receiveExport(job: ExportJob): void {
    this.#noteEnd(job)
    this.#replaceSuccesses(job, this.#exports)
    this.#exports = trimmed(withJob(this.#exports, job))
  }

  /**
   * A new job replaces the announcement of a success, also if it has ended before its first event; failures
   * stay until they are dismissed.
   */
  #replaceSuccesses(job: Job, knownJobs: readonly Job[]): void {
    const isOld = hasEnded(job) && knownJobs.some(({ jobId }) => jobId === job.jobId)
    if (isOld || this.pending.some((pendingJob) => !isPictures(pendingJob))) return
    this.dismissOutcomes(this.outcomes.filter(({ error }) => error === null).map(({ jobId }) => jobId))
  }

  receivePictures(run: PictureRun): void {
    this.#noteEnd(run)
    if (hasEnded(run)) this.pictureRevision += 1
    this.#pictures = trimmed(withJob(this.#pictures, run))
  }

  /** Returns the current picture run of a campaign, else the last one, or null. */
  picturesOf(connectionId: string | null, campaignId: string): PictureRun | null {
    return (
      this.#pictures.findLast((run) => run.connectionId === connectionId && run.campaignId === campaignId) ??
      null
    )
  }

  /** Returns the pending download of each campaign of a connection, else the last known one. */
  byCampaign(connectionId: string | null): ReadonlyMap<string, DownloadJob> {
    const latestByCampaign = new Map<string, DownloadJob>()
    for (const job of this.#downloads) {
      if (job.campaignId === null || job.connectionId !== connectionId) continue
      const latest = latestByCampaign.get(job.campaignId)
      if (latest === undefined || hasEnded(latest) || !hasEnded(job))
        latestByCampaign.set(job.campaignId, job)
    }
    return latestByCampaign
  }

  discoveryOf(connectionId: string): DownloadJob | null {
    return (
      this.#downloads.findLast((job) => job.kind === 'discovery' && job.connectionId === connectionId) ?? null
    )
  }

  /** Returns when a job ended, in milliseconds since 1970; null if it has not, or if that is unknown. */
  endOf(job: Job): number | null {
    return isDownload(job) ? job.endedAt : (this.#receivedAt.get(job.jobId) ?? null)
  }

  #noteEnd(job: Job): void {
    if (hasEnded(job) && !this.#receivedAt.has(job.jobId)) this.#receivedAt.set(job.jobId, Date.now())
  }

  /** Stops announcing ended jobs; they stay in the list. */
  dismissOutcomes(jobIds: readonly string[]): void {
    this.#seen = new Set([...this.#seen, ...jobIds])
  }

  /** Removes ended jobs from the list. */
  clear(jobIds: readonly string[]): void {
    this.dismissOutcomes(jobIds)
    this.#cleared = new Set([...this.#cleared, ...jobIds])
  }

  /** Shows the order of the queue and the dismissals of another window. */
  receiveQueue(order: readonly string[], dismissed: readonly string[]): void {
    this.#order = order
    this.clear(dismissed)
  }

  /** Adds removed jobs to the list again. */
  restore(jobIds: readonly string[]): void {
    this.#cleared = without(this.#cleared, jobIds)
  }

  /** Removes failed jobs from the list, also after a restart. */
  async dismiss(connectionId: string, jobIds: readonly string[]): Promise<void> {
    const inMain = [...this.#downloads, ...this.#pictures]
      .map((job) => job.jobId)
      .filter((jobId) => jobIds.includes(jobId))
    this.clear(jobIds)
    if (inMain.length > 0) await api.call('downloads.dismiss', { connectionId, jobIds: inMain })
  }

  async cancel(job: Job): Promise<void> {
    const call = isDownload(job) ? 'downloads.cancel' : isPictures(job) ? 'pictures.cancel' : 'exports.cancel'
    await api.call(call, { jobId: job.jobId })
  }

  /** Pauses a job; null: all downloads and pictures. */
  async pause(job: DownloadJob | PictureRun | null): Promise<void> {
    if (job === null || isDownload(job)) await api.call('downloads.pause', { jobId: job?.jobId ?? null })
    if (job === null || isPictures(job)) await api.call('pictures.pause', { jobId: job?.jobId ?? null })
  }

  /** Resumes a job; null: all paused ones. */
  async resume(job: DownloadJob | PictureRun | null): Promise<void> {
    if (job === null || isDownload(job)) await api.call('downloads.resume', { jobId: job?.jobId ?? null })
    if (job === null || isPictures(job)) await api.call('pictures.resume', { jobId: job?.jobId ?? null })
  }

  /**
   * Moves a download before another one, or with null to the end: at once in the window, then as main
   * confirms.
   */
  async move(jobId: string, before: string | null): Promise<void> {
    const rest = this.queue.map((job) => job.jobId).filter((id) => id !== jobId)
    const index = before === null ? rest.length : rest.indexOf(before)
    if (index < 0) return
    this.#order = rest.toSpliced(index, 0, jobId)
    try {
      await api.call('downloads.move', { jobId, before })
    } finally {
      await this.#refreshOrder()
    }
  }

  /** Queues a failed job again, or with null all of a connection. */
  async retry(connectionId: string, jobId: string | null): Promise<void> {
    const jobs = await api.call('downloads.retry', { connectionId, jobId })
    for (const job of jobs) this.addDownload(job)
    await this.#refreshOrder()
  }

  /** Loads the order of the queue from main. A failure leaves the order unchanged. */
  async #refreshOrder(): Promise<void> {
    try {
      this.#order = (await api.call('downloads.list')).map((job) => job.jobId)
    } catch {
      // Loaded again with the next move.
    }
  }
}

/** Omits failures that a later job about the same follows, canceled ones excepted. */
function withoutReplacedFailures<Entry extends DownloadJob | PictureRun>(
  jobs: readonly Entry[],
): readonly Entry[] {
  const latest = latestJobs(jobs)
  return jobs.filter((job) => !hasFailed(job) || latest.has(job))
}

/** Returns the latest job about the same, such as each campaign, without canceled ones. */
function latestJobs<Entry extends DownloadJob | PictureRun>(jobs: readonly Entry[]): ReadonlySet<Entry> {
  const notCancelled = jobs.filter(({ state }) => state !== 'cancelled')
  const key = (job: Entry): string => `${job.connectionId} ${jobKey(job)}`
  return new Set(new Map(notCancelled.map((job) => [key(job), job])).values())
}

function isNews({ origin, state }: PictureRun): boolean {
  return origin === 'person' || state === 'incomplete' || state === 'failed'
}

function without(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  return ids.some((id) => set.has(id)) ? new Set([...set].filter((id) => !ids.includes(id))) : set
}

/** Replaces or appends a job. */
function withJob<Entry extends Job>(list: readonly Entry[], job: Entry): readonly Entry[] {
  const index = list.findIndex(({ jobId }) => jobId === job.jobId)
  return index >= 0 ? list.with(index, job) : [...list, job]
}

/** Removes the oldest ended jobs, except those to keep. */
function trimmed<Entry extends Job>(
  list: readonly Entry[],
  keeps: (job: Entry) => boolean = () => false,
): readonly Entry[] {
  const removable = list.filter((job) => hasEnded(job) && !keeps(job))
  const removed = new Set(removable.slice(0, -MAX_ENDED_JOBS))
  return removed.size === 0 ? list : list.filter((job) => !removed.has(job))
}
