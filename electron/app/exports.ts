import { basename } from 'node:path'
import { AppError, toFault } from '../contract/app-error.ts'
import type { ExportFormat } from '../contract/export-formats.ts'
import type { ExportForm, ExportJob } from '../contract/jobs.ts'
import { ReusableExportThread } from '../export/export-thread.ts'
import { startExport } from '../export/start-export.ts'
import { partPaths } from '../export/files/parts.ts'
import type { ExportProgress, ExportRequest, RunningExport } from '../export/types.ts'

interface TrackedExport {
  job: ExportJob
  readonly file: string | null
  readonly running: RunningExport
  /** Null for a document. */
  readonly list: Omit<ListCallbacks, 'onEnd'> | null
}

/** What an export writes, and where. */
export interface ExportOutput extends Pick<ExportJob, 'connectionId' | 'form' | 'fileName' | 'typedFormat'> {
  /** Null: printed on paper. */
  readonly file: string | null
}

/** Where a list is written. */
export interface ListTarget {
  readonly file: string
  /** Default: `list`. */
  readonly form?: Extract<ExportForm, 'list' | 'drag'>
  /** See `ExportJob`. */
  readonly typedFormat: ExportFormat | null
}

export interface ListCallbacks {
  /** Called when the export has ended, failed or was cancelled. */
  readonly onEnd: () => void
  /** Asks for another file and writes the same list to it; null if the person closed the dialog. */
  readonly saveElsewhere: () => Promise<ExportJob | null>
  /** Called when the file of the ended export cannot be opened or shown anymore. */
  readonly onForget?: () => void
}

export interface ExportsOptions {
  readonly workerUrl: URL
  readonly onProgress: (job: ExportJob) => void
  /** Logs an unexpected error; returns the id of the log entry. */
  readonly onUnexpected: (error: unknown) => string
}

/** Ended exports whose files can still be opened or shown. */
const MAX_ENDED_EXPORTS = 20

/** The exports of this run of the application. */
export class Exports {
  readonly #options: ExportsOptions
  readonly #entries = new Map<string, TrackedExport>()
  readonly #thread: ReusableExportThread

  constructor(options: ExportsOptions) {
    this.#options = options
    this.#thread = new ReusableExportThread(options.workerUrl)
  }

  /** Starts writing a list. */
  start(
    connectionId: string,
    { file, form = 'list', typedFormat }: ListTarget,
    request: ExportRequest,
    { onEnd, ...list }: ListCallbacks,
  ): ExportJob {
    return this.run(
      { connectionId, form, fileName: basename(file), typedFormat, file },
      (onProgress) => startExport(request, { thread: this.#thread, onProgress }),
      onEnd,
      list,
    )
  }

  /** Starts and tracks an export. `onEnd` is called when it has ended, failed or was cancelled. */
  run(
    { file, ...output }: ExportOutput,
    start: (onProgress: (progress: ExportProgress) => void) => RunningExport,
    onEnd: () => void,
    list: TrackedExport['list'] = null,
  ): ExportJob {
    const jobId = crypto.randomUUID()
    const running = start((progress) => this.#update(jobId, progress))
    const job: ExportJob = {
      jobId,
      ...output,
      state: 'running',
      rows: 0,
      totalRows: 0,
      bytes: 0,
      verifiedRows: null,
      parts: null,
      error: null,
    }
    this.#entries.set(jobId, { job, file, running, list })
    running.done
      .then(
        (end) => this.#update(jobId, { ...end, state: 'done' }),
        (error: unknown) => {
          const logId = error instanceof AppError ? undefined : this.#options.onUnexpected(error)
          const fault = toFault(error, logId)
          this.#update(jobId, { state: fault.code === 'cancelled' ? 'cancelled' : 'failed', error: fault })
        },
      )
      .finally(onEnd)
    this.#forgetOldest()
    return job
  }

  #update(jobId: string, change: Partial<ExportJob>): void {
    const entry = this.#entries.get(jobId)
    if (entry?.job.state !== 'running') return
    entry.job = { ...entry.job, ...change }
    this.#options.onProgress(entry.job)
  }

  #forgetOldest(): void {
    for (const [jobId, { job, list }] of this.#entries) {
      if (this.#entries.size <= MAX_ENDED_EXPORTS) return
      if (job.state === 'running') continue
      this.#entries.delete(jobId)
      list?.onForget?.()
    }
  }

  /** Cancels an export unless it has ended. */
  cancel(jobId: string): void {
    this.#entries.get(jobId)?.running.cancel()
  }

  /** Returns the paths of a finished export. Throws `notFound` for any other. */
  filesOf(jobId: string): readonly string[] {
    const entry = this.#entries.get(jobId)
    if (entry?.job.state !== 'done' || entry.file === null) throw new AppError('notFound')
    return partPaths(entry.file, entry.job.parts?.files ?? 1)
  }

  /** Asks for another file for a list that could not be written. Throws `notFound` for any other. */
  async saveElsewhere(jobId: string): Promise<ExportJob | null> {
    const entry = this.#entries.get(jobId)
    if (entry?.job.state !== 'failed' || entry.list === null) throw new AppError('notFound')
    return entry.list.saveElsewhere()
  }

  /** Returns whether an export that is running writes this file. */
  isWriting(file: string): boolean {
    return [...this.#entries.values()].some((entry) => entry.job.state === 'running' && entry.file === file)
  }

  /** Returns whether an export was completed. */
  isDone(jobId: string): boolean {
    return this.#entries.get(jobId)?.job.state === 'done'
  }

  get isBusy(): boolean {
    return [...this.#entries.values()].some(({ job }) => job.state === 'running')
  }

  /** Cancels all exports. Resolves when all of them have stopped writing. */
  async close(): Promise<void> {
    const running = [...this.#entries.values()].filter(({ job }) => job.state === 'running')
    for (const entry of running) entry.running.cancel()
    await Promise.allSettled(running.map((entry) => entry.running.done))
    await this.#thread.close()
  }
}
