import { rm } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { PRECEDENCE } from '../store/precedence.ts'
import { ExportControl, GRACE_MS } from './control.ts'
import { createExportThread, type ReusableExportThread } from './export-thread.ts'
import { END, type ExportAssignment, type ExportMessage } from './messages.ts'
import type { ExportProgress, ExportRequest, RunningExport } from './types.ts'
import { writeFailure } from './files/write-failure.ts'

export interface StartExportOptions {
  /**
   * The script of the exporting thread (built in the application, the source in tests), which then ends with the export;
   * or what keeps a thread for the next one.
   */
  readonly thread: URL | ReusableExportThread
  /** Called at most some ten times a second. */
  readonly onProgress?: (progress: ExportProgress) => void
  /**
   * Takes the bytes of an export without a file, in order; resolves when it can take more. Its failure ends the
   * export and is the cause of the `fileNotWritten` that `done` then rejects with.
   */
  readonly writeOutput?: (bytes: Uint8Array) => Promise<void>
}

type Outcome = { readonly progress: ExportProgress } | { readonly error: unknown }

/**
 * Starts an export in a thread that does nothing else meanwhile. The file appears under its name when it is whole; until
 * then an earlier file of that name is as it was, and after a failure or a cancellation nothing else is left behind.
 * `done` rejects with an `AppError`; with any other error only for a mistake of ours, which belongs in the log.
 */
export function startExport(request: ExportRequest, options: StartExportOptions): RunningExport {
  const shared = ExportControl.share()
  const control = new ExportControl(shared)
  const assignment: ExportAssignment = { request, control: shared, precedence: PRECEDENCE }
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
      if (outcome !== null && 'progress' in outcome) thread.giveBack(worker)
      else worker.postMessage(END)
    }
    // A reader that takes nothing more must not hold up a cancellation.
    await Promise.race([output, stopped.promise])
    // A thread that was stopped by force, or died, could not clear up.
    for (const file of unfinished) await rm(file, { force: true })
    const outputCutShort = request.file === null && control.isCancelled()
    if (outcome !== null && 'error' in outcome) throw outcome.error
    if (outputCutShort || (outcome === null && control.isCancelled())) throw new AppError('cancelled')
    if (outcome === null) throw new Error('The exporting thread ended without a word.')
    return outcome.progress
  }

  return { done: finish(), cancel: stop }
}

/** Passes on what the thread tells, until it has told the last of it or is over by itself. */
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
