import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { AppError, toFault } from '../contract/app-error.ts'
import type { ExportFormat } from '../contract/export-formats.ts'
import type { ExportJob } from '../contract/jobs.ts'
import { ReusableExportThread } from '../export/export-thread.ts'
import { startExport } from '../export/start-export.ts'
import { partPaths } from '../export/files/parts.ts'
import type { ExportProgress, ExportRequest, RunningExport } from '../export/types.ts'

interface Entry {
  job: ExportJob
  readonly file: string | null
  readonly running: RunningExport
  /** See `ListSteps`; null if it is not a list. */
  readonly elsewhere: ListSteps['elsewhere'] | null
}

/** An export of a connection's data. */
export interface ExportOutput extends Pick<ExportJob, 'connectionId' | 'form' | 'fileName' | 'typedFormat'> {
  /** Null: printed on paper. */
  readonly file: string | null
}

/** Where a list is written. */
export interface ListTarget {
  readonly file: string
  /** See `ExportJob`. */
  readonly typedFormat: ExportFormat | null
}

export interface ListSteps {
  /** Runs when it has ended, failed or was cancelled. */
  readonly whenEnded: () => void
  /** Asks for another file for the same list; null if the person closed the dialog. */
  readonly elsewhere: () => Promise<ExportJob | null>
}

export interface ExportsOptions {
  readonly workerUrl: URL
  readonly onProgress: (job: ExportJob) => void
  /** Writes an unexpected error to the log; gives the name of the entry. */
  readonly onUnexpected: (error: unknown) => string
}

/** Ended exports that can still be shown in their folder. */
const MAX_REMEMBERED = 20

/** The exports of this run of the application. */
export class Exports {
  readonly #options: ExportsOptions
  readonly #entries = new Map<string, Entry>()
  readonly #thread: ReusableExportThread

  constructor(options: ExportsOptions) {
    this.#options = options
    this.#thread = new ReusableExportThread(options.workerUrl)
  }

  /** Starts writing a list. */
  start(
    connectionId: string,
    { file, typedFormat }: ListTarget,
    request: ExportRequest,
    { whenEnded, elsewhere }: ListSteps,
  ): ExportJob {
    return this.run(
      { connectionId, form: 'list', fileName: basename(file), typedFormat, file },
      (onProgress) => startExport(request, { thread: this.#thread, onProgress }),
      whenEnded,
      elsewhere,
    )
  }

  /** Tracks an export; `whenEnded` runs when it has ended, failed or was cancelled. */
  run(
    what: ExportOutput,
    begin: (onProgress: (progress: ExportProgress) => void) => RunningExport,
    whenEnded: () => void,
    elsewhere: ListSteps['elsewhere'] | null = null,
  ): ExportJob {
    const jobId = randomUUID()
    const running = begin((progress) => {
      this.#update(jobId, progress)
    })
    const { file, ...output } = what
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
    this.#entries.set(jobId, { job, file, running, elsewhere })
    running.done
      .then(
        (end) => {
          this.#update(jobId, { ...end, state: 'done' })
        },
        (error: unknown) => {
          const unexpected = !(error instanceof AppError)
          const fault = toFault(error, unexpected ? this.#options.onUnexpected(error) : undefined)
          this.#update(jobId, { state: fault.code === 'cancelled' ? 'cancelled' : 'failed', error: fault })
        },
      )
      .finally(whenEnded)
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
    for (const [jobId, { job }] of this.#entries) {
      if (this.#entries.size <= MAX_REMEMBERED) return
      if (job.state !== 'running') this.#entries.delete(jobId)
    }
  }

  /** Does nothing for an export that has ended. */
  cancel(jobId: string): void {
    this.#entries.get(jobId)?.running.cancel()
  }

  /** Paths of the files of a finished export. Throws `notFound` for any other. */
  filesOf(jobId: string): readonly string[] {
    const entry = this.#entries.get(jobId)
    if (entry?.job.state !== 'done' || entry.file === null) throw new AppError('notFound')
    return partPaths(entry.file, entry.job.parts?.files ?? 1)
  }

  /** Asks for another file for a list that could not be written. Throws `notFound` for any other. */
  async elsewhere(jobId: string): Promise<ExportJob | null> {
    const entry = this.#entries.get(jobId)
    if (entry?.job.state !== 'failed' || entry.elsewhere === null) throw new AppError('notFound')
    return entry.elsewhere()
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
