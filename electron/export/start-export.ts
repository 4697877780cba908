import { rm } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import { activeLanguage } from '../contract/messages.ts'
import { ExportControl, CANCEL_TIMEOUT_MS } from './control.ts'
import { createExportThread, type ReusableExportThread } from './export-thread.ts'
import { END, type ExportJob, type ExportMessage } from './messages.ts'
import type { ExportProgress, ExportRequest, RunningExport } from './types.ts'
import { writeFailure } from './files/write-failure.ts'
import { receiveResult } from './worker-task.ts'
import { FOREGROUND_REQUESTS } from '../store/worker-pool.ts'

export interface StartExportOptions {
  /**
   * The script of the export thread (bundled in the application, the source in tests), which ends after the
   * export; or a reusable thread.
   */
  readonly thread: URL | ReusableExportThread
  /** Called at most about ten times a second. */
  readonly onProgress?: (progress: ExportProgress) => void
  /**
   * Receives the bytes of an export without a file, in order. Resolves when it can receive more; its
   * rejection ends the export with `fileNotWritten`.
   */
  readonly writeOutput?: (bytes: Uint8Array) => Promise<void>
}

/** Removes the files of a thread, which has not removed them if it was terminated. */
async function removeFiles(files: readonly string[]): Promise<void> {
  // Ignores errors, because the drive may have been removed.
  await Promise.allSettled(files.map((file) => rm(file, { force: true })))
}

/**
 * Starts an export in the export thread. An earlier file is replaced when the new one is complete and
 * verified, and stays unchanged after a failure or cancellation. `done` rejects with an `AppError`; any other
 * error is internal.
 */
export function startExport(request: ExportRequest, options: StartExportOptions): RunningExport {
  const shared = ExportControl.allocate()
  const control = new ExportControl(shared)
  const job: ExportJob = {
    request,
    language: activeLanguage(),
    control: shared,
    foregroundRequests: FOREGROUND_REQUESTS,
  }
  const { thread } = options
  const worker = thread instanceof URL ? createExportThread(thread) : thread.take()

  /** The first failure of the thread or of the output. */
  let failure: { readonly error: unknown } | null = null
  const unfinished: string[] = []
  let output = Promise.resolve()
  let terminationTimer: NodeJS.Timeout | undefined
  let hasThreadFinished = false
  const stopped = Promise.withResolvers<undefined>()

  const fail = (error: unknown): void => {
    failure ??= { error }
  }
  const stop = (): void => {
    if (!control.cancel()) return
    stopped.resolve(undefined)
    // A finished thread may already run another export.
    if (!hasThreadFinished) terminationTimer ??= setTimeout(() => void worker.terminate(), CANCEL_TIMEOUT_MS)
  }
  const passToOutput = async (bytes: Uint8Array): Promise<void> => {
    if (control.isCancelled()) return
    try {
      await options.writeOutput?.(bytes)
      control.confirmChunk()
    } catch (error) {
      fail(writeFailure(error))
      stop()
    }
  }
  const receive = (message: ExportMessage): void => {
    switch (message.type) {
      case 'unfinished':
        unfinished.push(message.file)
        return
      case 'progress':
        if (!control.isCancelled()) options.onProgress?.(message.progress)
        return
      case 'output':
        output = output.then(() => passToOutput(message.bytes))
    }
  }

  const isCancelled = (): boolean => control.isCancelled()
  const result = receiveResult<ExportProgress, ExportMessage>(worker, { isCancelled, onEvent: receive })
  const ended = result.catch(fail)
  worker.postMessage(job)
  if (thread instanceof URL) worker.postMessage(END)

  const finish = async (): Promise<ExportProgress> => {
    await ended
    hasThreadFinished = true
    clearTimeout(terminationTimer)
    if (!(thread instanceof URL)) {
      if (failure === null) thread.release(worker)
      else worker.postMessage(END)
    }
    // A blocked output must not delay a cancellation.
    await Promise.race([output, stopped.promise])
    if (failure !== null) {
      await removeFiles(unfinished)
      throw failure.error
    }
    if (request.file === null && isCancelled()) throw new AppError('cancelled')
    return result
  }

  return { done: finish(), cancel: stop }
}
