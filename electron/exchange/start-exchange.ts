import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { REVIEW_FILE_REASONS } from '../contract/strings/review-files.ts'
import { receiveResult } from '../export/worker-task.ts'
import { MAX_HEAP_MB } from './limits.ts'
import type { ExchangeResult, ExchangeTask, UnfinishedFile } from './types.ts'
import { unusable } from './unusable.ts'

/** A file that is being written or read. */
export interface RunningExchange<Value> {
  /**
   * Rejects with an `AppError`; with any other error only for a mistake of ours, which belongs in the log.
   */
  readonly done: Promise<Value>
  /** Stops it; of a file that was being written nothing is left. */
  readonly cancel: () => void
}

/**
 * Writes or reads a file with a review in a separate thread, with a limit to its memory.
 * @param workerUrl the thread's script: built in the application, the source in tests.
 */
export function startExchange<Task extends ExchangeTask>(
  task: Task,
  workerUrl: URL,
): RunningExchange<ExchangeResult<Task>> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    name: 'exchange',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let unfinished: string | null = null
  let cancelled = false
  const result = receiveResult<ExchangeResult<Task>, UnfinishedFile>(worker, {
    isCancelled: () => cancelled,
    onEvent: ({ file }) => {
      unfinished = file
    },
  })

  const finish = async (): Promise<ExchangeResult<Task>> => {
    try {
      return await result
    } catch (error) {
      // A thread that was stopped, or died, could not clear up.
      if (unfinished !== null) await rm(unfinished, { force: true })
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw isFull ? unusable(REVIEW_FILE_REASONS.stopped, error) : error
    }
  }

  return {
    done: finish(),
    cancel: () => {
      cancelled = true
      void worker.terminate()
    },
  }
}
