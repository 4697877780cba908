import type { DownloadJob, ExportJob, JobState } from '../../electron/contract/jobs.ts'
import { api } from '../api.ts'

const ENDED: ReadonlySet<JobState> = new Set<JobState>(['done', 'incomplete', 'failed', 'cancelled'])

export function hasEnded(job: DownloadJob | ExportJob): boolean {
  return ENDED.has(job.state)
}

/** Finished work that is remembered; older is forgotten. */
const MOST_KEPT = 200

/** Downloads and exports: what runs, what waits, and how the last ones ended. */
export class JobsModel {
  #downloads = $state.raw<readonly DownloadJob[]>([])
  #exports = $state.raw<readonly ExportJob[]>([])
  /** Ids of ended work whose outcome the person has put away. */
  #seen = $state.raw<ReadonlySet<string>>(new Set())

  readonly downloads = $derived(this.#downloads)
  readonly exports = $derived(this.#exports)
  readonly running = $derived([
    ...this.#downloads.filter((job) => !hasEnded(job)),
    ...this.#exports.filter((job) => !hasEnded(job)),
  ])
  /** Ended, and not put away yet; the newest first. */
  readonly outcomes = $derived(
    [...this.#downloads, ...this.#exports]
      .filter((job) => hasEnded(job) && !this.#seen.has(job.jobId))
      .toReversed(),
  )
  /** Takes over the work that was under way before this window listened. */
  load(downloads: readonly DownloadJob[]): void {
    for (const job of downloads) this.receiveDownload(job)
    // How old work ended was said in its time.
    this.#seen = new Set([...this.#seen, ...downloads.filter(hasEnded).map((job) => job.jobId)])
  }

  receiveDownload(job: DownloadJob): void {
    this.#begin(job)
    this.#downloads = put(this.#downloads, job)
  }

  /** Takes over a job as it was when it was asked for; news of it that came earlier is newer. */
  noteDownload(job: DownloadJob): void {
    if (!this.#downloads.some((known) => known.jobId === job.jobId)) this.receiveDownload(job)
  }

  noteExport(job: ExportJob): void {
    if (!this.#exports.some((known) => known.jobId === job.jobId)) this.receiveExport(job)
  }

  receiveExport(job: ExportJob): void {
    this.#begin(job)
    this.#exports = put(this.#exports, job)
  }

  /** New work takes the place of the good news about the last; what went wrong stays until it is put away. */
  #begin(job: DownloadJob | ExportJob): void {
    if (hasEnded(job) || this.running.length > 0) return
    this.putAway(this.outcomes.filter((known) => known.error === null).map((known) => known.jobId))
  }

  /** The last known job of each campaign of a connection. */
  byCampaign(connectionId: string | null): ReadonlyMap<string, DownloadJob> {
    const found = new Map<string, DownloadJob>()
    for (const job of this.#downloads) {
      if (job.campaignId !== null && job.connectionId === connectionId) found.set(job.campaignId, job)
    }
    return found
  }

  discoveryOf(connectionId: string): DownloadJob | null {
    return (
      this.#downloads.findLast((job) => job.kind === 'discovery' && job.connectionId === connectionId) ?? null
    )
  }

  putAway(jobIds: readonly string[]): void {
    this.#seen = new Set([...this.#seen, ...jobIds])
  }

  async cancel(job: DownloadJob | ExportJob): Promise<void> {
    const name = 'kind' in job ? 'downloads.cancel' : 'exports.cancel'
    await api.call(name, { jobId: job.jobId })
  }
}

function put<Job extends { readonly jobId: string }>(list: readonly Job[], job: Job): readonly Job[] {
  const at = list.findIndex((known) => known.jobId === job.jobId)
  if (at >= 0) return list.with(at, job)
  return [...list, job].slice(-MOST_KEPT)
}
