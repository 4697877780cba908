import { rm } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { FOREGROUND_REQUESTS } from '../store/foreground-priority.ts'
import { ExportControl, GRACE_MS } from './control.ts'
import { createExportThread, type ReusableExportThread } from './export-thread.ts'
import { END, type ExportAssignment, type ExportMessage } from './messages.ts'
import type { ExportProgress, ExportRequest, RunningExport } from './types.ts'
import { writeFailure } from './files/write-failure.ts'

export interface StartExportOptions {
  /**
   * The script of the export thread (built in the application, the source in tests), which ends with the
   * export; or a thread that is reused.
   */
  readonly thread: URL | ReusableExportThread
  /** Called at most about ten times a second. */
  readonly onProgress?: (progress: ExportProgress) => void
  /**
   * Takes the bytes of an export without a file, in order; resolves when it can take more. Its rejection ends
   * the export and is the cause of the `fileNotWritten` with which `done` rejects.
   */
  readonly writeOutput?: (bytes: Uint8Array) => Promise<void>
}

type Outcome = { readonly progress: ExportProgress } | { readonly error: unknown }

/**
 * Starts an export in the export thread. An earlier file is replaced when the new one is complete and
 * verified; a failure or a cancellation leaves it as it was, and no other file. `done` rejects with an
 * `AppError`; any other error is internal and belongs in the log.
 */
export function startExport(request: ExportRequest, options: StartExportOptions): RunningExport {
  const shared = ExportControl.share()
  const control = new ExportControl(shared)
  const assignment: ExportAssignment = { request, control: shared, precedence: FOREGROUND_REQUESTS }
  const { thread } = options
  const worker = thread instanceof URL ? createExportThread(thread) : thread.take()

  let outcome: Outcome | null = null
  const unfinished: string[] = []
  let output = Promise.resolve()
  let force: NodeJS.Timeout | undefined
  const stopped = Promise.withResolvers<undefined>()

  const fail = (error: unknown): void => {
    if (outcome === null || !('error' in outcome)) outcome = { error }
  }
  const stop = (): void => {
    control.cancel()
    stopped.resolve(undefined)
    force ??= setTimeout(() => void worker.terminate(), GRACE_MS)
  }
  const pass = async (bytes: Uint8Array): Promise<void> => {
    if (control.isCancelled()) return
    try {
      await options.writeOutput?.(bytes)
      control.pieceTaken()
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
      case 'piece':
        output = output.then(() => pass(message.bytes))
        return
      case 'done':
        outcome ??= { progress: message.progress }
        return
      case 'failed':
        fail(AppError.from(message.fault))
        return
      case 'crashed':
        fail(message.error)
        return
    }
  }

  const ended = endOf(worker, receive, fail)
  worker.postMessage(assignment)
  if (thread instanceof URL) worker.postMessage(END)

  const finish = async (): Promise<ExportProgress> => {
    await ended
    clearTimeout(force)
    if (!(thread instanceof URL)) {
      if (outcome !== null && 'progress' in outcome) thread.release(worker)
      else worker.postMessage(END)
    }
    // A reader that takes nothing more must not delay a cancellation.
    await Promise.race([output, stopped.promise])
    // A thread that was terminated, or died, has not removed them.
    for (const file of unfinished) await rm(file, { force: true })
    const outputCutShort = request.file === null && control.isCancelled()
    if (outcome !== null && 'error' in outcome) throw outcome.error
    if (outputCutShort || (outcome === null && control.isCancelled())) throw new AppError('cancelled')
    if (outcome === null) throw new Error('The export thread ended without a result.')
    return outcome.progress
  }

  return { done: finish(), cancel: stop }
}

/** Receives the messages of a thread until the last one, or until the thread ends. */
function endOf(
  worker: Worker,
  receive: (message: ExportMessage) => void,
  fail: (error: unknown) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      worker.off('message', listen)
      worker.off('error', fail)
      worker.off('exit', settle)
      resolve()
    }
    const listen = (message: ExportMessage): void => {
      receive(message)
      if (message.type === 'done' || message.type === 'failed' || message.type === 'crashed') settle()
    }
    worker.on('message', listen)
    worker.on('error', fail)
    worker.on('exit', settle)
  })
}
